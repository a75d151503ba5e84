import Testing

@Suite struct `The front page` {
  @Test func `shows an example, and what a test sees it print`() throws {
    let text = try SourceTree.text(of: "README.md")
    let blocks = Page(SourceFile(path: "README.md", text: text)).blocks
    let place = try #require(blocks.firstIndex { $0.lines.contains { $0.contains("print(update)") } })
    let program = blocks[place].lines.joined(separator: "\n")
    #expect(blocks[place].language == "swift")
    #expect(try SourceTree.text(of: "docs/examples/hello-location/main.swift").contains(program))
    let printed = blocks[place + 1].lines
    #expect(printed.count == 2)
    let test = try SourceTree.files(in: "Tests/Apparatus/GuideTests/Examples", ending: ["swift"]).map(\.text)
    for line in printed { #expect(test.contains { $0.contains("\"\(line)\"") }, "\(line)") }
  }

  @Test func `shows a screen as it was captured`() throws {
    let page = Page(SourceFile(path: "README.md", text: try SourceTree.text(of: "README.md")))
    #expect(page.links.map(\.target).contains("docs/screens/front.svg"))
    let picture = try SourceTree.text(of: "docs/screens/front.svg")
    let capture = try SourceTree.text(of: "docs/screens/front.txt")
    let words = picture.components(between: "<text ", and: "</text>").map { piece in
      piece[piece.index(after: piece.firstIndex(of: ">") ?? piece.startIndex)...]
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
    }
    // Blanks apart: where there is nothing but blanks, nothing is drawn.
    #expect(words.joined().filter { !$0.isWhitespace } == capture.filter { !$0.isWhitespace })
    #expect(capture.contains(" FIX ") && capture.contains(" SKY "))
  }

  @Test func `has its numbers from the page on speed, line by line`() throws {
    let page = try SourceTree.text(of: "README.md")
    let measured = try Set(SourceTree.text(of: "docs/performance.md").split(separator: "\n"))
    let rows = page.components(between: "### In numbers", and: "\n## ").joined().split(separator: "\n")
      .filter { $0.hasPrefix("| ") && $0.contains { $0.isNumber } }
    #expect(rows.count == 5)
    for row in rows { #expect(measured.contains(row), "docs/performance.md has no such line: \(row)") }
  }

  @Test func `leads to a list of all sentences that there are`() throws {
    let page = try SourceTree.text(of: "docs/sentences.md")
    let listed = page.split(separator: "\n").filter { $0.hasPrefix("| ") }
      .flatMap { $0.split(separator: "|").last?.split(separator: " ") ?? [] }
      .map { $0.replacing(",", with: "") }
    let files = try SourceTree.files(in: "Sources/Core/NMEA/Sentences", ending: ["swift"])
    let types = files.flatMap(\.lines).compactMap { line -> String? in
      let words = line.split { " :".contains($0) }
      // A sentence with the fields of another is a name for their generic type.
      if line.hasPrefix("public typealias "), line.hasSuffix(">") { return String(words[2]) }
      guard words.dropFirst().first == "struct",
        ["TalkerContent", "VendorContent"].contains(words.dropFirst(3).first)
      else { return nil }
      return String(words[2])
    }
    #expect(listed.map(String.init).sorted() == types.sorted())
    #expect(try SourceTree.text(of: "README.md").contains("[\(listed.count) types]"))
  }
}

extension String {
  /// What stands between two marks, as often as they come.
  func components(between start: String, and end: String) -> [String] {
    split(separator: start).dropFirst().map { piece in
      String(piece[..<(piece.firstRange(of: end)?.lowerBound ?? piece.endIndex)])
    }
  }
}
