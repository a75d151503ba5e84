import Foundation
import GNSS
import NMEA
import TestSupport
import Testing

/// How the last sentence of a burst is learned, so that a fix need not wait for the next burst.
@Suite struct `The end of an epoch` {
  private var line = Line()

  private func seconds(_ fixes: [Fix]) -> [Int] {
    fixes.compactMap { $0.timeOfDay.map { Int($0.second) } }
  }

  @Test(arguments: [
    "RMC GGA VTG GSA GSV GLL", "RMC VTG GGA GSA GSV", "GGA GSA GSV RMC VTG", "RMC", "GSV GGA GSA",
  ])
  mutating func `is known from the fourth burst on`(shape: String) {
    var arrivals: [[Int]] = []
    for second in 0..<8 {
      arrivals.append(seconds(line.hear(shape, at: second * 100)))
      if second < 3 { arrivals[second] += seconds(line.quiet()) }
    }
    #expect(arrivals == (0..<8).map { [$0] })
    #expect(line.decoder.epochCounts.late == 0 && line.decoder.epochCounts.early == 0)
  }

  @Test mutating func `is known from the fourth burst on at ten epochs a second too`() {
    let counts = (0..<40).map { line.hear("GGA RMC", at: $0 * 10).count }
    #expect(counts == [0, 1, 1, 2] + Array(repeating: 1, count: 36))
  }

  @Test func `is not asked for in a recording`() {
    var line = Line(isLive: false)
    let arrivals = (0..<8).map { seconds(line.hear("RMC GGA", at: $0 * 100)) }
    #expect(arrivals == [[]] + (0..<7).map { [$0] })
  }

  @Test mutating func `is not asked for while half a sentence is there`() {
    for second in 0..<4 { _ = line.hear("RMC GGA", at: second * 100) }
    var bytes = wire(Bursts.burst("RMC GGA", at: 400))
    bytes += Array("$GPVT".utf8)
    var count = 0
    line.decoder.decode(bytes.span) { _ in count += 1 }
    line.decoder.nothingWaits { _ in count += 1 }
    #expect(count == 0)
  }

  @Test mutating func `comes with the sky of its burst`() {
    for second in 0..<4 { _ = line.hear("RMC GGA GSV", at: second * 100) }
    var skies = 0
    for body in Bursts.burst("RMC GGA GSV", at: 400) {
      line.decoder.decode(wire(body).span) { if case .sky = $0 { skies += 1 } }
      line.decoder.nothingWaits { if case .sky = $0 { skies += 1 } }
    }
    #expect(skies == 1)
  }

  @Test mutating func `is a sentence without a time as well as one with it`() {
    for second in 0..<3 { _ = line.hear("GGA RMC VTG", at: second * 100) }
    let fixes = line.hear("GGA RMC VTG", at: 300)
    #expect(seconds(fixes) == [2, 3])
    #expect(fixes.last?.magneticCourse == 82.4)
  }

  @Test mutating func `is the second of two sentences of a name`() {
    for second in 0..<10 {
      let fixes = line.hear("GGA GSA GSA", at: second * 100)
      if second > 3 { #expect(seconds(fixes) == [second]) }
    }
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test(arguments: [("RMC GGA GLL", "RMC GLL"), ("RMC GLL", "RMC GGA GLL")])
  mutating func `is not there while a sentence of all bursts is missing, or one of no burst has come`(
    learned: String, odd: String
  ) {
    for second in 0..<4 { _ = line.hear(learned, at: second * 100) }
    #expect(line.hear(odd, at: 400).isEmpty)
    #expect(seconds(line.hear("RMC GGA GLL", at: 500)) == [4, 5])
  }

  @Test mutating func `is waited for when it does not come, and known again in the next burst`() {
    for second in 0..<5 { _ = line.hear("RMC GGA GLL", at: second * 100) }
    let arrivals = (5..<11).map { second in
      seconds(line.hear(second == 5 ? "RMC GGA" : "RMC GGA GLL", at: second * 100))
    }
    #expect(arrivals == [[], [5, 6], [7], [8], [9], [10]])
  }

  @Test mutating func `is not taught by one burst that is cut off`() {
    var fixes = line.hear("RMC", at: 0)
    for second in 1..<12 { fixes += line.hear(second == 7 ? "RMC" : "RMC GGA", at: second * 100) }
    fixes += line.finish()
    #expect(seconds(fixes) == Array(0..<12))
    #expect(fixes.map { $0.altitude != nil } == (0..<12).map { $0 != 0 && $0 != 7 })
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test mutating func `is found in each epoch across midnight`() {
    func body(_ time: String, _ day: String) -> [String] {
      [
        "GPGGA,\(time),4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
        "GPRMC,\(time),A,4807.038,N,01131.000,E,5.0,84.4,\(day),,,A",
      ]
    }
    let arrivals =
      ["235956", "235957", "235958", "235959"].map { line.hear(body($0, "201126")).count }
      + ["000000", "000001", "000002"].map { line.hear(body($0, "211126")).count }
    #expect(arrivals == [0, 1, 1, 2, 1, 1, 1])
  }

  @Test mutating func `is known of each of two kinds of bursts that come in turn`() {
    var late: [Int] = []
    for tenth in 0..<100 {
      let fixes = line.hear(tenth % 10 == 4 ? "RMC VTG GGA GSA GSV GLL" : "RMC GGA", at: tenth * 10)
      if fixes.last?.timeOfDay?.nanosecond != UInt32(tenth % 10 * 100_000_000) { late.append(tenth) }
    }
    // The first three, and the first of the kind that comes once a second: nothing shows yet that GLL ends it.
    #expect(late == [0, 1, 2, 4])
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test mutating func `is no sentence that another burst went on behind`() {
    for second in 0..<30 {
      _ = line.hear(second % 5 == 0 ? "RMC GGA GSA" : "RMC GGA", at: second * 100)
      _ = line.quiet()
    }
    #expect(line.decoder.epochCounts.early == 0 && line.decoder.epochCounts.late == 0)
    #expect(line.decoder.epochCounts.epochs == 30)
  }

  // MARK: Silence

  @Test mutating func `is where the line is quiet`() {
    #expect(line.hear("RMC GGA", at: 0).isEmpty)
    #expect(seconds(line.quiet()) == [0])
    #expect(line.quiet().isEmpty)
    #expect(line.finish().isEmpty)
  }

  @Test mutating func `is not an epoch where nothing but what has no time came since the last one`() {
    _ = line.hear("RMC GGA", at: 0)
    #expect(seconds(line.quiet()) == [0])
    #expect(line.hear(["GPVTG,10.0,T,,M,99.0,N,183.3,K,A"]).isEmpty)
    #expect(line.quiet().isEmpty)
    #expect(line.decoder.epochCounts.late == 1)
    _ = line.hear("GGA VTG", at: 100)
    #expect(line.quiet().map(\.speed) == [knots(5.0)])
  }

  @Test(arguments: [(100, 0.35), (10, 0.035), (20, 0.07), (500, 0.7), (2, 0.02)])
  mutating func `is waited for by a good part of the gap between bursts`(step: Int, seconds: Double) {
    #expect(line.decoder.quietTime == 0.35)
    for index in 0..<4 { _ = line.hear("RMC GGA", at: index * step) }
    #expect(abs(line.decoder.quietTime - seconds) < 1e-9)
  }
}

/// Recordings of real receivers, fed as a live line would: a read ends behind each line.
@Suite struct `Recordings fed as a live line` {
  /// The fixes of a recording, read by read.
  private struct Heard {
    var fixes: [Fix] = []
    var counts = EpochCounts()
    /// Epochs of which more came when they had been told.
    var cut = 0
  }

  private func decode(_ bytes: [UInt8], isLive: Bool) -> Heard {
    var heard = Heard()
    var decoder = FixDecoder(.recording())
    let receive: (DecodedOutput) -> Void = { if case .fix(let fix) = $0 { heard.fixes.append(fix) } }
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      decoder.decode((Array(line) + [0x0A]).span, receive)
      if isLive { decoder.nothingWaits(receive) }
    }
    decoder.finish(receive)
    heard.counts = decoder.epochCounts
    return heard
  }

  @Test(.needsRecordings)
  func `tell each epoch once, with five wrong guesses at most, and count what came behind`() throws {
    var bursts = 0
    var wrong = 0
    var cut: [String] = []
    var told = 0
    for name in try RecordingShelf.names() {
      let bytes = try RecordingShelf.bytes(name)
      let recorded = decode(bytes, isLive: false)
      let live = decode(bytes, isLive: true)
      #expect(live.fixes.map(\.timeOfDay) == recorded.fixes.map(\.timeOfDay), "\(name)")
      if live.counts.early == 0 { #expect(live.counts.late == recorded.counts.late, "\(name)") }
      bursts += live.fixes.count
      wrong += live.counts.early
      if live.counts.early > 0 { cut.append("\(live.counts.early) \(name)") }
      told += 1
    }
    #expect(told > 50)
    #expect(bursts > 1000)
    #expect(wrong <= 5, "\(wrong) wrong guesses in \(bursts) bursts: \(cut)")
  }
}

/// Epochs that were given out before their last sentence had come.
@Suite struct `An epoch that was given out too early` {
  /// A line that has learned that bursts end with GGA.
  private func line() -> (Line, [Fix]) {
    var line = Line()
    var fixes: [Fix] = []
    for second in 0..<5 { fixes += line.hear("RMC GGA", at: second * 100) }
    return (line, fixes)
  }

  private func seconds(_ fixes: [Fix]) -> [Int] {
    fixes.compactMap { $0.timeOfDay.map { Int($0.second) } }
  }

  @Test(arguments: [
    "VTG", "GSA", "GLL", "GST", "ZDA", "GPGLL,4807.038,N,01131.000,E", "PGRME,1.0,M,2.0,M,2.4,M",
  ])
  func `is told once, and what comes behind it is late`(name: String) {
    var (line, fixes) = line()
    fixes += line.hear("RMC GGA", at: 500) + line.hear([Bursts.sentence(name[...], at: 500)])
    #expect(line.decoder.epochCounts.late == 1 && line.decoder.epochCounts.early == 1)
    for second in 6..<9 { fixes += line.hear("RMC GGA", at: second * 100) }
    fixes += line.finish()
    #expect(seconds(fixes) == Array(0..<9))
    #expect(fixes.allSatisfy { $0.isValid })
    #expect(line.decoder.epochCounts.late == 1)
  }

  @Test(arguments: ["GPGSA,A,1,,,,,,,,,,,,,,,", "GPVTG,,,,,,,,,N"])
  func `does not make the next good fix "no fix" by what trails behind it`(trailing: String) {
    var (line, fixes) = line()
    fixes += line.hear("RMC GGA", at: 500) + line.hear([trailing])
    fixes += line.hear("RMC GGA", at: 600) + line.finish()
    #expect(seconds(fixes) == Array(0..<7))
    #expect(fixes.allSatisfy { $0.isValid })
  }

  @Test func `makes the decoder ask for 12 bursts that agree, then for 48, and never for more than 64`() {
    var line = Line()
    var second = 0
    func burst(_ shape: String) -> Int {
      defer { second += 1 }
      return line.hear(shape, at: second * 100).count
    }
    for need in [3, 12, 48, 64, 64] {
      for _ in 0..<need { #expect(burst("RMC GGA") <= 1) }
      // The one before, by the new time, and this one at its last byte.
      #expect(burst("RMC GGA") == 2, "after \(need)")
      #expect(line.hear("VTG", at: 0).isEmpty)
    }
    #expect(line.decoder.epochCounts.early == 5 && line.decoder.epochCounts.late == 5)
  }

  @Test func `has its satellites in the sky of the next one`() {
    var (line, _) = line()
    _ = line.hear("RMC GGA", at: 500)
    #expect(line.hear("GSA GSV", at: 500).isEmpty)
    #expect(line.decoder.epochCounts.late == 1)
    _ = line.hear("RMC GGA", at: 600)
    let fix = line.finish().first
    #expect(fix?.satellites.map(\.isUsed) == [true, true])
  }

  @Test func `begins no epoch by what comes behind it, not even where the line is quiet`() {
    var (line, _) = line()
    _ = line.hear("RMC GGA", at: 500)
    #expect(line.hear("GSA VTG", at: 500).isEmpty)
    #expect(line.quiet().isEmpty)
    #expect(line.finish().isEmpty)
    #expect(line.decoder.epochCounts.late == 2)
  }

  @Test func `is not followed by a lost time that is late: that begins something new`() {
    var (line, _) = line()
    _ = line.hear("RMC GGA", at: 500)
    #expect(line.hear(["GPRMC,,V,,,,,,,,,,N"]).isEmpty)
    #expect(line.quiet().map(\.isValid) == [false])
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test func `is none where the burst came in one piece, whatever it has`() {
    var line = Line()
    for second in 0..<20 {
      let shape = second % 5 == 4 ? "RMC GGA GSA VTG" : "RMC GGA"
      let fixes = line.read(shape, at: second * 100)
      #expect(fixes.allSatisfy { ($0.dilution.position != nil) == (Int($0.timeOfDay?.second ?? 0) % 5 == 4) })
    }
    #expect(line.decoder.epochCounts.early == 0 && line.decoder.epochCounts.late == 0)
  }

  @Test func `is none where a burst begins with what has no time`() {
    var line = Line()
    var speeds: [Double?] = []
    for second in 0..<8 {
      let knots = "\(second).0"
      let bodies =
        ["GPVTG,84.4,T,82.4,M,\(knots),N,9.3,K,A"]
        + ["GPGGA,12000\(second).00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"]
      speeds += line.hear(bodies).map(\.speed)
      if second < 3 { speeds += line.quiet().map(\.speed) }
    }
    #expect(speeds.map { $0.map { Int(($0 * 3600 / 1852).rounded()) } } == Array(0..<8))
    #expect(line.decoder.epochCounts.late == 0)
  }
}
