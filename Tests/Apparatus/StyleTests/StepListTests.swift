import FoundationEssentials
import Testing

/// `Tests/Scripts/steps.txt` lists what `.ci/run`, `make ready` and `make nightly` run.
@Suite struct `The list of steps` {
  private struct Step {
    var runs: Set<Substring>
    var limit: Int
    var name: Substring
    var command: [Substring]
  }

  private func steps(in text: String) -> [Step] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
      let words = line.split(separator: " ")
      return Step(
        runs: Set(words[0].split(separator: ",")), limit: Int(words[1]) ?? 0, name: words[2],
        command: Array(words[3...]))
    }
  }

  @Test func `has each step once in the gate or in the nightly run, with a limit, and a command that exists`()
    throws
  {
    let all = steps(in: try SourceTree.text(of: "Tests/Scripts/steps.txt"))
    let recipes = try SourceTree.text(of: "Makefile").split(separator: "\n")
    for step in all {
      #expect(
        step.runs.isSubset(of: ["ready", "gate", "nightly", "beside"])
          && (step.name == "build" || !step.runs.isSuperset(of: ["gate", "nightly"])))
      #expect(!step.runs.contains("beside") || step.runs.contains("nightly"), "\(step.name)")
      #expect(step.limit > 0, "\(step.name)")
      guard let command = step.command.first(where: { !$0.contains("=") }) else { continue }
      let target = step.command.drop { $0 != command }.dropFirst().first ?? ""
      let isThere =
        command == "make"
        ? recipes.contains { $0.hasPrefix(target + ":") }
        : FileManager.default.isExecutableFile(atPath: SourceTree.root + "/" + command)
      #expect(isThere, "\(step.name): \(step.command.joined(separator: " "))")
    }
    for run in ["ready", "gate", "nightly"] {
      let names = all.filter { $0.runs.contains(Substring(run)) }.map(\.name)
      #expect(Set(names).count == names.count && names.count > 2, "\(run): \(names)")
    }
  }

  /// What a run prints with a list of steps, in whose commands `FOLDER` is a folder of the test.
  private func lines(of run: String, _ steps: String) throws -> [String] {
    try withFolder { folder in
      let list = folder.appending(path: "steps")
      try Data(steps.replacing("FOLDER", with: folder.path).utf8).write(to: list)
      let script =
        "cd '\(SourceTree.root)' && STEPS='\(list.path)' Tests/Scripts/steps.sh \(run); echo status $?"
      return try output(of: script).split(separator: "\n").map(String.init)
    }
  }

  private func hasRow(_ name: Substring, _ result: Substring, in lines: [String]) -> Bool {
    lines.contains { $0.split(separator: " ").suffix(2) == [name, result] }
  }

  @Test func `goes on after a failure, and ends with a table and status 1`() throws {
    let lines = try lines(
      of: "gate", "gate 60 bad exit 3\ngate 60 without exit 77\ngate 60 good true\nnightly 60 never exit 4\n")
    for (name, result) in [("bad", "FAILED"), ("without", "skipped"), ("good", "ok")] {
      #expect(hasRow(Substring(name), Substring(result), in: lines), "\(lines)")
    }
    #expect(!lines.contains { $0.contains("never") } && lines.last == "status 1")
  }

  @Test func `has a second row in the nightly run, whose failures count as well`() throws {
    let lines = try lines(
      of: "nightly",
      """
      nightly 60 pipe mkfifo FOLDER/a FOLDER/b && cat FOLDER/a && echo >FOLDER/b
      nightly,beside 60 wait until [ -e FOLDER/b ]; do :; done; echo >FOLDER/a; cat FOLDER/b
      nightly,beside 60 bad exit 3

      """)
    for (name, result) in [("pipe", "ok"), ("wait", "ok"), ("bad", "FAILED")] {
      #expect(hasRow(Substring(name), Substring(result), in: lines), "\(lines)")
    }
    #expect(lines.last == "status 1")
  }
}
