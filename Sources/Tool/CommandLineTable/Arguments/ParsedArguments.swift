internal import GPSBase

/// A command line, as far as it can be understood.
package struct ParsedArguments {
  package var command: Command?
  /// The words that are no flags, the verb not among them.
  package var operands: [Argument] = []
  /// The first thing that is wrong.
  ///
  /// The rest is still here, so that a complaint knows the format to come in.
  package var problem: ToolError?

  /// All values of each flag, in their order.
  private var values: [Flag: [Argument]] = [:]

  package init() {}

  package mutating func set(_ flag: Flag, _ value: Argument) { values[flag, default: []].append(value) }

  /// Keeps the first of all problems.
  mutating func complain(_ complaint: ToolError) { problem = problem ?? complaint }

  package func has(_ flag: Flag) -> Bool { values[flag] != nil }

  /// The value of a flag; the last one where it was given several times.
  package func value(of flag: Flag) -> String? { values[flag]?.last?.text }

  /// All values of a flag that may be given several times.
  package func values(of flag: Flag) -> [String] { (values[flag] ?? []).map(\.text) }

  /// The value's bytes: names of files need not be UTF-8.
  package func argument(of flag: Flag) -> Argument? { values[flag]?.last }

  /// The value of whichever flag has that name in the command at hand.
  package func value(named name: String) -> String? { values.first { $0.key.name == name }?.value.last?.text }

  /// The words of a list; nil if the flag was not given.
  package func list(of flag: Flag) -> [String]? { values[flag]?.last.map { ArgumentParser.words($0.text) } }

  /// The operand at a place; nil if it was left out.
  package func operand(_ index: Int) -> Argument? { index < operands.count ? operands[index] : nil }

  package var flags: [Flag] { Array(values.keys) }
}

extension ParsedArguments {
  /// The span of time after a flag; nil if the flag was not given.
  ///
  /// `orNone`: whether it may also be no time at all.
  package func duration(of flag: Flag, orNone: Bool = false) throws(ToolError) -> Duration? {
    guard let text = value(of: flag) else { return nil }
    if let duration = DurationText.parse(text, orNone: orNone) { return duration }
    throw Usage.wrongForm(flag, text, expected: DurationText.forms, "write it like --\(flag.name) 90s")
  }

  /// A measure with its unit; nil if the flag was not given.
  package func measure<Value>(
    _ flag: Flag, _ hint: String, _ read: (String) -> Value?
  ) throws(ToolError) -> Value? {
    guard let text = value(of: flag) else { return nil }
    if let value = read(text) { return value }
    throw Usage.wrongForm(flag, text, expected: "a number and a unit are expected", hint)
  }

  /// The count after a flag, from 1; nil if the flag was not given.
  package func count(of flag: Flag) throws(ToolError) -> Int? {
    guard let text = value(of: flag) else { return nil }
    guard let count = Int(text), count > 0, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw Usage.wrongForm(
        flag, text, expected: "a whole number from 1 is expected", "write it like --\(flag.name) 10")
    }
    return count
  }

  /// The meters after a flag, more than none; nil if the flag was not given.
  package func metres(of flag: Flag) throws(ToolError) -> Double? {
    guard let text = value(of: flag) else { return nil }
    guard let metres = Measure.metres(text), metres > 0 else {
      throw Usage.wrongForm(
        flag, text, expected: "a number of metres is expected", "write it like --\(flag.name) 10")
    }
    return metres
  }
}

/// One word of the command line, as the bytes it came in: names of files need not be UTF-8.
package struct Argument: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// For comparisons with words of ours; what is no UTF-8 is equal to none of them.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// For messages: nothing in it can move a cursor.
  package var shown: String { VisibleText.escaped(bytes) }

  /// The bytes of a word up to its end.
  ///
  /// `String(cString:)` repairs what is no UTF-8, and then no such file exists.
  package init(cString word: UnsafePointer<CChar>) {
    bytes = []
    var place = 0
    while unsafe word[place] != 0 {
      bytes.append(UInt8(bitPattern: unsafe word[place]))
      place += 1
    }
  }
}
