import GNSS
import NMEA
import TestSupport
import Testing

/// The additions of a vendor's sentence to an epoch, by itself and beside standard ones.
@Suite struct `A vendor's sentence` {
  private let place = "4807.03800,N,01131.00000,E"
  private let coordinate = Coordinate(latitude: degrees(48, 7.038), longitude: degrees(11, 31.0))
  private let gga = "GPGGA,120000.00,4807.039,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,"
  private let rmc = "GPRMC,120000.00,A,4807.037,N,01131.000,E,5.0,84.4,201126,,,A"

  private func pubx(_ status: String, _ time: String = "120000.00") -> String {
    "PUBX,00,\(time),\(place),592.300,\(status),2.1,3.0,18.000,84.40,-0.250,4.5,0.92,1.19,0.77,9,0,0"
  }

  // MARK: u-blox

  @Test func `PUBX,00 is a whole fix`() throws {
    let fix = try #require(fixes(pubx("D3")).first)
    #expect(fix.mode == .threeDimensional && fix.quality == .differential && fix.coordinate == coordinate)
    #expect([fix.altitude, fix.ellipsoidalAltitude, fix.differentialAge] == [nil, 592.3, 4.5])
    #expect([fix.speed, fix.course, fix.climb] == [5, 84.4, 0.25])
    #expect([fix.dilution.horizontal, fix.dilution.vertical, fix.dilution.time] == [0.92, 1.19, 0.77])
    #expect(fix.satellitesUsed == 9)
    #expect(fix.timeOfDay == TimeOfDay(hour: 12, minute: 0, second: 0) && fix.time == nil)
  }

  static let kinds: [(String, FixMode, FixQuality?)] = [
    ("NF", .none, nil), ("TT", .none, nil), ("G2", .twoDimensional, .autonomous),
    ("G3", .threeDimensional, .autonomous), ("D2", .twoDimensional, .differential),
    ("D3", .threeDimensional, .differential), ("DR", .twoDimensional, .deadReckoning),
    ("RK", .threeDimensional, .autonomous), ("XX", .none, nil),
  ]

  @Test(arguments: kinds)
  func `the two letters of PUBX,00 are its mode`(letters: String, mode: FixMode, quality: FixQuality?) {
    let fix = fixes(pubx(letters)).first
    #expect(fix?.mode == mode && fix?.quality == quality)
  }

  @Test func `PUBX,00 of NF denies what others claim`() {
    #expect(fixes(rmc, gga, pubx("NF")).map(\.mode) == [.none])
  }

  @Test func `PUBX,00 beside GGA gives what that lacks`() throws {
    let result = fixes(rmc, gga, pubx("G3"))
    let fix = try #require(result.first)
    #expect(result.count == 1 && fix.coordinate?.latitude == degrees(48, 7.039))
    #expect([fix.altitude, fix.ellipsoidalAltitude] == [545.4, 592.3])
    #expect([fix.climb, fix.speed] == [0.25, knots(5.0)])
    #expect(fix.errors?.source == .receiver)
  }

  @Test func `PUBX,00 without a time joins the epoch that is open`() {
    let result = fixes(
      "GPRMC,120000.00,V,,,,,,,201126,,,N", pubx("NF", ""), "GPGGA,120000.00,,,,,0,00,99.99,,,,,,")
    #expect(result.map(\.mode) == [.none])
    #expect(result.first?.timeOfDay == TimeOfDay(hour: 12, minute: 0, second: 0))
  }

  @Test func `PUBX,00 without a time is an epoch each where nothing else comes`() {
    #expect(fixes(pubx("NF", ""), pubx("NF", ""), pubx("NF", "")).map(\.mode) == [.none, .none, .none])
  }

  @Test func `PUBX,04 dates the epoch of its time, if its receiver knows the leap seconds`() {
    let clock = "PUBX,04,120000.00,201126,475200.00,2445,18,-672045,-11949.632,21"
    #expect(fixes(gga, clock).map(\.time) == [utc(2026, 11, 20, 12, 0, 0)])
    #expect(fixes(clock, gga).map(\.time) == [utc(2026, 11, 20, 12, 0, 0)])
    #expect(fixes(clock).isEmpty)
    #expect(
      fixes(gga, "PUBX,04,120000.00,201126,475200.00,2445,18D,-672045,-11949.632,21").map(\.time) == [nil])
  }

  // MARK: Garmin

  @Test func `PGRMF is a whole fix, dated by its UTC`() throws {
    let fix = try #require(
      fixes("PGRMF,2445,475218,201126,120000,18,4807.0380,N,01131.0000,E,A,2,18,84,2,1").first)
    #expect(fix.mode == .threeDimensional && fix.quality == .autonomous && fix.coordinate == coordinate)
    #expect(fix.time == utc(2026, 11, 20, 12, 0, 0))
    #expect([fix.speed, fix.course, fix.dilution.position, fix.dilution.time] == [5, 84, 2, 1])
  }

  @Test(arguments: [("0", FixMode.none), ("1", .twoDimensional), ("2", .threeDimensional)])
  func `the fix type of PGRMF is 0, 1 for 2D, 2 for 3D`(type: String, mode: FixMode) {
    let fix = fixes("PGRMF,2445,475218,201126,120000,18,4807.0380,N,01131.0000,E,A,\(type),18,84,2,1").first
    #expect(fix?.mode == mode)
    #expect((fix?.time != nil) == (mode != .none))
  }

  static let velocities: [(String, String, Double?)] = [
    ("0.0", "3.0", 0), ("3.0", "0.0", 90), ("0.0", "-3.0", 180), ("-3.0", "0.0", 270), ("3.0", "3.0", 45),
    ("3.0", "-3.0", 135), ("-3.0", "-3.0", 225), ("-3.0", "3.0", 315), ("3.0", "5.196152422706632", 30),
    ("5.196152422706632", "3.0", 60), ("0.1", "5.729", 0.99999933), ("0.0", "0.0", nil),
  ]

  @Test(arguments: velocities)
  func `the parts of PGRMV are speed and course`(east: String, north: String, course: Double?) throws {
    let fix = try #require(fixes(gga, "PGRMV,\(east),\(north),-0.5").first)
    #expect(fix.climb == -0.5)
    let parts = try [#require(Double(east)), #require(Double(north))]
    #expect(abs((fix.speed ?? -1) - (parts[0] * parts[0] + parts[1] * parts[1]).squareRoot()) < 1e-12)
    #expect((fix.course == nil) == (course == nil))
    if let course { #expect(abs((fix.course ?? -1) - course) < 1e-6) }
  }

  @Test func `the speed of PGRMV counts where nothing better comes`() {
    #expect(fixes("PGRMV,3.0,4.0,0.0", rmc).map(\.speed) == [knots(5.0)])
    #expect(fixes(rmc, "PGRMV,3.0,4.0,0.0").map(\.course) == [84.4])
    #expect(fixes(gga, "PGRMV,3.0,4.0,0.0", "GPVTG,,T,,M,5.00,N,9.26,K,A").map(\.speed) == [knots(5.0)])
  }

  // MARK: SkyTraq and Ashtech

  @Test func `PSTI,030 is a whole fix, more exact than GGA`() throws {
    let psti = "PSTI,030,120000.000,A,4807.0390123,N,01131.0000000,E,545.437,-0.01,0.01,0.03,201126,R,0.8,2.5"
    for sentences in [[psti], [gga, psti], [psti, gga]] {
      let result = fixes(sentences)
      let fix = try #require(result.first)
      #expect(result.count == 1 && fix.mode == .threeDimensional)
      #expect(fix.coordinate?.latitude == degrees(48, 7.0390123))
      #expect([fix.altitude, fix.climb, fix.differentialAge] == [545.437, 0.03, 0.8])
      #expect(abs((fix.course ?? 0) - 315) < 1e-9)
      #expect(fix.time == utc(2026, 11, 20, 12, 0, 0))
      #expect(fix.geoidSeparation == (sentences.count == 1 ? nil : 46.9))
    }
    #expect(fixes(psti).map(\.quality) == [.rtkFixed])
  }

  @Test func `PSTI,030 of status V denies the fix, and PSTI,032 is no epoch`() {
    let psti = "PSTI,030,120000.000,V,0000.0000000,N,00000.0000000,E,0.000,0.00,0.00,0.00,201126,N,0.0,0.0"
    #expect(fixes(psti).map(\.mode) == [.none])
    #expect(fixes(gga, psti).map(\.mode) == [.none])
    #expect(fixes("PSTI,032,033010.000,111219,A,R,-4.968,-10.817,-1.849,12.046,204.67,,,,,").isEmpty)
  }

  private func pashr(_ satellites: String) -> String {
    "PASHR,POS,1,\(satellites),120000.00,\(place),592.30,,084.4,005.0,-000.5,2.2,1.2,1.8,1.0,BQ00"
  }

  @Test func `PASHR,POS is a whole fix above the ellipsoid`() throws {
    let fix = try #require(fixes(pashr("07")).first)
    #expect(fix.mode == .threeDimensional && fix.quality == .differential && fix.coordinate == coordinate)
    #expect([fix.altitude, fix.ellipsoidalAltitude] == [nil, 592.3])
    #expect([fix.speed, fix.course, fix.climb] == [knots(5.0), 84.4, -0.5])
    #expect(fix.satellitesUsed == 7)
    #expect([fix.dilution.position, fix.dilution.time] == [2.2, 1])
  }

  @Test func `PASHR,POS of three satellites is 2D, and one without a position is no fix`() {
    #expect(fixes(pashr("03")).map(\.mode) == [.twoDimensional])
    #expect(fixes("PASHR,POS,,00,120000.00,,,,,,,,,,,,,,BQ00").map(\.mode) == [.none])
  }

  @Test(.needsRecordings) func `PASHR,POS gives ac12_binary its height above the ellipsoid`() throws {
    let fixes = try RecordingShelf.fixes("ac12_binary").filter(\.isValid)
    #expect(fixes.count >= 4)
    #expect(fixes.contains { $0.ellipsoidalAltitude == 58.48 && $0.climb == 0 })
  }

  // MARK: - Common rules

  @Test(arguments: ["PUBX", "PGRMF", "PSTI", "PASHR", "PSRFEPE", "PUBX04"])
  func `that is late is counted and never patched in`(name: String) {
    let late =
      switch name {
      case "PUBX": pubx("G3")
      case "PGRMF": "PGRMF,2445,475218,201126,120000,18,4807.0380,N,01131.0000,E,A,2,18,84,2,1"
      case "PSTI": "PSTI,030,120000.000,A,4807.0390123,N,01131.0,E,545.437,0.0,0.0,0.0,201126,R,0.8,2.5"
      case "PASHR": pashr("07")
      case "PSRFEPE": "PSRFEPE,120000.000,A,1.2,5.77,12.97,1.2,180.0"
      default: "PUBX,04,120000.00,201126,475200.00,2445,18,-672045,-11949.632,21"
      }
    var line = Line()
    _ = line.hear([rmc])
    #expect(line.quiet().count == 1)
    #expect(line.hear([late]).isEmpty)
    #expect(line.quiet().isEmpty)
    #expect(line.decoder.epochCounts.late == 1)
  }

  @Test(arguments: ["PGRME,10.0,M,20.0,M,22.4,M", "PGRMZ,1000,f,3", "PQTMEPE,2,3.4,3.5,12.7,4.9,13.6"])
  func `that has no time may end a burst`(last: String) {
    var line = Line()
    let counts = (0..<8).map { line.hear(Bursts.burst("RMC GGA", at: $0 * 100) + [last]).count }
    #expect(counts == [0, 1, 1, 2, 1, 1, 1, 1])
  }

  @Test func `that answers a command is no epoch`() {
    #expect(
      fixes("PMTK001,314,3", "PUBX,41,1,0003,0001,38400,0", "PAIR001,050,0", "PGRMT,GPS 25,,,,,,,,").isEmpty)
  }

  @Test func `nor is the heading of a compass, and its variation counts where RMC has none`() {
    #expect(fixes("HCHDG,98.3,,,12.6,W", "GPHDT,274.07,T", "GNTHS,77.52,E").isEmpty)
    #expect(fixes(rmc, "HCHDG,98.3,,,12.6,W").map(\.magneticVariation) == [-12.6])
    #expect(
      fixes("GPRMC,120000,A,4807.037,N,01131.000,E,5.0,84.4,201126,3.0,E,A", "HCHDG,98.3,,,12.6,W")
        .map(\.magneticVariation) == [3])
  }
}
