/// A JSON value, its members in the order in which they were written.
indirect enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Hashable {
    var key: String
    var value: JSONValue
  }

  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
