import GNSS
import NMEA
import TestSupport
import Testing

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
    #expect(line.decoder.epochCounts.late == 1)
    #expect(line.decoder.epochCounts.early == 1)
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
    #expect(line.decoder.epochCounts.early == 5)
    #expect(line.decoder.epochCounts.late == 5)
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
    #expect(line.decoder.epochCounts.early == 0)
    #expect(line.decoder.epochCounts.late == 0)
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
