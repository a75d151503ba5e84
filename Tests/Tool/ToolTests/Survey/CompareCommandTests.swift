import GNSS
import GPSGeodesy
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `gpsbridge compare` {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  private func comparison(_ one: String, _ other: String) throws -> JSONValue {
    let run = try gpsbridge("compare", one, other, "--json")
    #expect(run.exit == 0, "\(run.message)\(run.output)")
    return try SecludedRun.record(run)
  }

  @Test func `detects 0.3 m in an hour at 1 Hz with 1.5 m of noise, and none where there is none`() throws {
    var first = NoisyWalk(seed: 1)
    let one = try folder.write("a.nmea", first.sentences(0..<3600))
    var (far, near) = (NoisyWalk(seed: 2), NoisyWalk(seed: 2))
    (far.east, far.north) = (0.18, -0.24)
    let planted = try comparison(one, try folder.write("b.nmea", far.sentences(0..<3600)))
    let error = 1.5 * (2.0 / 3600).squareRoot()
    func number(_ key: String) throws -> Double { try #require(planted[key]?.number, "\(key)") }
    #expect(planted["significant"] == .bool(true))
    #expect(try number("chance") < 1e-6)
    let (east, north) = (try number("east_m"), try number("north_m"))
    #expect(abs(east - 0.18) < 4 * error && abs(north + 0.24) < 4 * error)
    let ratio = try number("standard_error_east_m") / error
    #expect(0.85...1.2 ~= ratio)
    #expect(planted["matched"]?.number == 3600 && planted["only_in_first"]?.number == 0)
    let none = try comparison(one, try folder.write("c.nmea", near.sentences(0..<3600)))
    #expect(none["significant"] == .bool(false) && none["significant_up"] == .bool(false))
    let text = try gpsbridge("compare", one, folder("b.nmea"))
    #expect(
      text.lines.contains { $0.hasPrefix("offset ") && $0.hasSuffix(": significant") }, "\(text.output)")
    for line in text.lines { #expect(line.count <= 80 || line.hasPrefix("A is"), "\(line)") }
  }

  @Test func `matches by time, and counts what one has alone and what lies outside`() throws {
    var (first, second) = (NoisyWalk(seed: 3), NoisyWalk(seed: 4))
    first.signals = [(5, 40), (7, 30), (9, 44)]
    second.signals = [(5, 43), (7, 31), (12, 50)]
    let one = try folder.write("a.nmea", first.sentences(0..<300, without: [120, 121]))
    let other = try folder.write("b.nmea", second.sentences(100..<400, without: [150, 250, 251]))
    let found = try comparison(one, other)
    func count(_ key: String) -> Double { found[key]?.number ?? -1 }
    #expect(count("matched") == 195)
    #expect(count("only_in_first") == 3 && count("only_in_second") == 2)
    #expect(count("outside_first") == 100 && count("outside_second") == 100)
    #expect(count("cn0_difference_median_db") == 2)
    let signals = try #require(found["signals"]?.elements)
    #expect(signals.map { $0["id"]?.number } == [5, 7])
    #expect(signals[0]["first_dbhz"]?.number == 40 && signals[0]["second_dbhz"]?.number == 43)
    // The other way around, all signs change.
    let back = try comparison(other, one)
    #expect(back["east_m"]?.number == found["east_m"]?.number.map { -$0 })
    #expect(back["cn0_difference_median_db"]?.number == -2)
  }

  @Test(arguments: [0, 60, 299])
  func `loses one position by one wrong time`(_ wrong: Int) throws {
    var (first, second) = (NoisyWalk(seed: 6), NoisyWalk(seed: 7))
    let early = first.sentences(0..<wrong)
    let one = try folder.write(
      "a.nmea", early + first.sentences(wrong + 10_800..<wrong + 10_801) + first.sentences(wrong + 1..<300))
    let other = try folder.write("b.nmea", second.sentences(0..<300))
    #expect(try comparison(one, other)["matched"]?.number == 299)
    #expect(try comparison(other, one)["matched"]?.number == 299)
  }

  @Test func `bounds what waits`() throws {
    var (comparison, fix) = (Comparison(), Fix())
    (fix.mode, fix.coordinate) = (.twoDimensional, Coordinate(latitude: 48, longitude: 11))
    for second in 0..<100_000 {
      fix.time = UTC(secondsSince1970: 1_795_176_000 + Int64(second))
      comparison.take(fix, after: 0, from: 0)
      comparison.take(Sky(time: fix.time, satellites: []), from: 0)
    }
    #expect(comparison.waiting(0) == 4096 && comparison.waiting(1) == 0)
    comparison.finish()
    #expect(comparison.outside == [100_000, 0])
  }

  @Test func `refuses what can't be compared, with a remedy`() throws {
    var walk = NoisyWalk(seed: 5)
    let one = try folder.write("a.nmea", walk.sentences(0..<10))
    let later = try folder.write("b.nmea", walk.sentences(100..<110))
    #expect(
      try gpsbridge(["compare", one, later])
        == Run(
          exit: 6, output: "",
          message: """
            error: \(one) and \(later) have no position of the same time
              \(one) 2026-11-20T12:00:00.000Z to 2026-11-20T12:00:09.000Z; \(later) 2026-11-20T12:01:40.000Z to 2026-11-20T12:01:49.000Z
              fix: compare what was recorded at the same time

            """))
    for words in [
      [one, one], [one, folder("./a.nmea")], ["store", one], [one, "sim:walk"], [one], [one, later, one],
      [one, later, "--for=1h"],
    ] {
      #expect(
        try gpsbridge(["compare"] + words).exit == 2)
    }
    #expect(try gpsbridge("compare", one, "sim:walk").message.contains(" are a recording and a receiver\n"))
    var far = NoisyWalk(seed: 5)
    far.north = 20_000
    let away = try gpsbridge("compare", one, try folder.write("far.nmea", far.sentences(0..<10)))
    #expect(away.exit == 6 && away.message.contains(" are more than 10 km apart at the same times\n"))
    let empty = try folder.write("e.nmea", [])
    #expect(try gpsbridge("compare", one, empty).exit == 6)
  }

  @Test func `gives no offset of a receiver that moves from one at rest, but of two in one vehicle`() throws {
    var (still, mobile) = (NoisyWalk(seed: 8), NoisyWalk(seed: 9))
    mobile.speed = 1.4
    let one = try folder.write("a.nmea", still.sentences(0..<200))
    let other = try folder.write("b.nmea", mobile.sentences(0..<200))
    for (words, mover, key) in [
      ([one, other], "B moved and A", "second"), ([other, one], "A moved and B", "first"),
    ] {
      let run = try gpsbridge("compare", words[0], words[1])
      #expect(run.exit == 9 && run.message.hasPrefix("error: \(mover) did not, so"), "\(run.message)")
      #expect(run.message.contains("\n  the receiver moved, or its positions jumped: they lie up to 1"))
      #expect(run.lines.contains("offset        none: \(mover) did not") && !run.output.contains("B from A"))
      // The error follows as a record of its own.
      let records = try SecludedRun.records(try gpsbridge("compare", words[0], words[1], "--json"))
      let record = try #require(records.first)
      #expect(records.count == 2 && records[1]["code"]?.text == "moved")
      #expect(record["moved"]?.text == key && record["east_m"] == nil && record["significant"] == nil)
    }
    let beside = try folder.write("c.nmea", mobile.sentences(0..<200))
    #expect(try comparison(other, beside)["moved"] == nil)
  }

  @Test func `writes the sign of the rounded difference of signals`() throws {
    var (first, second) = (NoisyWalk(seed: 3), NoisyWalk(seed: 4))
    (first.signals, second.signals) = ([(5, 40), (7, 30)], [(5, 40), (7, 31)])
    let one = try folder.write("a.nmea", first.sentences(0..<100))
    // One of a hundred times is a step higher: 0.01 dB.
    let early = second.sentences(0..<99)
    second.signals[0].1 = 41
    let other = try folder.write("b.nmea", early + second.sentences(99..<100))
    let lines = try gpsbridge("compare", one, other).lines
    #expect(
      lines.contains("  gps 5       40.0, 40.0: 0.0") && lines.contains("  gps 7       30.0, 31.0: +1.0"),
      "\(lines)")
  }

  @Test func `compares two live receivers`() throws {
    let run = try gpsbridge("compare", "sim:static?rate=5", "sim:static?rate=5&seed=3", "--for=10s", "--json")
    #expect(run.exit == 0, "\(run.message)")
    let record = try SecludedRun.record(run)
    #expect(record["matched"]?.number ?? 0 >= 1 && record["first_fix_s"] != nil)
  }

  @Test func `calls few differences of correlated noise significant`() throws {
    var (wrong, known) = (0, 0)
    var random = SeededGenerator()
    for _ in 0..<200 {
      var comparison = Comparison()
      var walk = NoisyWalk(seed: random.next())
      walk.correlation = 0.8
      var places: [(Double, Double)] = []
      for _ in 0..<3600 { places.append(walk.step()) }
      for (second, place) in places.enumerated() {
        var fix = Fix()
        (fix.mode, fix.time) = (.twoDimensional, UTC(secondsSince1970: 1_795_176_000 + Int64(second)))
        fix.coordinate = Coordinate(latitude: 48.1173, longitude: 11.5167)
        comparison.take(fix, after: 0, from: 0)
        fix.coordinate = Coordinate(
          latitude: 48.1173 + place.1 / NoisyWalk.northDegree,
          longitude: 11.5167 + place.0 / NoisyWalk.eastDegree)
        comparison.take(fix, after: 0, from: 1)
      }
      comparison.finish()
      #expect(comparison.survey.count == 3600)
      // Of one in fifty, the error is not known.
      guard let chance = comparison.survey.result?.chance else { continue }
      known += 1
      if chance < 0.001 { wrong += 1 }
    }
    // One in five is expected with the true error; the estimated one is a little uncertain.
    #expect(wrong <= 4 && known > 180, "\(wrong) of \(known), seed \(SeededGenerator.seed)")
  }
}
