import GNSS
import NMEA
import TestSupport
import Testing

/// Quirks 62 to 64 of the list of quirks: altitude in feet, errors, two receivers on one wire.
@Suite struct `Accuracy quirks` {
  private let place = "4807.038,N,01131.000,E"

  private func gga(_ time: String, quality: Int = 1, dilution: String = "0.9") -> String {
    "GPGGA,\(time),\(place),\(quality),08,\(dilution),545.4,M,46.9,M,,"
  }

  // MARK: Quirk 62

  @Test func `quirk 62, the altitude of GGA is not that of PGRMZ`() {
    #expect(fixes(gga("120000"), "PGRMZ,1000,f,3").map(\.altitude) == [545.4])
    #expect(fixes("PGRMZ,1000,f,3", gga("120000")).map(\.altitude) == [545.4])
    let gns = "GNGNS,120000,\(place),AN,08,0.9,545.4,46.9,,"
    #expect(fixes(gns, "PGRMZ,1000,f,3").map(\.altitude) == [545.4])
  }

  @Test(arguments: ["1000,f,3", "1000,f,2", "1000,f,1", "1000,F,2"])
  func `quirk 62, where there is no other altitude the pressure altitude of PGRMZ is none`(height: String) {
    let fix = fixes("GPGLL,\(place),120000,A", "PGRMZ,\(height)").first
    #expect(fix?.isValid == true)
    #expect(fix?.altitude == nil && fix?.errors?.vertical == nil)
  }

  @Test(.needsRecordings) func `quirk 62, garmin48 has meters with GGA and no height without`() throws {
    let fixes = try RecordingShelf.fixes("garmin48").filter(\.isValid)
    #expect(fixes.count == 14)
    #expect(fixes.count { $0.altitude == nil } == 7)
    #expect(fixes.count { $0.altitude != nil && $0.geoidSeparation == 1.1 } == 7)
  }

  // MARK: Accuracy from dilutions

  @Test(arguments: [(1, FixQuality.autonomous), (2, .differential), (5, .rtkFloat), (4, .rtkFixed)])
  func `a dilution means as many meters as its kind of fix makes of it`(
    number: Int, quality: FixQuality
  ) throws {
    let fix = fixes(gga("120000", quality: number, dilution: "0.9")).first
    let horizontal = try #require(RangeErrors(usualFor: quality)).horizontal(dilution: 0.9)
    #expect(fix?.errors == ErrorEstimate(horizontal: horizontal, vertical: nil, source: .dilution))
  }

  @Test func `a dilution means nothing where no satellites take part`() {
    #expect(fixes(gga("120000", quality: 6)).map(\.errors) == [nil])
  }

  // MARK: Quirk 63

  @Test func `quirk 63, the deviations of GST become the radius of 68 of 100 fixes`() {
    let fix = fixes(gga("120000"), "GPGST,120000,1.0,2.0,1.0,0.0,3.0,4.0,5.0").first
    #expect(fix?.errors?.source == .gst)
    #expect(fix?.errors?.vertical == 5)
    // 1.5152 times the root of (3² + 4²) / 2.
    #expect(abs((fix?.errors?.horizontal ?? 0) - 5.357_0) < 0.001)
  }

  @Test func `quirk 63, GBS tells errors like GST, and GST is better`() {
    let gbs = "GPGBS,120000,3.0,4.0,5.0,03,,-21.4,3.8"
    let fix = fixes(gga("120000"), gbs).first
    #expect(fix?.errors?.source == .gbs)
    #expect(fix?.errors?.vertical == 5)
    #expect(abs((fix?.errors?.horizontal ?? 0) - 5.357_0) < 0.001)
    let gst = "GPGST,120000,1.0,2.0,1.0,0.0,1.0,1.0,2.0"
    #expect(fixes(gga("120000"), gbs, gst).map(\.errors?.source) == [.gst])
    #expect(fixes(gga("120000"), gst, gbs).map(\.errors?.source) == [.gst])
  }

  @Test func `quirk 63, a GBS of another second adds nothing`() {
    #expect(
      fixes(gga("120000"), "GPGBS,120005,3.0,4.0,5.0,03,,-21.4,3.8").map(\.errors?.source) == [.dilution])
  }

  @Test func `quirk 63, the errors of PGRME hold for half of all fixes and are widened`() {
    let fix = fixes(gga("120000"), "PGRME,10.0,M,20.0,M,22.4,M").first
    #expect(fix?.errors == ErrorEstimate(horizontal: 10 * 1.2869, vertical: 20 * 1.4826, source: .pgrme))
  }

  @Test func `quirk 63, the errors of PSRFEPE belong to the epoch of their time`() {
    let epe = "PSRFEPE,120000.000,A,1.2,5.77,12.97,1.2,180.0"
    let known = ErrorEstimate(horizontal: 5.77, vertical: 12.97, source: .receiver)
    #expect(fixes(gga("120000"), epe).map(\.errors) == [known])
    #expect(fixes(epe, gga("120000")).map(\.errors) == [known])
    #expect(fixes(gga("120001"), epe).map(\.errors?.source) == [.dilution])
    #expect(
      fixes(gga("120000"), "PSRFEPE,120000.000,V,1.2,5.77,12.97,1.2,180.0").map(\.errors?.source) == [
        .dilution
      ])
  }

  @Test func `quirk 63, PQTMEPE tells the receiver's own accuracy`() {
    let fix = fixes(gga("120000"), "PQTMEPE,2,3.393,3.476,12.713,4.857,13.609").first
    #expect(fix?.errors == ErrorEstimate(horizontal: 4.857, vertical: 12.713, source: .receiver))
    #expect(
      fixes(gga("120000"), "PQTMEPE,1,3.393,3.476,12.713,4.857,13.609").first?.errors?.source == .dilution)
  }

  @Test func `quirk 63, PUBX,00 tells the receiver's own accuracy`() {
    let fix = fixes("PUBX,00,120000.00,\(place),592.3,G3,2.1,3.0,18.0,84.40,0.250,,0.92,1.19,0.77,9,0,0")
      .first
    #expect(fix?.errors == ErrorEstimate(horizontal: 2.1, vertical: 3.0, source: .receiver))
  }

  @Test(arguments: [(1, 3.557), (2, 2.419), (4, 0.03), (5, 0.6), (8, 3.557)])
  func `quirk 63, without any estimate the dilution is one, smaller with corrections only`(
    quality: Int, meters: Double
  ) throws {
    let errors = try #require(fixes(gga("120000", quality: quality, dilution: "1.5")).first?.errors)
    #expect(abs(try #require(errors.horizontal) - meters) < 0.001)
    #expect(errors.vertical == nil)
    #expect(errors.source == .dilution)
  }

  @Test(
    .needsRecordings,
    arguments: [
      ("garmin48", ErrorEstimate.Source.pgrme), ("gr8013-w", .gst), ("beidou-gb", .receiver),
    ])
  func `quirk 63, each recording has the best source it tells`(name: String, source: ErrorEstimate.Source)
    throws
  {
    let sources = try RecordingShelf.fixes(name).compactMap(\.errors?.source)
    #expect(sources.contains(source))
    #expect(sources.allSatisfy { $0.rawValue >= source.rawValue })
  }

  // MARK: Quirk 64

  @Test func `quirk 64, two receivers on one wire are one fix, and its position is one of theirs`() {
    let result = fixes(
      "GPRMC,120000,A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A",
      "IIRMC,120000,A,4807.099,N,01131.099,E,5.1,85.0,201126,,,A", "GPVTG,84.4,T,,M,5.0,N,9.3,K,A",
      "GPRMC,120001,A,4807.039,N,01131.001,E,5.0,84.4,201126,,,A",
      "IIRMC,120001,A,4807.100,N,01131.100,E,5.1,85.0,201126,,,A")
    #expect(result.count == 2)
    #expect(
      result.first?.coordinate == Coordinate(latitude: degrees(48, 7.038), longitude: degrees(11, 31.0)))
    #expect(
      result.last?.coordinate == Coordinate(latitude: degrees(48, 7.039), longitude: degrees(11, 31.001)))
  }

  @Test(.needsRecordings) func `quirk 64, bundg_zeus_9 never goes back in time`() throws {
    let times = try RecordingShelf.fixes("bundg_zeus_9").compactMap(\.time)
    #expect(times.count >= 147)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
  }
}
