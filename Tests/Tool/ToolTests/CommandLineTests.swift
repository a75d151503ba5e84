import Testing

@testable import GPSBridgeTool

@Suite struct `A command line` {
  private func parse(_ words: String...) -> ParsedArguments {
    CommandTable.gpsbridge.parse(words.map { Argument($0) })
  }

  @Test(arguments: [
    ["watch", "walk.nmea", "--format", "csv", "--stats"],
    ["--format", "csv", "watch", "--stats", "walk.nmea"],
    ["--stats", "--format=csv", "watch", "walk.nmea"],
    ["watch", "--stats", "--format=csv", "--", "walk.nmea"],
  ])
  func `may have verb, flags and file in any order`(words: [String]) {
    let parsed = CommandTable.gpsbridge.parse(words.map { Argument($0) })
    #expect(parsed.problem == nil)
    #expect(parsed.command?.name == "watch")
    #expect(parsed.operands == [Argument("walk.nmea")])
    #expect(parsed.value(of: .format) == "csv")
    #expect(parsed.has(.stats))
  }

  @Test func `takes a dash for a file, and all behind two dashes`() {
    #expect(parse("watch", "-").operands == [Argument("-")])
    #expect(parse("watch", "--", "--stats").operands == [Argument("--stats")])
  }

  @Test func `lets the last of two equal flags win`() {
    #expect(parse("watch", "--format=csv", "--format", "nmea", "-").value(of: .format) == "nmea")
  }

  @Test func `splits lists at commas`() {
    #expect(parse("watch", "--types", "fix,,sky,", "-").list(of: .types) == ["fix", "sky"])
  }

  @Test(arguments: [
    (["wacth", "x"], "unknown_verb", "did you mean: gpsbridge watch"),
    (["watch", "x", "--fromat=csv"], "unknown_flag", "did you mean --format?"),
    (["watch", "x", "--ref=2026-11-20"], "unknown_flag", "did you mean --reference?"),
    (["watch", "x", "-z"], "unknown_flag", "gpsbridge watch --help lists the flags"),
    (["watch", "x", "--format", "cvs"], "unknown_value", "did you mean csv?"),
    (["watch", "x", "--types", "fix,skies"], "unknown_value", "name one of them"),
    (["watch", "x", "--types", ","], "missing_value", "write --types TYPES"),
    (["watch", "x", "--format"], "missing_value", "write --format FORMAT"),
    (["watch", "--format", "--stats", "x"], "missing_value", "write --format FORMAT"),
    (["watch", "x", "--format="], "missing_value", "write --format FORMAT"),
    (["watch", "x", "--stats=yes"], "unwanted_value", "write --stats"),
    (["completions"], "missing_operand", "gpsbridge completions --help shows more"),
    (["completions", "bsh"], "unknown_value", "did you mean: gpsbridge completions bash"),
    (["config", "edit"], "unknown_value", "name one of them"),
    (["watch", "a", "b"], "too_many_operands", "leave it out; quote names that contain spaces"),
  ])
  func `that is wrong says what is nearest or known`(words: [String], code: String, hint: String) {
    let problem = CommandTable.gpsbridge.parse(words.map { Argument($0) }).problem
    #expect(problem?.code == code)
    #expect(problem?.hint == hint)
    #expect(problem?.exit == .usage)
  }

  @Test func `names all types when one is unknown`() {
    #expect(
      parse("watch", "x", "--types", "tracks").problem?.reason
        == "known: fix, sky, attitude, event, condition, setting, verdict, device, stats, error")
  }

  @Test func `still knows the format when another flag is wrong`() {
    let parsed = parse("watch", "--bogus", "--format", "ndjson", "x")
    #expect(parsed.problem?.code == "unknown_flag")
    #expect(parsed.value(of: .format) == "ndjson")
  }

  @Test func `keeps the bytes of a name that is no text`() {
    let name: [UInt8] = [0x66, 0xFF, 0xFE, 0x2E]
    let parsed = CommandTable.gpsbridge.parse([Argument("watch"), Argument(name)])
    #expect(parsed.operands.map(\.bytes) == [name])
  }
}

@Suite struct `The nearest name` {
  @Test func `forgives swapped, lost and added letters`() {
    #expect(NearestName.find(to: "wacth", among: ["watch"]) == "watch")
    #expect(NearestName.find(to: "wtch", among: ["watch"]) == "watch")
    #expect(NearestName.find(to: "--formatt", among: ["--stats", "--format"]) == "--format")
  }

  @Test func `is none when everything is far away`() {
    #expect(NearestName.find(to: "monitor", among: ["watch"]) == nil)
    #expect(NearestName.find(to: String(repeating: "w", count: 100_000), among: ["watch"]) == nil)
  }

  @Test func `counts single edits`() {
    #expect(NearestName.distance(Array("abcd".utf8), Array("abdc".utf8)) == 1)
    #expect(NearestName.distance([], Array("abc".utf8)) == 3)
    #expect(NearestName.distance(Array("same".utf8), Array("same".utf8)) == 0)
  }
}
