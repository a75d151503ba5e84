import GNSS
import NMEA
import Testing

/// Sentences that come after their epoch has been given out.
@Suite struct `A late sentence` {
  private var line = Line()

  @Test mutating func `is counted and never patched in`() {
    _ = line.hear("GGA", at: 0)
    let first = line.quiet()
    #expect(first.map(\.speed) == [nil])
    #expect(line.hear("RMC", at: 0).isEmpty)
    #expect(line.quiet().isEmpty)
    #expect(line.decoder.epochCounts.late == 1)
    #expect(line.decoder.epochCounts.epochs == 1)
    _ = line.hear("GGA", at: 100)
    #expect(line.quiet().map(\.speed) == [nil])
  }

  @Test(arguments: ["RMC", "GGA", "GLL", "GNS", "ZDA", "GST"])
  mutating func `is late whatever its name`(name: String) {
    for second in 0..<3 { _ = line.hear("RMC", at: second * 100) }
    _ = line.quiet()
    #expect(line.hear(name, at: 100).isEmpty)
    #expect(line.finish().isEmpty)
    #expect(line.decoder.epochCounts.late == 1)
  }

  @Test mutating func `does not close the epoch that is open`() {
    _ = line.hear("RMC", at: 0)
    _ = line.hear("RMC", at: 100)
    #expect(line.hear("GGA", at: 0).isEmpty)
    _ = line.hear("GGA", at: 100)
    let fixes = line.quiet()
    #expect(fixes.map(\.altitude) == [545.4])
    #expect(
      fixes.map { $0.coordinate.map { Bursts.latitudes(100).contains($0.latitude) } } == [true])
  }

  @Test mutating func `of an epoch that was left out altogether is late too`() {
    var fixes = line.hear("RMC", at: 0) + line.hear("RMC", at: 200) + line.hear("RMC", at: 100)
    fixes += line.hear("RMC", at: 300) + line.finish()
    #expect(fixes.map { $0.timeOfDay?.second } == [0, 2, 3])
    #expect(line.decoder.epochCounts.late == 1)
  }

  @Test mutating func `is none where the clock was set back`() {
    let fixes =
      line.hear("RMC", at: 10_000) + line.hear("RMC", at: 0) + line.hear("RMC", at: 100)
      + line.finish()
    #expect(fixes.map { $0.timeOfDay?.minute } == [1, 0, 0])
    #expect(line.decoder.epochCounts.late == 0)
  }

  @Test mutating func `before its epoch is none: what ZDA and GST say is kept for it`() {
    _ = line.hear("ZDA GST GGA", at: 0)
    let fix = line.quiet().first
    #expect(fix?.time == utc(2026, 11, 20, 12, 0, 0))
    #expect(fix?.errors?.source == .gst)
    #expect(fix?.errors?.vertical == 5)
  }

  // MARK: Without a fix

  @Test func `epoch without a fix is told with what is known`() {
    let result = fixes(
      "GPRMC,120000,V,,,,,,,201126,,,N", "GPGGA,120000,,,,,0,03,4.5,,M,,M,,",
      "GPGSA,A,1,01,02,03,,,,,,,,,,9.5,4.5,8.5",
      "GPGSV,1,1,03,01,40,083,46,02,17,308,41,03,10,100,30")
    #expect(result.count == 1)
    let fix = result.first
    #expect(fix?.mode == FixMode.none)
    #expect(fix?.timeOfDay == TimeOfDay(hour: 12, minute: 0, second: 0))
    #expect(fix?.satellitesUsed == 3)
    #expect(fix?.dilution.position == 9.5)
    #expect(fix?.satellites.count == 3)
    #expect(fix?.coordinate == nil)
    #expect(fix?.quality == nil)
  }
}
