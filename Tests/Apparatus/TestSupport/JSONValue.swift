/// A JSON value; members keep their order.
package indirect enum JSONValue: Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable {
    package var key: String
    package var value: JSONValue
  }

  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  package var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }

  package var text: String? { if case .string(let text) = self { text } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
}
