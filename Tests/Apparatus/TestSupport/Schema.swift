import _StringProcessing

/// Validates values against a JSON Schema (2020-12), with the keywords that our schema uses.
///
/// Keys that the schema does not list are errors here, although the standard allows them, to find typos.
package struct Schema {
  private let root: JSONValue

  /// Makes a validator from a schema.
  package init(_ root: JSONValue) { self.root = root }

  private static let known: Set = [
    "$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "oneOf", "required",
    "properties", "dependentRequired", "items", "minItems", "pattern", "minLength", "minimum", "maximum",
    "exclusiveMinimum",
  ]

  /// The errors in a value; empty if it is valid.
  package func complaints(about value: JSONValue) -> [String] { complaints(value, root, "") }

  private func complaints(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    var found = schema.keys.filter { !Self.known.contains($0) }.map { "\(path): unknown keyword \($0)" }
    if let reference = schema["$ref"]?.text {
      let target = reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? .null }
      if target == .null { found.append("\(path): no \(reference)") }
      found += complaints(value, target, path)
    }
    if let choices = schema["oneOf"]?.elements {
      let answers = choices.map { complaints(value, $0, path) }
      if answers.filter(\.isEmpty).count != 1 {
        found += answers.min { $0.count < $1.count } ?? ["\(path): oneOf"]
      }
    }
    if let type = schema["type"]?.text, !isType(type, value) { found.append("\(path): no \(type)") }
    if let wanted = schema["const"], wanted != value { found.append("\(path): not \(wanted)") }
    if let words = schema["enum"]?.elements, !words.contains(value) {
      found.append("\(path): \(value) not in enum")
    }
    switch value {
    case .number(let number): found += limits(number, schema, path)
    case .string(let text): found += texts(text, schema, path)
    case .array(let elements):
      if let fewest = schema["minItems"]?.number, Double(elements.count) < fewest {
        found.append("\(path): too few")
      }
      if let items = schema["items"] { found += elements.flatMap { complaints($0, items, path + "[]") } }
    case .object: found += members(value, schema, path)
    case .null: found.append("\(path): null")
    case .bool: break
    }
    return found
  }

  private func isType(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("number", .number):
      true
    case ("integer", .number(let number)): number.rounded() == number
    default: false
    }
  }

  private func limits(_ number: Double, _ schema: JSONValue, _ path: String) -> [String] {
    var found: [String] = []
    if let least = schema["minimum"]?.number, number < least { found.append("\(path): \(number) < \(least)") }
    if let most = schema["maximum"]?.number, number > most { found.append("\(path): \(number) > \(most)") }
    if let bound = schema["exclusiveMinimum"]?.number, number <= bound { found.append("\(path): \(number)") }
    return found
  }

  private func texts(_ text: String, _ schema: JSONValue, _ path: String) -> [String] {
    var found: [String] = []
    if let least = schema["minLength"]?.number, Double(text.count) < least {
      found.append("\(path): too short")
    }
    if let pattern = schema["pattern"]?.text {
      guard let regex = try? Regex(pattern) else { return ["\(path): bad pattern"] }
      if text.firstMatch(of: regex) == nil { found.append("\(path): \(text) is not \(pattern)") }
    }
    return found
  }

  private func members(_ value: JSONValue, _ schema: JSONValue, _ path: String) -> [String] {
    var found: [String] = []
    for key in schema["required"]?.elements ?? [] {
      if let key = key.text, value[key] == nil { found.append("\(path): no \(key)") }
    }
    for key in schema["dependentRequired"]?.keys ?? [] where value[key] != nil {
      for other in schema["dependentRequired"]?[key]?.elements ?? [] {
        if let other = other.text, value[other] == nil { found.append("\(path): \(key) without \(other)") }
      }
    }
    guard let properties = schema["properties"] else { return found }
    for key in value.keys {
      guard let property = properties[key], let member = value[key] else {
        found.append("\(path): unknown key \(key)")
        continue
      }
      found += complaints(member, property, "\(path).\(key)")
    }
    return found
  }
}
