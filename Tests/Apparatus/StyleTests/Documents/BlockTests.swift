import Testing

@Suite struct `A block of Swift in a page` {
  @Test func `stands in a file that is compiled`() throws {
    // In Sources: what a page about a decision shows of the decision.
    let compiled = try ["Tests", "docs/examples", "Sources"].flatMap {
      try SourceTree.files(in: $0, ending: ["swift"])
    }
    let snippets = Snippets(compiled)
    let blocks = try SourceTree.pages().flatMap { page in
      page.blocks.filter { $0.language == "swift" && !$0.isManifest }.map { (page.path, $0) }
    }
    #expect(blocks.count > 60)
    for (path, block) in blocks {
      // Its blocks are whole files, which Tests/Scripts/page-blocks.py builds with their imports.
      let isWhole = path == "docs/tutorial.md"
      let isCompiled = snippets.contain(block.lines.filter { !isWhole || !$0.contains("import ") })
      #expect(
        isCompiled,
        "\(path):\(block.line): nothing that is compiled has this: \(block.lines.joined(separator: "\n"))")
    }
  }

  @Test func `is found when it stands nowhere, or not as a whole`() {
    let snippets = Snippets([
      SourceFile(path: "a.swift", text: "func f() {\n\n  let a = 1   // one\n  let b = 2\n}\n")
    ])
    let pieces = [
      ["let a = 1  // one", "", "let b = 2"], ["let a = 1"], ["let b = 2", "let a = 1  // one"], [],
      ["let b = 2", "}", "}"],
    ]
    #expect(pieces.map(snippets.contain) == [true, false, false, false, false])
  }

  @Test func `is shut by a fence of its own, and says what language it is in`() throws {
    for page in try SourceTree.pages() {
      for block in page.blocks {
        #expect(!block.lines.contains { $0.hasPrefix("```") })
        // Commands have none: tests read them there.
        let isKnown = ["", "swift", "json", "ini"].contains(block.language)
        #expect(isKnown, "\(page.path):\(block.line): \(block.language)")
      }
    }
  }
}

extension Page.Block {
  /// Whether it shows a manifest, or a part of one: that is for SwiftPM to read.
  var isManifest: Bool { isWholeManifest || lines.first?.hasPrefix("// Package.swift") ?? false }

  var isWholeManifest: Bool { lines.first?.hasPrefix("// swift-tools-version") ?? false }
}
