import FoundationEssentials
import Testing

private let hasPython = ((try? output(of: "command -v python3")) ?? "") != ""

/// `make docs` asks the graphs of all public symbols who has no comment; here that question meets symbols that were planted for it.
@Suite(.enabled(if: hasPython, "python3 is not installed")) struct `A public symbol without a comment` {
  private func answer(symbols: [String], relationships: [String] = []) throws -> [Substring] {
    let text = """
      {"module": {"name": "M"}, "symbols": [\(symbols.joined(separator: ","))],
      "relationships": [\(relationships.joined(separator: ","))]}
      """
    let script = SourceTree.root + "/Tests/Scripts/documentation-coverage.py"
    return try withFolder { folder in
      try Data(text.utf8).write(to: folder.appending(path: "M.symbols.json"))
      return try output(of: "'\(script)' '\(folder.path)' 2>&1; echo $?").split(separator: "\n")
    }
  }

  private func symbol(_ name: String, comment: String? = nil, identifier: String? = nil) -> String {
    let comment = comment.map { ", \"docComment\": {\"lines\": [{\"text\": \"\($0)\"}]}" } ?? ""
    return """
      {"identifier": {"precise": "\(identifier ?? name)"}, "pathComponents": ["A", "\(name)"],
      "location": {"uri": "file:///A.swift", "position": {"line": 6}}\(comment)}
      """
  }

  @Test func `is named with its line, and makes the documentation fail`() throws {
    #expect(
      try answer(symbols: [symbol("a", comment: "What it is."), symbol("b")]) == [
        "/A.swift:7: M.A.b has no comment", "docs: 1 of 2 public symbols have a comment", "1",
      ])
    #expect(try answer(symbols: [symbol("b", comment: "  ")]).last == "1")
  }

  @Test func `counts for nothing where the compiler wrote it, or where a protocol explains it`() throws {
    let symbols = [
      symbol("hash", identifier: "s:x::SYNTHESIZED::y"), symbol("c"), symbol("d", comment: "What it is."),
    ]
    let inherited =
      #"{"source": "c", "target": "P", "kind": "memberOf", "sourceOrigin": {"identifier": "p"}}"#
    #expect(
      try answer(symbols: symbols, relationships: [inherited]) == [
        "docs: 1 of 1 public symbols have a comment", "0",
      ])
  }

  @Test func `is not looked for in nothing`() throws {
    let script = SourceTree.root + "/Tests/Scripts/documentation-coverage.py"
    let answer = try output(of: "'\(script)' /nonexistent 2>&1; echo $?")
    #expect(answer == "documentation-coverage.py: no symbol graphs in /nonexistent\n1\n")
  }
}
