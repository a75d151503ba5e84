import FoundationEssentials
import Testing

private let hasPython = ((try? output(of: "command -v python3")) ?? "") != ""

/// The script and its table are in `Tests/Scripts`.
@Suite(.enabled(if: hasPython, "python3 is not installed")) struct `The budget of the tree` {
  private let script = "'\(SourceTree.root)/Tests/Scripts/house.py'"

  @Test func `is met by each count`() throws {
    let answer = try output(of: "\(script) --check 2>&1; echo $?")
    #expect(answer == "0\n", "\(answer)")
  }

  /// The answer for a package with one module of twelve files, some of which are given by path.
  private func answer(
    _ files: [String: String] = [:], budget: String = "", _ words: String = "--check"
  ) throws -> String {
    let many = (1...12).map { ("Sources/M/F\($0).swift", "let a\($0) = \($0)\n") }
    var all = Dictionary(uniqueKeysWithValues: many)
    all["Package.swift"] = #".module("M")"# + "\n"
    all["docs/ways.md"] = "## A key\n```\nSources/M/F1.swift\n```\n"
    all["Tests/Scripts/budget.txt"] = budget
    for (path, text) in files { all[path] = text }
    return try withFolder { root in
      for (path, text) in all {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      let table = "'\(root.path)/Tests/Scripts/budget.txt'"
      return try output(of: "\(script) \(words) --root '\(root.path)' 2>&1; cat \(table)")
    }
  }

  private let cycle = [
    "Sources/M/A/A.swift": "struct A { let b: [B] }\nprivate struct C {}\n",
    "Sources/M/B/B.swift": "struct B { var a: A }\nstruct C {}\n",
  ]

  @Test(arguments: [
    ("lines of M", "12", "13"), ("targets", "1", "2"), ("files of the way: A key", "1", "2"),
    ("lines of Swift in Sources", "12", "13"), ("lines of the manifest", "1", "2"),
  ]) func `is exceeded by one line, target or file`(name: String, found: String, more: String) throws {
    let exceeded = "\(name): found \(found), at most \(Int(found)! - 1) in"
    #expect(try answer(budget: "\(Int(found)! - 1)  \(name)\n").contains(exceeded))
    #expect(try !answer(budget: "\(found)  \(name)\n").contains("\(name): found"))
    #expect(try answer(budget: "\(more)  \(name)\n", "").contains("\(found)  \(name)\n"))
  }

  @Test func `has the folders of each cycle`() throws {
    #expect(try answer(cycle).contains("folders in cycles of M: found 2, at most 0"))
    var plain = cycle
    // Neither a comment, a text nor a member names a type.
    plain["Sources/M/A/A.swift"] = "struct A {}\n// B\nlet text = \"B \\\\(1)\"\nlet member = Other.B.self\n"
    #expect(try !answer(plain).contains("cycles"))
    plain["Sources/M/A/A.swift"] = "struct A {}\nlet text = \"\\(B.self)\"\n"
    #expect(try answer(plain).contains("folders in cycles of M: found 2"))
  }

  @Test func `has the pairs of files that share six lines`() throws {
    let six = (1...6).map { "print(\"\($0)\", a\($0))\n" }.joined()
    let other = (1...6).map { "print(\"\($0)\", b\($0))\n" }.joined()
    let alike = try answer(["Sources/M/F1.swift": six, "Sources/M/F2.swift": other])
    #expect(alike.contains("alike: found 1") && !alike.contains("the same: found"))
    let same = try answer(["Sources/M/F1.swift": six, "Sources/M/F2.swift": six])
    #expect(same.contains("the same: found 1"))
  }

  @Test func `has no file of a way that does not exist, and no name that is counted no more`() throws {
    let way = ["docs/ways.md": "## A key\n```\nSources/M/Gone.swift\n```\n"]
    #expect(try answer(way).contains("docs/ways.md: A key: there is no Sources/M/Gone.swift"))
    #expect(try answer(budget: "3  lines of N\n").contains("lines of N: is in Tests/Scripts/budget.txt, but"))
  }
}
