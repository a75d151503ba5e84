/// A value of JSON5, with its place in the text: JSON as people write it, with comments and commas that are too many.
///
/// Written here, since the coders of FoundationEssentials would more than double the size of the program, and do not tell
/// the line of a key that nobody knows.
struct JSON5: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case object([Member])
    case array([JSON5])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  struct Member: Hashable, Sendable {
    var key: String
    var line: Int
    var value: JSON5
  }

  var content: Content
  /// Counted from 1.
  var line: Int

  /// The value under a key; of equal keys the last counts.
  subscript(key: String) -> JSON5? { members.last { $0.key == key }?.value }

  var members: [Member] {
    if case .object(let members) = content { members } else { [] }
  }

  var elements: [JSON5] {
    if case .array(let elements) = content { elements } else { [] }
  }

  var text: String? {
    if case .string(let text) = content { text } else { nil }
  }

  var number: Double? {
    if case .number(let number) = content { number } else { nil }
  }

  var bool: Bool? {
    if case .bool(let bool) = content { bool } else { nil }
  }
}

/// Why a text is no JSON5.
struct JSON5Error: Error, Hashable {
  var line: Int
  var expected: String
}
