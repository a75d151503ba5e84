import Testing

private let hasPython = ((try? output(of: "command -v python3")) ?? "") != ""

/// A script counts what pages quote, and keeps what was measured, with its date.
@Suite(.enabled(if: hasPython, "python3 is not installed")) struct `A figure in a page` {
  private let script = "'\(SourceTree.root)/Tests/Scripts/figures.py'"

  @Test func `is the one that can be counted, or that was measured last`() throws {
    #expect(try output(of: "\(script) --check 2>&1; echo $?") == "0\n")
  }

  /// The tree with one line of a page changed.
  private func answer(_ page: String, _ change: String) throws -> String {
    try output(
      of: """
        tree=$(mktemp -d) && trap 'rm -rf "$tree"' EXIT && cd '\(SourceTree.root)' &&
        ln -s "$PWD"/* "$tree" && rm "$tree/docs" && mkdir "$tree/docs" && ln -s "$PWD"/docs/* "$tree/docs" &&
        rm "$tree/\(page)" && sed -E '\(change)' '\(page)' >"$tree/\(page)" &&
        \(script) --check --root "$tree"; echo $?
        """)
  }

  @Test func `is found where it has grown old, and where a page no longer has it`() throws {
    let old = try answer("README.md", "s/There are [0-9]+ verdicts/There are 7 verdicts/")
    #expect(old.hasPrefix("README.md: found 7, expected ") && old.hasSuffix("\n1\n"), "\(old)")
    let size = try answer("docs/performance.md", "s/The program has [0-9.]+ MB/The program has 12.9 MB/")
    #expect(
      size.hasPrefix("docs/performance.md: found 12.9, expected ") && size.hasSuffix("\n1\n"), "\(size)")
    let gone = try answer("README.md", "s/There are [0-9]+ verdicts/There are many verdicts/")
    #expect(gone.hasPrefix("README.md: nothing matches ") && gone.hasSuffix("\n1\n"), "\(gone)")
  }

  @Test func `stands in every table that has it`() throws {
    // Measured figures come from one page: the front page quotes its lines.
    let all = try output(of: script)
    for name in ["verdicts", "size of the program, MB", "memory of watch, MB"] { #expect(all.contains(name)) }
  }
}
