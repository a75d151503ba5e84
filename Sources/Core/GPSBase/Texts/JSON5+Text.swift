extension JSON5 {
  /// The value as JSON on one line.
  package var json: String { content.json }

  /// Returns the value as JSON; an object that contains objects gets a line per member.
  ///
  /// - Parameter indent: The indentation of the last line.
  /// - Returns: The text, without a final line break.
  package func lines(indent: Int = 0) -> String {
    guard members.contains(where: { !$0.value.members.isEmpty }) else { return json }
    let blanks = String(repeating: " ", count: indent)
    let lines = members.map { "\(blanks)  \(Self.quoted($0.key)):\($0.value.lines(indent: indent + 2))" }
    return "{\n\(lines.joined(separator: ",\n"))\n\(blanks)}"
  }

  /// Returns a string in quotes, with JSON escapes.
  package static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.element(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension JSON5.Content {
  fileprivate var json: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(JSON5.quoted($0.key)):\($0.value.json)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.json).joined(separator: ",") + "]"
    case .string(let text): JSON5.quoted(text)
    case .number(let number):
      number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .bool(let bool): bool ? "true" : "false"
    case .null: "null"
    }
  }
}
