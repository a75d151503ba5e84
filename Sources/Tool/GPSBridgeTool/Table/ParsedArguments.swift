internal import GPSBase

/// The valid part of the parsed command line.
package struct ParsedArguments {
  package let table: CommandTable
  package var command: Command?
  /// The arguments that are neither flags nor the verb.
  package var operands: [Argument] = []
  /// The first error.
  ///
  /// The rest is parsed nevertheless, so that the complaint can use the requested format.
  package var problem: ToolError?

  /// All values of each flag, in order, and the file and line that sets it.
  ///
  /// A dictionary would make the runtime search all conformances at each start.
  private var given: [(flag: Flag, values: [Argument], origin: String?)] = []

  /// Creates a command line without words.
  package init(_ table: CommandTable = CommandTable()) { self.table = table }

  /// Adds a value of a flag.
  ///
  /// - Parameters:
  ///   - flag: The flag.
  ///   - value: The value, which is empty for a flag without one.
  ///   - origin: The file and line of a setting, or its variable; nil for the command line.
  package mutating func set(_ flag: Flag, _ value: Argument, origin: String? = nil) {
    if let index = given.firstIndex(where: { $0.flag == flag }) {
      given[index].values.append(value)
    } else {
      given.append((flag, [value], origin))
    }
  }

  /// A complaint with the origin of the first of these flags that comes from a setting.
  package func blaming(_ complaint: ToolError, _ flags: Flag...) -> ToolError {
    for flag in flags {
      if let origin = origin(of: flag) { return complaint.because("\(origin) names it") }
    }
    return complaint
  }

  /// Runs a closure, whose complaint gets the origin of a flag.
  package func blaming<Value>(_ flag: Flag, _ body: () throws(ToolError) -> Value) throws(ToolError) -> Value
  {
    do throws(ToolError) { return try body() } catch { throw blaming(error, flag) }
  }

  /// The file and line of a flag, or its variable; nil if it is on the command line, or not given.
  package func origin(of flag: Flag) -> String? { given.first { $0.flag == flag }?.origin }

  private func arguments(of flag: Flag) -> [Argument]? { given.first { $0.flag == flag }?.values }

  /// Stores the first problem only.
  mutating func complain(_ complaint: ToolError) { problem = problem ?? complaint }

  package func has(_ flag: Flag) -> Bool { given.contains { $0.flag == flag } }

  /// Stores the first condition of a command that the flags do not meet.
  package mutating func check(_ rules: [Rule]) {
    if let complaint = rules.lazy.compactMap({ [self] in $0.complaint(self) }).first { complain(complaint) }
  }

  package func checked() throws(ToolError) -> ParsedArguments {
    if let problem { throw problem }
    return self
  }

  /// The value of a flag, or the last one if it was repeated.
  package func value(of flag: Flag) -> String? { arguments(of: flag)?.last?.text }

  package func values(of flag: Flag) -> [String] { (arguments(of: flag) ?? []).map(\.text) }

  /// The value's bytes, since file names need not be UTF-8.
  package func argument(of flag: Flag) -> Argument? { arguments(of: flag)?.last }

  func value(named name: String) -> String? { given.first { $0.flag.name == name }?.values.last?.text }

  /// The words of a list; nil if the flag was not given.
  package func list(of flag: Flag) -> [String]? {
    arguments(of: flag)?.last.map { ArgumentParser.words($0.text) }
  }

  /// The operand at an index; nil if it was left out.
  package func operand(_ index: Int) -> Argument? { index < operands.count ? operands[index] : nil }

  var flags: [Flag] { given.map(\.flag) }
}

/// An argument as raw bytes, since file names need not be UTF-8.
package struct Argument: Hashable, Sendable {
  package var bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The text for comparisons with known words, which invalid UTF-8 never equals.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text for messages, without characters that can move a cursor.
  package var shown: String { VisibleText.escaped(bytes) }

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
