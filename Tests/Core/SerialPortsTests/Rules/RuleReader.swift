/// Reads a udev rules file as udev does, and says what udev would only log.
struct RuleReader {
  private(set) var statements: [RuleStatement] = []
  private(set) var findings: [RuleFinding] = []

  init(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() } else { finding(lines.count, "the last line has no end") }
    var pending: (line: Int, text: String)?
    for (number, line) in zip(1..., lines) {
      if let comment = line.firstIndex(where: { $0 != " " && $0 != "\t" }), line[comment] == "#" {
        if pending != nil { finding(number, "a comment inside a continued line") }
        continue
      }
      var start = pending ?? (number, "")
      if line.hasSuffix("\\") {
        start.text += line.dropLast()
        pending = start
      } else {
        pending = nil
        if line.hasSuffix(" ") || line.hasSuffix("\t") { finding(number, "blanks at the end") }
        read(start.text + line, at: start.line)
      }
    }
    if let pending { finding(pending.line, "continued beyond the last line") }
  }

  private mutating func finding(_ line: Int, _ what: String) {
    findings.append(RuleFinding(line: line, what: what))
  }

  private mutating func read(_ text: String, at line: Int) {
    var rest = text[...]
    var tokens: [RuleToken] = []
    skipBlanks(&rest)
    while !rest.isEmpty {
      guard let token = token(&rest, line) else { return }
      tokens.append(token)
      skipBlanks(&rest)
      guard !rest.isEmpty else { break }
      guard rest.first == "," else { return finding(line, "no comma after \(token.key)") }
      rest.removeFirst()
      skipBlanks(&rest)
      if rest.isEmpty { finding(line, "a comma at the end") }
    }
    if !tokens.isEmpty { statements.append(RuleStatement(line: line, tokens: tokens)) }
  }

  private func skipBlanks(_ rest: inout Substring) { rest = rest.drop { $0 == " " || $0 == "\t" } }

  private mutating func token(_ rest: inout Substring, _ line: Int) -> RuleToken? {
    let key = rest.prefix { $0.isLetter || $0 == "_" }
    rest = rest.dropFirst(key.count)
    var attribute: String?
    if rest.first == "{" {
      guard let end = rest.firstIndex(of: "}") else {
        finding(line, "\(key){ has no }")
        return nil
      }
      attribute = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
    }
    let operation = rest.prefix { "=!+-:".contains($0) }
    rest = rest.dropFirst(operation.count)
    guard !key.isEmpty, !operation.isEmpty, rest.first == "\"" else {
      finding(line, "neither key, operator nor text in quotes at: \(key)\(operation)\(rest.prefix(20))")
      return nil
    }
    rest.removeFirst()
    guard let end = rest.firstIndex(of: "\"") else {
      finding(line, "the quotes after \(key) are not closed")
      return nil
    }
    let value = String(rest[..<end])
    rest = rest[rest.index(after: end)...]
    return RuleToken(key: String(key), attribute: attribute, operation: String(operation), value: value)
  }
}
