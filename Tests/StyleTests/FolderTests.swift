import FoundationEssentials
import Testing

private let hasPython = ((try? output(of: "command -v python3")) ?? "") != ""

/// The script and its table are in `Tests/Scripts`.
@Suite(.enabled(if: hasPython, "python3 is not installed")) struct `A folder of a large module` {
  /// Runs the script on a package with one module, whose files are given by path.
  private func differences(_ files: [String: String], table: String) throws -> String {
    var all = ["Package.swift": #".module("M")"#, "Tests/Scripts/folders.txt": table]
    for (path, text) in files { all["Sources/M/" + path] = text }
    return try withFolder { root in
      for (path, text) in all {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      return try output(of: "'\(SourceTree.root)/Tests/Scripts/folders.py' --root '\(root.path)'")
    }
  }

  private let files = [
    "A/A.swift": "struct A {}\nprivate struct C {}\n",
    "B/B.swift": "struct B { var a: A }\nstruct C {}\n",
  ]

  @Test func `names only types of the folders that the table allows`() throws {
    #expect(try output(of: "'\(SourceTree.root)/Tests/Scripts/folders.py'") == "")
  }

  @Test func `is checked by a script that accepts what the table has`() throws {
    #expect(try differences(files, table: "M 0\n  B: A\n") == "")
  }

  @Test func `is found when a new arrow leads from it, and closes a cycle`() throws {
    var planted = files
    planted["A/More.swift"] = "struct More { let b: [B] }\n"
    #expect(
      try differences(planted, table: "M 0\n  B: A\n") == """
        M: new arrow from A to B: A/More.swift names B
        M: 2 folders are in cycles, folders.txt has 0

        """)
  }

  @Test func `is found when an arrow of the table has gone`() throws {
    let less = files.filter { $0.key != "B/B.swift" }
    #expect(
      try differences(less, table: "M 0\n  B: A\n")
        == "M: no arrow from B to A any more: remove it from folders.txt\n")
  }

  @Test func `is not found for a name in a comment, in a text or of a member`() throws {
    var plain = files
    plain["A/Plain.swift"] = """
      // B
      /// ``B``
      let text = "B \\(1)"
      let member = Other.B.self
      """
    #expect(try differences(plain, table: "M 0\n  B: A\n") == "")
  }

  @Test func `is found when it is named within a text`() throws {
    var planted = files
    planted["A/Text.swift"] = #"let text = "\(B.self)""#
    #expect(try differences(planted, table: "M 0\n  B: A\n").contains("A/Text.swift names B"))
  }

  @Test func `is in the table if the module has more than 40 files`() throws {
    let many = Dictionary(uniqueKeysWithValues: (1...41).map { ("A/F\($0).swift", "") })
    #expect(try differences(many, table: "") == "M: has 41 files, and is not in folders.txt\n")
  }
}
