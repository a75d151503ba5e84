/// One rule of a udev rules file: a line, or several joined by backslashes.
struct RuleStatement: Sendable, Hashable {
  /// The number of its first line.
  var line: Int
  var tokens: [RuleToken]

  /// The value that a key is matched against, or nil.
  func match(_ key: String, _ attribute: String? = nil) -> String? {
    tokens.first { $0.key == key && $0.attribute == attribute && $0.operation == "==" }?.value
  }

  /// The value that a key is given, or nil.
  func assignment(_ key: String, _ attribute: String? = nil) -> String? {
    tokens.first { $0.key == key && $0.attribute == attribute && $0.operation == "=" }?.value
  }
}

/// One `KEY{attribute}=="value"`.
struct RuleToken: Sendable, Hashable {
  var key: String
  var attribute: String?
  var operation: String
  var value: String
}

/// A mistake in a rules file, and its place.
struct RuleFinding: Sendable, Hashable, CustomStringConvertible {
  var line: Int
  var what: String
  var description: String { "\(line): \(what)" }
}
