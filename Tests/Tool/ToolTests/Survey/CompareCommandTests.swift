import GNSS
import GPSGeodesy
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `gpsbridge compare`: FolderSuite {
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
    #expect(try planted["significant"] == .bool(true) && number("chance") < 1e-6)
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
    #expect(count("matched") == 195 && count("only_in_first") == 3 && count("only_in_second") == 2)
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

  // The first row goes past midnight.
  @Test(arguments: [(false, false, 43_100), (false, true, 0), (true, false, 0), (true, true, 0)])
  func `matches the signals of each time, with dates or without`(first: Bool, second: Bool, begin: Int) throws
  {
    var (one, other) = (NoisyWalk(seed: 3), NoisyWalk(seed: 4))
    (one.isDated, other.isDated) = (first, second)
    (one.signals, other.signals) = ([(5, 40), (7, 30)], [(5, 43), (12, 50)])
    let (middle, end) = (begin + 100, begin + 200)
    let early = other.sentences(begin..<middle)
    other.signals[0].1 = 45
    let found = try comparison(
      try folder.write("a.nmea", one.sentences(begin..<end)),
      try folder.write("b.nmea", early + other.sentences(middle..<end)))
    let signals = try #require(found["signals"]?.elements)
    #expect(signals.map { $0["id"]?.number } == [5], "\(found)")
    let (count, mean) = (signals.first?["count"]?.number ?? 0, signals.first?["second_dbhz"]?.number ?? 0)
    #expect(count > 195 && abs(mean - 44) < 0.1, "\(count) \(mean)")
  }

  @Test(arguments: [0, 60, 299]) func `loses one position by one wrong time`(_ wrong: Int) throws {
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

  @Test func `refuses what can't be compared, and what moves apart, with a remedy`() throws {
    var (walk, far) = (NoisyWalk(seed: 5), NoisyWalk(seed: 5))
    far.north = 20_000
    var (still, mobile) = (NoisyWalk(seed: 8), NoisyWalk(seed: 9))
    mobile.speed = 1.4
    var (first, second) = (NoisyWalk(seed: 3), NoisyWalk(seed: 4))
    (first.signals, second.signals) = ([(5, 40), (7, 30)], [(5, 40), (7, 31)])
    var (bare, other) = (NoisyWalk(seed: 5), NoisyWalk(seed: 6))
    (bare.isDated, other.isDated) = (false, false)
    // One of a hundred times is a step higher: 0.01 dB.
    let early = second.sentences(0..<99)
    second.signals[0].1 = 41
    for (name, bytes) in [
      ("a", walk.sentences(0..<10)), ("later", walk.sentences(100..<110)), ("far", far.sentences(0..<10)),
      ("empty", []), ("still", still.sentences(0..<200)), ("mobile", mobile.sentences(0..<200)),
      ("beside", mobile.sentences(0..<200)), ("first", first.sentences(0..<100)),
      ("second", early + second.sentences(99..<100)), ("bare", bare.sentences(0..<10)),
      ("evening", bare.sentences(43_100..<43_300)), ("night", other.sentences(43_190..<43_400)),
    ] { try folder.write(name, bytes) }
    try Transcript.expect(
      "compare", in: folder,
      [
        "they have no times or no places in common": ["later", "far", "empty"].map { "compare @/a @/\($0)" },
        "these are no two recordings or two receivers": [
          "@/a @/a", "@/a @/./a", "store @/a", "@/a sim:walk", "@/a", "@/a @/later @/a",
          "@/a @/later --for=1h",
        ].map { "compare \($0)" },
        "one moves, and gives no offset from one at rest, but from one in the same vehicle": [
          "@/still @/mobile", "@/mobile @/still", "@/still @/mobile --json", "@/mobile @/still --json",
          "@/mobile @/beside",
        ].map { "compare \($0)" },
        "a difference of signals has the sign of what is written": ["compare @/first @/second"],
        "times of day are enough, also past midnight, and beside dates": [
          "evening @/night", "night @/evening --json", "bare @/a", "a @/bare --json", "bare @/later",
          "a @/later --reference 2046-07-07",
        ].map { "compare @/\($0)" },
      ])
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
