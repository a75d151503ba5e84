/// A JSON5 value with its line number: JSON with comments, trailing commas and unquoted keys.
///
/// We don't use the coders of FoundationEssentials: they would more than double the size of the program, and
/// they don't report the line of an unknown key.
package struct JSON5: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case object([Member])
    case array([JSON5])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  package struct Member: Hashable, Sendable {
    package var key: String
    package var line: Int
    package var value: JSON5

    package init(key: String, line: Int = 0, value: JSON5) {
      (self.key, self.line, self.value) = (key, line, value)
    }
  }

  package var content: Content
  /// The line number, counted from 1; 0 for a value that was not parsed.
  package var line: Int

  package init(content: Content, line: Int = 0) { (self.content, self.line) = (content, line) }

  /// The value of a key; the last one if the key is repeated.
  ///
  /// Setting nil removes the key. Setting turns a value that is not an object into one.
  package subscript(key: String) -> JSON5? {
    get { members.last { $0.key == key }?.value }
    set {
      var members = members
      let place = members.firstIndex { $0.key == key } ?? members.count
      members.removeAll { $0.key == key }
      if let newValue { members.insert(Member(key: key, value: newValue), at: min(place, members.count)) }
      content = .object(members)
    }
  }

  package var members: [Member] { if case .object(let members) = content { members } else { [] } }

  package var elements: [JSON5] { if case .array(let elements) = content { elements } else { [] } }

  package var text: String? { if case .string(let text) = content { text } else { nil } }

  package var number: Double? { if case .number(let number) = content { number } else { nil } }

  package var bool: Bool? { if case .bool(let bool) = content { bool } else { nil } }
}

/// The reason why a text is not valid JSON5.
package struct JSON5Error: Error, Hashable {
  package var line: Int
  package var expected: String

  package init(line: Int, expected: String) { (self.line, self.expected) = (line, expected) }
}
