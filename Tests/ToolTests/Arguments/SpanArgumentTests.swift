import Testing

@testable import GPSBridgeTool

@Suite struct `A span of time in a command` {
  /// Every flag of every command that takes a span, with what else the command needs.
  private static let flags: [[String]] = [
    ["watch", "/nonexistent", "--timeout"], ["watch", "/nonexistent", "--lost-timeout"],
    ["fix", "/nonexistent", "--timeout"], ["fix", "/nonexistent", "--average"],
    ["wait", "/nonexistent", "--timeout"], ["doctor", "/nonexistent", "--duration"],
    ["configure", "/nonexistent", "--timeout"], ["stats", "/nonexistent", "--duration"],
    ["record", "/nonexistent", "-o", "/nonexistent/a.gbr", "--duration"],
    ["record", "/nonexistent", "-o", "/nonexistent/a", "--rotate"], ["simulate", "--list", "--duration"],
    ["replay", "/nonexistent", "--from"], ["export", "/nonexistent", "--format=gpx", "--gap"],
  ]

  @Test(arguments: flags) func `is written one way in every command`(words: [String]) throws {
    func message(_ span: String, without left: String = "") throws -> String {
      let given = words.filter { $0 != left } + [span]
      return try Program.run([Program.path] + given.map { Array($0.utf8) }, input: nil).message
    }
    for span in ["5m", "5min", "1h30m", "90s", "1d", "2h", "1.5h", "90"]
    where span != "90" || words[0] != "record" {
      let message = try message(span)
      #expect(!message.contains(" can't be \(span)"), "\(message)")
    }
    for span in ["soon", "5 min", "1h30", "30m1h"] {
      // The doctor looks at its patient before it looks at its watch.
      let message = try message(span, without: words[0] == "doctor" ? "/nonexistent" : "")
      #expect(message.hasPrefix("error: \(words.last ?? "") can't be \(span)\n"), "\(message)")
    }
  }

  @Test(arguments: ["watch", "export"]) func `and a day too`(verb: String) throws {
    func message(_ day: String) throws -> String {
      try gpsbridge(verb, "-", "--format=csv", "--reference", day, input: []).message
    }
    #expect(
      try message("2026-13-01").hasPrefix(
        "error: --reference can't be 2026-13-01\n  the calendar has no such day\n"))
    #expect(
      try message("1.2.2026").hasPrefix(
        "error: --reference can't be 1.2.2026\n  a day is written YYYY-MM-DD\n"))
    #expect(try !message("2026-11-20").contains("--reference"))
  }

  @Test(arguments: ["--timeout=soon", "--count=0", "--count=1.5", "--lost-timeout=", "--count=x"])
  func `or a count that is wrong is refused with its form`(word: String) throws {
    let run = try gpsbridge("watch", "sim:walk", word, "--format=csv")
    #expect(run.exit == 2)
    #expect(run.message.contains("\n  fix: write "))
  }
}
