internal import GNSS
internal import GPSBase
internal import GPSFormats

/// The parsed command line, as far as it is valid.
package struct ParsedArguments {
  package var command: Command?
  /// The arguments that are neither flags nor the verb.
  var operands: [Argument] = []
  /// The first error.
  ///
  /// The rest is parsed nevertheless, so that the complaint can use the requested format.
  package var problem: ToolError?

  /// All values of each flag, in order.
  ///
  /// A dictionary would make the runtime search all conformances at each start.
  private var given: [(flag: Flag, values: [Argument])] = []

  mutating func set(_ flag: Flag, _ value: Argument) {
    if let index = given.firstIndex(where: { $0.flag == flag }) {
      given[index].values.append(value)
    } else {
      given.append((flag, [value]))
    }
  }

  private func arguments(of flag: Flag) -> [Argument]? { given.first { $0.flag == flag }?.values }

  /// Stores the first problem only.
  mutating func complain(_ complaint: ToolError) { problem = problem ?? complaint }

  func has(_ flag: Flag) -> Bool { given.contains { $0.flag == flag } }

  /// The value of a flag, or the last one if it was repeated.
  func value(of flag: Flag) -> String? { arguments(of: flag)?.last?.text }

  /// All values of a repeatable flag.
  func values(of flag: Flag) -> [String] { (arguments(of: flag) ?? []).map(\.text) }

  /// The value's bytes, since file names need not be UTF-8.
  func argument(of flag: Flag) -> Argument? { arguments(of: flag)?.last }

  /// The value of the command's flag with this name.
  func value(named name: String) -> String? { given.first { $0.flag.name == name }?.values.last?.text }

  /// The words of a list; nil if the flag was not given.
  func list(of flag: Flag) -> [String]? { arguments(of: flag)?.last.map { ArgumentParser.words($0.text) } }

  /// The operand at an index; nil if it was left out.
  func operand(_ index: Int) -> Argument? { index < operands.count ? operands[index] : nil }

  var flags: [Flag] { given.map(\.flag) }
}

extension ParsedArguments {
  /// The duration given with a flag; nil without the flag.
  ///
  /// `orNone`: whether zero is permitted.
  func duration(of flag: Flag, orNone: Bool = false) throws(ToolError) -> Duration? {
    guard let text = value(of: flag) else { return nil }
    if let duration = DurationText.parse(text, orNone: orNone) { return duration }
    throw Usage.wrongForm(flag, text, expected: DurationText.forms, "write it like --\(flag.name) 90s")
  }

  /// A measure with its unit; nil without the flag.
  func measure<Value>(
    _ flag: Flag, _ hint: String, _ read: (String) -> Value?
  ) throws(ToolError) -> Value? {
    guard let text = value(of: flag) else { return nil }
    if let value = read(text) { return value }
    throw Usage.wrongForm(flag, text, expected: "a number and a unit are expected", hint)
  }

  /// The positive count given with a flag; nil without the flag.
  func count(of flag: Flag) throws(ToolError) -> Int? {
    guard let text = value(of: flag) else { return nil }
    guard let count = Int(text), count > 0, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else {
      throw Usage.wrongForm(
        flag, text, expected: "a whole number from 1 is expected", "write it like --\(flag.name) 10")
    }
    return count
  }

  /// The positive number of meters given with a flag; nil without the flag.
  func meters(of flag: Flag) throws(ToolError) -> Double? {
    guard let text = value(of: flag) else { return nil }
    guard let meters = Measure.meters(text), meters > 0 else {
      throw Usage.wrongForm(
        flag, text, expected: "a number of meters is expected", "write it like --\(flag.name) 10")
    }
    return meters
  }

  /// The place given with a flag; nil without the flag.
  func place(of flag: Flag) throws(ToolError) -> Coordinate? {
    guard let text = value(of: flag) else { return nil }
    do throws(PlaceTextError) { return try Coordinate(reading: text) } catch {
      throw Usage.wrongForm(
        flag, text, expected: error.description, "write it like --\(flag.name) 48.1173,11.5167")
    }
  }

  /// The circle given with a flag; nil without the flag.
  func circle(of flag: Flag) throws(ToolError) -> CircleText? {
    guard let text = value(of: flag) else { return nil }
    do throws(PlaceTextError) { return try CircleText(reading: text) } catch {
      throw Usage.wrongForm(
        flag, text, expected: error.description, "write it like --\(flag.name) 48.1173,11.5167,100m")
    }
  }
}

/// An argument as raw bytes, since file names need not be UTF-8.
package struct Argument: Hashable, Sendable {
  var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// For comparisons with known words, which invalid UTF-8 never equals.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// For messages, without characters that can move a cursor.
  var shown: String { VisibleText.escaped(bytes) }

  /// The bytes of a C string.
  ///
  /// `String(cString:)` would repair invalid UTF-8, and no file has the repaired name.
  package init(cString word: UnsafePointer<CChar>) {
    bytes = []
    var place = 0
    while unsafe word[place] != 0 {
      bytes.append(UInt8(bitPattern: unsafe word[place]))
      place += 1
    }
  }
}
