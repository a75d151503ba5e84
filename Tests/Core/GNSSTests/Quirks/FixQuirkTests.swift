import GNSS
import NMEA
import TestSupport
import Testing

@Suite struct `Fix quirks` {
  private let rmc: String = GNSSTests.rmc("120000")
  private let gga: String = GNSSTests.gga("120000")

  private func isNoFix(_ fix: Fix) -> Bool {
    fix.mode == .none && fix.coordinate == nil && fix.altitude == nil && fix.speed == nil && fix.course == nil
      && fix.quality == nil && fix.errors == nil && !fix.isValid
  }

  @Test func `quirk 40, nothing of a void RMC counts`() {
    let result = fixes("GPRMC,120000,V,\(place),022.4,084.4,201126,003.1,W")
    #expect(result.count == 1)
    #expect(result.allSatisfy(isNoFix))
    #expect(result.map(\.time) == [nil])
    #expect(result.map(\.timeOfDay) == [TimeOfDay(hour: 12, minute: 0, second: 0)])
  }

  @Test(.needsRecordings, arguments: ["garmin-geko201", "tn200-all"])
  func `quirk 40, a recording of void positions has no fix`(name: String) throws {
    #expect(try RecordingShelf.fixes(name).allSatisfy { $0.coordinate == nil && $0.mode == .none })
  }

  @Test func `quirk 41, the mode letter N denies the fix in every sentence with a position`() {
    let sentences = [
      "GPRMC,120000,A,\(place),022.4,084.4,201126,,,N", "GPGLL,\(place),120000,A,N",
      "GNGNS,120000,\(place),NN,08,0.9,545.4,46.9,,",
    ]
    for sentence in sentences {
      #expect(fixes(sentence).allSatisfy(isNoFix))
      #expect(fixes(gga, sentence).map(isNoFix) == [true])
      #expect(fixes(sentence, gga).map(isNoFix) == [true])
    }
  }

  @Test(arguments: ["V", "U", "C", "S", ""])
  func `quirk 42, the navigational status does not invalidate a fix`(status: String) {
    let result = fixes(rmc + ",\(status)", "GNGNS,120000,\(place),AA,08,0.9,545.4,46.9,,,\(status)")
    #expect(result.map(\.coordinate) == [here])
    #expect(result.map(\.mode) == [.threeDimensional])
  }

  @Test(.needsRecordings, arguments: ["ublox-zed-f9p-nmea", "ublox-neo-m9n-nmea", "quectel-l76k-nmea"])
  func `quirk 42, a recording with status V has its fixes`(name: String) throws {
    // As many as gpsd has, and the last one of a recording that ends within a burst.
    let expected = [
      "ublox-zed-f9p-nmea": 29...30, "ublox-neo-m9n-nmea": 61...62, "quectel-l76k-nmea": 150...151,
    ]
    let found = try RecordingShelf.fixes(name).count(where: \.isValid)
    #expect(expected[name]?.contains(found) == true)
  }

  @Test(
    arguments: [
      ("A", .autonomous), ("D", .differential), ("E", .deadReckoning), ("F", .rtkFloat), ("M", .manual),
      ("P", .precise), ("R", .rtkFixed), ("S", .simulated), ("C", .autonomous), ("U", .autonomous),
      ("V", .autonomous), ("0", .autonomous), ("O", .autonomous), ("", .autonomous), (" ", .autonomous),
    ] as [(String, FixQuality)])
  func `quirk 43, a mode letter names the quality, and a strange one changes nothing`(
    letter: String, quality: FixQuality
  ) {
    let result = fixes("GPRMC,120000,A,\(place),022.4,084.4,201126,,,\(letter)")
    #expect(result.map(\.quality) == [quality])
    #expect(result.map(\.coordinate) == [here])
  }

  @Test(
    arguments: [
      ("1", .autonomous), ("2", .differential), ("3", .precise), ("4", .rtkFixed), ("5", .rtkFloat),
      ("6", .deadReckoning), ("7", .manual), ("8", .simulated),
    ] as [(String, FixQuality)])
  func `quirk 44, each quality of GGA has its meaning`(code: String, quality: FixQuality) {
    let result = fixes("GPGGA,120000,\(place),\(code),08,0.9,545.4,M,46.9,M,,")
    #expect(result.map(\.quality) == [quality])
    #expect(result.map(\.coordinate) == [here])
  }

  @Test(arguments: ["", "9", "12", "255"])
  func `quirk 44, an empty or unknown quality leaves the quality as others tell it`(code: String) {
    let strange = "GPGGA,120000,\(place),\(code),08,0.9,545.4,M,46.9,M,,"
    let differential = "GPRMC,120000,A,\(place),022.4,084.4,201126,,,D"
    #expect(fixes(differential, strange).map(\.coordinate) == [here])
    #expect(fixes(strange, differential).map(\.quality) == [.differential])
    #expect(fixes(strange, "GPRMC,120000,V,\(place),022.4,084.4,201126,,,N").map(isNoFix) == [true])
    // A number beyond the list is a fix all the same; an empty field claims nothing.
    #expect(fixes(strange).map(isNoFix) == [code.isEmpty])
  }

  @Test func `quirk 44, the quality of GGA is known better than the letter of RMC`() {
    let fixed = "GPGGA,120000,\(place),4,08,0.9,545.4,M,46.9,M,,"
    #expect(fixes(rmc, fixed).map(\.quality) == [.rtkFixed])
    #expect(fixes(fixed, rmc).map(\.quality) == [.rtkFixed])
  }

  @Test func `quirk 45, quality 0 never has a position`() {
    for position in [place, "0000.0000,N,00000.0000,E", ",,,"] {
      let denied = "GPGGA,120000,\(position),0,08,0.9,545.4,M,46.9,M,,"
      #expect(fixes(denied).map(isNoFix) == [true])
      #expect(fixes(rmc, denied).map(isNoFix) == [true])
      #expect(fixes(denied, rmc, "GPGSA,A,3,,,,,,,,,,,,,1.9,1.1,1.5").map(isNoFix) == [true])
    }
  }

  @Test(arguments: [
    "GPGGA,120000,4807.038,N,01131.000,E,0,08,0.9,545.4,M,46.9,M,,",
    "GPRMC,120000,V,4807.038,N,01131.000,E,022.4,084.4,201126,,,A",
    "GPRMC,120000,A,4807.038,N,01131.000,E,022.4,084.4,201126,,,N",
    "GNGNS,120000,4807.038,N,01131.000,E,NNN,08,0.9,545.4,46.9,,", "GPGLL,4807.038,N,01131.000,E,120000,V",
    "GPGLL,4807.038,N,01131.000,E,120000,A,N", "GPGSA,A,1,,,,,,,,,,,,,,,",
  ])
  func `quirk 45, one denial beats every claim of its epoch, wherever it stands`(denial: String) {
    let claims = [rmc, gga, "GNGNS,120000,\(place),AA,08,0.9,545.4,46.9,,", "GPGLL,\(place),120000,A,A"]
    for index in 0...claims.count {
      var bodies = claims
      bodies.insert(denial, at: index)
      #expect(fixes(bodies).map(isNoFix) == [true])
    }
  }

  @Test func `quirk 45, a GSA of 1 denies only if no other GSA knows better`() {
    let none = "GLGSA,A,1,,,,,,,,,,,,,,,"
    let good = "GPGSA,A,3,04,05,,,,,,,,,,,1.9,1.1,1.5"
    for bodies in [[rmc, none, good], [rmc, good, none], [none, good, rmc], [good, none, rmc]] {
      #expect(fixes(bodies[0], bodies[1], bodies[2]).map(\.mode) == [.threeDimensional])
    }
    #expect(
      fixes(rmc, none, none, "GPRMC,120001,A,\(place),022.4,084.4,201126,,,A").map(\.mode) == [
        .none, .twoDimensional,
      ])
  }

  @Test func `quirk 45, quality 8 beside a void RMC is no fix`() {
    let simulated = "GPGGA,120000,\(place),8,08,0.9,545.4,M,46.9,M,,"
    #expect(fixes(simulated, "GPRMC,120000,V,\(place),022.4,084.4,201126,,").map(isNoFix) == [true])
  }

  @Test(
    .needsRecordings, arguments: ["gp-320fw-2019-04-07-coldboot", "mtk-3301", "tn200-all", "unicore-um621"])
  func `quirk 45, a recording never gives out the stale or zero position`(name: String) throws {
    let zero = Coordinate(latitude: 0, longitude: 0)
    #expect(
      try RecordingShelf.fixes(name).allSatisfy {
        $0.coordinate != zero && ($0.coordinate == nil) == ($0.mode == .none)
      })
  }

  @Test func `quirk 46, a GGA without an altitude is a fix of two dimensions`() {
    let result = fixes("GPGGA,120000,\(place),1,08,0.9,,M,,M,,")
    #expect(result.map(\.mode) == [.twoDimensional])
    #expect(result.map(\.coordinate) == [here] && result.map(\.altitude) == [nil])
  }

  @Test(.needsRecordings) func `quirk 46, saab-r4 has positions and no altitude`() throws {
    let fixes = try RecordingShelf.fixes("saab-r4").filter(\.isValid)
    #expect(fixes.count == 12)
    #expect(fixes.contains { $0.altitude == nil && $0.mode == .twoDimensional })
  }

  @Test func `quirk 47, no height above the ellipsoid is made up without the separation`() {
    let result = fixes("GPGGA,120000,\(place),1,08,0.9,545.4,M,,M,,")
    #expect(result.map(\.altitude) == [545.4])
    #expect(result.map(\.geoidSeparation) == [nil])
    #expect(result.map(\.ellipsoidalAltitude) == [nil])
    #expect(fixes(gga).map(\.ellipsoidalAltitude) == [545.4 + 46.9])
  }

  @Test(arguments: ["00", "0", "", "1", "02"])
  func `quirk 48, a fix with few or no satellites counted is a fix`(count: String) {
    let result = fixes("GPGGA,120000,\(place),1,\(count),0.9,545.4,M,46.9,M,,")
    #expect(result.map(\.mode) == [.threeDimensional])
    #expect(result.map(\.coordinate) == [here])
    #expect(result.map(\.satellitesUsed) == [Int(count)])
  }
}

/// Quirks 62 to 64 of the list of quirks: altitude in feet, errors, two receivers on one wire.
@Suite struct `Accuracy quirks` {
  @Test func `quirk 62, the altitude of GGA is not that of PGRMZ`() {
    #expect(fixes(gga("120000"), "PGRMZ,1000,f,3").map(\.altitude) == [545.4])
    #expect(fixes("PGRMZ,1000,f,3", gga("120000")).map(\.altitude) == [545.4])
    let gns = "GNGNS,120000,\(place),AN,08,0.9,545.4,46.9,,"
    #expect(fixes(gns, "PGRMZ,1000,f,3").map(\.altitude) == [545.4])
  }

  @Test(arguments: ["1000,f,3", "1000,f,2", "1000,f,1", "1000,F,2"])
  func `quirk 62, where there is no other altitude the pressure altitude of PGRMZ is none`(height: String) {
    let fix = fixes("GPGLL,\(place),120000,A", "PGRMZ,\(height)").first
    #expect(fix?.isValid == true && fix?.altitude == nil && fix?.errors?.vertical == nil)
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

  @Test func `quirk 63, the deviations of GST become the radius of 68 of 100 fixes`() {
    let fix = fixes(gga("120000"), "GPGST,120000,1.0,2.0,1.0,0.0,3.0,4.0,5.0").first
    #expect(fix?.errors?.source == .gst && fix?.errors?.vertical == 5)
    // 1.5152 times the root of (3² + 4²) / 2.
    #expect(abs((fix?.errors?.horizontal ?? 0) - 5.357_0) < 0.001)
  }

  @Test func `quirk 63, GBS tells errors like GST, and GST is better`() {
    let gbs = "GPGBS,120000,3.0,4.0,5.0,03,,-21.4,3.8"
    let fix = fixes(gga("120000"), gbs).first
    #expect(fix?.errors?.source == .gbs && fix?.errors?.vertical == 5)
    #expect(abs((fix?.errors?.horizontal ?? 0) - 5.357_0) < 0.001)
    let gst = "GPGST,120000,1.0,2.0,1.0,0.0,1.0,1.0,2.0"
    #expect(fixes(gga("120000"), gbs, gst).map(\.errors?.source) == [.gst])
    #expect(fixes(gga("120000"), gst, gbs).map(\.errors?.source) == [.gst])
  }

  static let errors: [(String, Double?, Double?, ErrorEstimate.Source)] = [
    // These hold for half of all fixes and are widened.
    ("PGRME,10.0,M,20.0,M,22.4,M", 10 * 1.2869, 20 * 1.4826, .pgrme),
    ("PSRFEPE,120000.000,A,1.2,5.77,12.97,1.2,180.0", 5.77, 12.97, .receiver),
    ("PQTMEPE,2,3.393,3.476,12.713,4.857,13.609", 4.857, 12.713, .receiver),
    // Of another second, invalid, and of another version.
    ("GPGBS,120005,3.0,4.0,5.0,03,,-21.4,3.8", nil, nil, .dilution),
    ("PSRFEPE,115959.000,A,1.2,5.77,12.97,1.2,180.0", nil, nil, .dilution),
    ("PSRFEPE,120000.000,V,1.2,5.77,12.97,1.2,180.0", nil, nil, .dilution),
    ("PQTMEPE,1,3.393,3.476,12.713,4.857,13.609", nil, nil, .dilution),
  ]

  @Test(arguments: errors)
  func `quirk 63, the errors that a sentence beside GGA tells belong to its epoch`(
    body: String, horizontal: Double?, vertical: Double?, source: ErrorEstimate.Source
  ) {
    let errors = fixes(gga("120000"), body).first?.errors
    #expect(errors?.source == source)
    if let horizontal { #expect([errors?.horizontal, errors?.vertical] == [horizontal, vertical]) }
  }

  @Test func `quirk 63, PSRFEPE in front and PUBX,00 alone tell the receiver's own accuracy`() {
    let known = ErrorEstimate(horizontal: 5.77, vertical: 12.97, source: .receiver)
    #expect(fixes("PSRFEPE,120000.000,A,1.2,5.77,12.97,1.2,180.0", gga("120000")).map(\.errors) == [known])
    let pubx = "PUBX,00,120000.00,\(place),592.3,G3,5.77,12.97,18.0,84.40,0.250,,0.92,1.19,0.77,9,0,0"
    #expect(fixes(pubx).map(\.errors) == [known])
  }

  @Test(arguments: [(1, 3.557), (2, 2.419), (4, 0.03), (5, 0.6), (8, 3.557)])
  func `quirk 63, without any estimate the dilution is one, smaller with corrections only`(
    quality: Int, meters: Double
  ) throws {
    let errors = try #require(fixes(gga("120000", quality: quality, dilution: "1.5")).first?.errors)
    #expect(abs(try #require(errors.horizontal) - meters) < 0.001)
    #expect(errors.vertical == nil && errors.source == .dilution)
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
