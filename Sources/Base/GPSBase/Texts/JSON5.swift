/// A value of JSON5, with its place in the text: JSON as people write it, with comments and commas that are too many.
///
/// Written here, since the coders of FoundationEssentials would more than double the size of the program, and do not tell
/// the line of a key that nobody knows.
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
      self.key = key
      self.line = line
      self.value = value
    }
  }

  package var content: Content
  /// Counted from 1; 0 for a value that was not read.
  package var line: Int

  package init(content: Content, line: Int = 0) {
    self.content = content
    self.line = line
  }

  /// The value under a key; of equal keys the last counts.
  ///
  /// Nil takes it out, and what is no object becomes one.
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

  package var members: [Member] {
    if case .object(let members) = content { members } else { [] }
  }

  package var elements: [JSON5] {
    if case .array(let elements) = content { elements } else { [] }
  }

  package var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  package var number: Double? {
    if case .number(let number) = content { number } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let bool) = content { bool } else { nil }
  }
}

/// Why a text is no JSON5.
package struct JSON5Error: Error, Hashable {
  package var line: Int
  package var expected: String

  package init(
    line: Int, expected: String
  ) {
    self.line = line
    self.expected = expected
  }
}
