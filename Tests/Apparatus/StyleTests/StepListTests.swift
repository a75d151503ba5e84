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
        step.runs.isSubset(of: ["ready", "gate", "nightly"])
          && !step.runs.isSuperset(of: ["gate", "nightly"]))
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

  @Test func `goes on after a failure, and ends with a table and status 1`() throws {
    let lines = try withFolder { folder in
      let list = folder.appending(path: "steps")
      let steps = "gate 60 bad exit 3\ngate 60 without exit 77\ngate 60 good true\nnightly 60 never exit 4\n"
      try Data(steps.utf8).write(to: list)
      let script =
        "cd '\(SourceTree.root)' && STEPS='\(list.path)' Tests/Scripts/steps.sh gate; echo status $?"
      return try output(of: script).split(separator: "\n").map(String.init)
    }
    for (name, result) in [("bad", "FAILED"), ("without", "skipped"), ("good", "ok")] {
      #expect(
        lines.contains { $0.split(separator: " ").suffix(2) == [Substring(name), Substring(result)] },
        "\(lines)")
    }
    #expect(!lines.contains { $0.contains("never") })
    #expect(lines.last == "status 1")
  }
}
