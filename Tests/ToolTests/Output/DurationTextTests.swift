import Testing

@testable import GPSBridgeTool
@testable import Texts

@Suite struct `A span of time` {
  @Test(
    arguments: [
      ("30", .seconds(30)), ("30s", .seconds(30)), ("1.5m", .seconds(90)), ("2h", .seconds(7200)),
      ("500ms", .milliseconds(500)), ("1d", .seconds(86_400)), (".5s", .milliseconds(500)),
      ("5m", .seconds(300)), ("5min", .seconds(300)), ("1h30m", .seconds(5400)), ("1h30min", .seconds(5400)),
      ("2d", .seconds(172_800)), ("1m30.5s", .milliseconds(90_500)), ("1s500ms", .milliseconds(1500)),
    ] as [(String, Duration)])
  func `is read with its unit`(text: String, duration: Duration) {
    #expect(DurationText.parse(text) == duration)
  }

  @Test(arguments: [
    "", "s", "-5s", "0", "0.0s", "5 s", "5x", "1e9d", "1.2.3s", "५s", "500d", "0.0001s", "nan",
  ])
  func `that can't be is not read`(text: String) { #expect(DurationText.parse(text) == nil) }

  @Test(
    arguments: [
      (.seconds(30), "30 s"), (.seconds(90), "90 s"), (.seconds(300), "5 min"), (.seconds(7200), "2 h"),
      (.milliseconds(1500), "1.5 s"), (.milliseconds(50), "0.050 s"),
    ] as [(Duration, String)])
  func `is shown in words`(duration: Duration, words: String) { #expect(DurationText.of(duration) == words) }

  @Test func `may be none where nothing is waited for`() {
    #expect(DurationText.parse("0s", orNone: true) == .zero)
    #expect(DurationText.parse("0") == nil)
  }

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
