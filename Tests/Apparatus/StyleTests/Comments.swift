/// Public declarations without a comment, with the numbers of their lines.
///
/// A member that fulfills a requirement may leave it to the protocol to say what it does: DocC shows the protocol's comment
/// there. `documentation-coverage.py` checks the same by the symbols of a build, and cases of enumerations as well.
func uncommented(in files: [SourceFile]) -> [String] {
  let swift = files.filter { $0.ending == "swift" }
  // Of the standard library: what the number or letter of a type that is one means, the type has said already.
  let requirements = Set(["rawValue", "init(rawValue"] + swift.flatMap(commentedRequirements))
  return swift.flatMap { file -> [String] in
    let lines = file.lines.map { $0.drop { $0 == " " } }
    return lines.indices.compactMap { index -> String? in
      guard let name = publicName(lines[index]), !requirements.contains(name) else { return nil }
      return isCommented(lines[..<index]) ? nil : "\(file.path):\(index + 1): \(name)"
    }
  }
}

/// Whether these lines end with a comment, or with one and attributes after it.
private func isCommented(_ lines: ArraySlice<Substring>) -> Bool {
  var isInAttribute = false
  for line in lines.reversed() {
    if line.hasPrefix("///") { return true }
    if line == ")" { isInAttribute = true }
    let isAttribute =
      line.hasPrefix("@") && declaredName(line.split(separator: " ")[...]) == nil || line.hasPrefix("#if")
    guard isAttribute || isInAttribute else { return false }
    if isAttribute { isInAttribute = false }
  }
  return false
}

/// The names of the commented members of all protocols in a file.
private func commentedRequirements(in file: SourceFile) -> [String] {
  var names: [String] = []
  var isProtocol = false
  var previous: Substring = ""
  for line in file.lines {
    if line.hasPrefix("}") { isProtocol = false }
    if line.split(separator: " ").prefix(2).contains("protocol") { isProtocol = true }
    let member = line.drop { $0 == " " }
    if isProtocol, previous.hasPrefix("///"), let name = declaredName(member.split(separator: " ")[...]) {
      names.append(name)
    }
    previous = member
  }
  return names
}

/// The name that a public declaration has, or nil if the line is none.
private func publicName(_ line: Substring) -> String? {
  let words = line.split(separator: " ")
  guard let place = words.firstIndex(of: "public"), !words.contains("import"), !words.contains("extension"),
    words[..<place].allSatisfy({ $0.hasPrefix("@") || $0.hasSuffix(">") || $0.hasSuffix(",") })
  else { return nil }
  return declaredName(words[(place + 1)...])
}

/// The name behind `var`, `func` and the like; of an initializer also its first label.
private func declaredName(_ words: ArraySlice<Substring>) -> String? {
  let keywords: Set<Substring> = [
    "var", "let", "func", "struct", "enum", "class", "actor", "protocol", "typealias", "case",
    "associatedtype",
  ]
  for index in words.indices {
    let word = words[index]
    if word.hasPrefix("init") || word.hasPrefix("subscript") {
      return String(word.prefix { $0 != ":" && $0 != "?" && $0 != ")" && $0 != "<" })
    }
    if keywords.contains(word), index + 1 < words.endIndex, !keywords.contains(words[index + 1]) {
      let name = words[index + 1]
      let letters = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
      return String(letters.isEmpty ? name.prefix { $0 != "(" } : letters)
    }
  }
  return nil
}
