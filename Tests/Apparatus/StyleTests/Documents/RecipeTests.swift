import Testing

@Suite struct `A recipe of make that a page names` {
  let makefile: SourceFile

  init() throws { makefile = SourceFile(path: "Makefile", text: try SourceTree.text(of: "Makefile")) }

  @Test func `is in the Makefile, with what can be set for it`() throws {
    var count = 0
    for page in try SourceTree.pages() {
      for recipe in page.recipes {
        count += 1
        #expect(recipe.flatMap(unknown) == [], "\(page.path): make \(recipe.joined(separator: " "))")
      }
    }
    #expect(count > 30)
  }

  @Test func `is found where it is none`() {
    let page = Page(
      SourceFile(
        path: "a.md",
        text:
          "Say `make tset` or\n```\nsudo make install-rules AUTOSTRAT=1  # why\n$ make monitor; make help\n```\n"
      ))
    #expect(page.recipes == [["install-rules", "AUTOSTRAT=1"], ["monitor"], ["tset"]])
    #expect(page.recipes.map { $0.flatMap(unknown) } == [["AUTOSTRAT=1"], [], ["tset"]])
  }

  /// A word that means nothing to our Makefile.
  private func unknown(_ word: String) -> [String] {
    let name = word.prefix { $0 != "=" }
    let isKnown =
      name.count < word.count
      ? makefile.text.contains("$(\(name))") : makefile.lines.contains { $0.hasPrefix(name + ":") }
    return isKnown ? [] : [word]
  }
}

extension Page {
  /// What stands behind `make`, in blocks and between back ticks.
  fileprivate var recipes: [[String]] {
    let lines = blocks.filter { $0.language == "" }.flatMap(\.lines) + spans
    return lines.compactMap { line in
      var words = line.prefix { !"#;|&".contains($0) }.split(separator: " ").map(String.init)
      words = Array(words.drop { ["$", "sudo"].contains($0) })
      guard words.first == "make", words.count > 1, !words[1].hasPrefix("-") else { return nil }
      return Array(words.dropFirst())
    }
  }
}
