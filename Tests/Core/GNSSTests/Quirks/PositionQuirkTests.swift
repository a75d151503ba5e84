import GNSS
import NMEA
import TestSupport
import Testing

/// Quirks 49 to 62 of the list of quirks: position, altitude, mode, speed and course.
@Suite struct `Position quirks` {
  @Test func `quirk 49, the highest GSA of an epoch decides between 2D and 3D`() {
    let result = fixes(
      gga("120000"), "GPGSA,A,2,01,02,03,,,,,,,,,,2.5,1.3,2.1",
      "GLGSA,A,3,65,66,67,68,,,,,,,,,2.5,1.3,2.1", "GPGSA,A,2,01,02,03,,,,,,,,,,2.5,1.3,2.1")
    #expect(result.map(\.mode) == [.threeDimensional])
  }

  @Test func `quirk 49, without a GSA the altitude of GGA makes it 3D, which a GSA of 2 outweighs`() {
    let flat = fixes(gga("120000"), "GPGSA,A,2,01,02,03,,,,,,,,,,2.5,1.3,2.1")
    #expect(flat.map(\.mode) == [.twoDimensional] && flat.map(\.altitude) == [545.4])
    #expect(fixes(gga("120000")).map(\.mode) == [.threeDimensional])
    #expect(fixes(gga("120000", altitude: "")).map(\.mode) == [.twoDimensional])
    #expect(fixes("GNGNS,120000,\(place),AN,08,0.9,545.4,46.9,,").map(\.mode) == [.threeDimensional])
  }

  @Test(
    arguments: [
      (["GPRMC,120000,V,4807.038,N,01131.000,E,,,201126,,,N"], 1),
      (["GPGGA,120000,4807.038,N,01131.000,E,0,00,,,M,,M,,", "GPGLL,4807.038,N,01131.000,E,120000,V,N"], 1),
      (["GPRMC,120000,A,4807.038,N,01131.000,E,,,201126,,,A", "GPGSA,A,1,,,,,,,,,,,,,,,"], 1),
      (["GPRMC,120000,V,,,,,,,201126,,,N"], 0),
      (["GPGGA,120000,0000.000,N,00000.000,E,0,00,,,M,,M,,"], 0),
      (["GPRMC,120000,A,4807.038,N,01131.000,E,,,201126,,,A"], 0),
    ])
  func `a position that is marked as invalid is counted once, and zeros are none`(
    bodies: [String], count: Int
  ) {
    var decoder = FixDecoder(.recording())
    let outputs = decoder.outputs {
      let bytes = wire(bodies)
      $0.decode(bytes.span, $1)
      $0.finish($1)
    }
    #expect(outputs.fixes.count == 1)
    #expect(decoder.epochCounts.markedInvalid == count)
  }

  @Test func `quirk 49, an epoch of GSA 1 alone has no fix`() {
    let result = fixes(gga("120000"), rmc("120000"), "GPGSA,A,1,,,,,,,,,,,,,,,")
    #expect(result.map(\.mode) == [.none])
    #expect(result.first?.coordinate == nil)
  }

  @Test func `quirk 49, the mode of the epochs before holds for ten seconds, and no altitude does`() {
    let result = fixes(
      gga("120000"), "GPGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1", rmc("120001"), rmc("120010"), rmc("120011"))
    #expect(result.map(\.mode) == [.threeDimensional, .threeDimensional, .threeDimensional, .twoDimensional])
    #expect(result.map(\.altitude) == [545.4, nil, nil, nil])
    #expect(result.map(\.isModeReported) == [true, false, false, false])
  }

  @Test func `quirk 49, a lost fix ends the mode of the epochs before it`() {
    let void = "GPRMC,120001,V,,,,,,,201126,,,N"
    #expect(
      fixes(gga("120000"), void, rmc("120002")).map(\.mode) == [.threeDimensional, .none, .twoDimensional])
  }

  @Test(.needsRecordings)
  func `quirk 49, myguide-3100 is 3D only where its GSA or its altitude says so`() throws {
    let fixes = try RecordingShelf.fixes("myguide-3100").filter(\.isValid)
    #expect(fixes.count >= 8)
    #expect(fixes.allSatisfy { $0.mode == .threeDimensional ? $0.altitude != nil : true })
  }

  @Test func `quirk 50, a receiver that sends RMC alone has 2D fixes with time and speed`() {
    let result = fixes(rmc("120000"), rmc("120001"))
    #expect(result.map(\.mode) == [.twoDimensional, .twoDimensional])
    #expect(result.map(\.time) == [utc(2026, 11, 20, 12, 0, 0), utc(2026, 11, 20, 12, 0, 1)])
    #expect(result.allSatisfy { $0.speed == knots(5.0) && $0.course == 84.4 })
  }

  @Test(.needsRecordings) func `quirk 50, meinberg-gps164 has 70 fixes in 2D`() throws {
    let fixes = try RecordingShelf.fixes("meinberg-gps164").filter(\.isValid)
    #expect(fixes.count == 70)
    #expect(fixes.allSatisfy { $0.mode == .twoDimensional && $0.time != nil && $0.altitude == nil })
  }

  @Test func `quirk 51, the letter E of GSA says nothing about dimensions`() {
    let result = fixes(gga("120000"), "GPGSA,A,E,01,02,03,04,,,,,,,,,2.5,1.3,2.1")
    #expect(result.map(\.mode) == [.threeDimensional])
    #expect(result.first?.dilution.position == 2.5)
  }

  @Test func `quirk 53, without the letter of a hemisphere there is no position`() {
    for place in ["4807.038,,01131.000,E", "4807.038,N,01131.000,", "4807.038,,01131.000,"] {
      let result = fixes("GPGGA,120000,\(place),1,08,0.9,545.4,M,46.9,M,,")
      #expect(result.map(\.mode) == [.none])
      #expect(result.first?.coordinate == nil)
    }
  }

  @Test func `quirk 54, the speed of a VTG or RMC without course counts`() {
    let result =
      fixes(gga("120000"), "GPVTG,,T,,M,5.00,N,9.26,K,A") + fixes(rmc("120000", motion: "0.02,"))
    #expect(result.map(\.speed) == [knots(5.0), knots(0.02)])
    #expect(result.map(\.course) == [nil, nil])
  }

  @Test(arguments: ["0.0,E", "000.0,W", ",E", ","])
  func `quirk 56, a variation of zero or nothing is none`(variation: String) {
    let fix = fixes("GPRMC,120000,A,\(place),5.0,84.4,201126,\(variation),A").first
    #expect(fix?.isValid == true && fix?.magneticVariation == nil)
    #expect(fix?.magneticCourse == nil)
  }

  @Test(.needsRecordings) func `quirk 56, motorola-t805 never has a variation`() throws {
    let variations = try RecordingShelf.fixes("motorola-t805").map(\.magneticVariation)
    #expect(variations.allSatisfy { $0 == nil })
  }

  @Test(arguments: ["99.99", "99.9", "99.00", "0.00", "50.0", ""])
  func `quirk 57, markers for none are no dilution`(marker: String) {
    let fix = fixes(
      "GPGGA,120000,\(place),1,08,\(marker),545.4,M,46.9,M,,",
      "GPGSA,A,3,01,02,03,04,,,,,,,,,\(marker),\(marker),\(marker)"
    ).first
    #expect(fix?.dilution == DilutionOfPrecision() && fix?.errors == nil)
  }

  @Test(.needsRecordings) func `quirk 57, no fix of unicore-um621 has a dilution of 50 or more`() throws {
    let values = try RecordingShelf.fixes("unicore-um621").flatMap {
      [$0.dilution.position, $0.dilution.horizontal, $0.dilution.vertical].compactMap(\.self)
    }
    #expect(!values.isEmpty)
    #expect(values.allSatisfy { $0 > 0 && $0 < 50 })
  }

  @Test(arguments: [",", ",0000", "0.0,0000", "0,0"])
  func `quirk 58, an age and a station that are both zero are no corrections`(fields: String) {
    let fix = fixes("GPGGA,120000,\(place),1,08,0.9,545.4,M,46.9,M,\(fields)").first
    #expect(fix?.isValid == true && fix?.differentialAge == nil)
    #expect(fix?.differentialStation == nil)
  }

  @Test(arguments: [4, 5], ["0,0", "0.0,0000"])
  func `quirk 58, both zero are corrections of just now where the position is fixed by carrier phase`(
    quality: Int, fields: String
  ) {
    let fix = fixes("GPGGA,120000,\(place),\(quality),08,0.9,545.4,M,46.9,M,\(fields)").first
    #expect(fix?.differentialAge == 0 && fix?.differentialStation == 0)
  }

  @Test(arguments: [("AR", 0.0), ("FN", 0), ("AA", nil), ("DN", nil)] as [(String, Double?)])
  func `quirk 58, the letters of GNS say so too`(modes: String, age: Double?) {
    let fix = fixes("GNGNS,120000,\(place),\(modes),08,0.9,545.4,46.9,0.0,0000").first
    #expect(fix?.isValid == true && fix?.differentialAge == age)
  }

  @Test func `quirk 58, a zero-padded station with an age is a station`() {
    let fix = fixes("GPGGA,120000,\(place),2,08,0.9,545.4,M,46.9,M,3.5,0138").first
    #expect(fix?.differentialAge == 3.5 && fix?.differentialStation == 138)
    #expect(fix?.quality == .differential)
  }

  @Test func `quirk 59, a GLL of four fields joins the epoch that is open`() {
    let result = fixes("GPRMC,120000,A,\(place),5.0,84.4,201126,,,A", "GPGLL,4807.03,N,01131.00,E")
    #expect(result.map(\.coordinate) == [here])
  }

  @Test(arguments: [["7.038"], ["7.038", "7.039", "7.040"]])
  func `quirk 59, each GLL of four fields is a fix without a time where nothing else comes`(
    minutes: [String]
  ) {
    let result = fixes(minutes.map { "GPGLL,480\($0),N,01131.000,E" })
    #expect(result.map(\.coordinate?.latitude) == minutes.map { Double($0).map { degrees(48, $0) } })
    #expect(result.allSatisfy { $0.coordinate?.longitude == degrees(11, 31.0) && $0.timeOfDay == nil })
    #expect(result.allSatisfy { $0.mode == .twoDimensional })
  }

  @Test func `quirk 59, a GLL without status or mode vouches for itself`() {
    #expect(fixes("GPGLL,\(place),120000").map(\.mode) == [.twoDimensional])
    #expect(fixes("GPGLL,\(place),120000,V").map(\.mode) == [.none])
    #expect(fixes("GPGLL,\(place),120000,A,N").map(\.mode) == [.none])
  }

  @Test(
    arguments: [
      // The old form of four fields, one without a mode, one without knots, and one of mode N.
      ("084.4,082.4,005.0,009.3", 84.4, 82.4, knots(5.0)),
      ("084.4,T,,M,005.0,N,009.3,K", 84.4, nil, knots(5.0)),
      ("084.4,T,,M,,N,36.0,K,A", 84.4, nil, 10), ("084.4,T,,M,005.0,N,009.3,K,N", nil, nil, nil),
    ] as [(String, Double?, Double?, Double?)])
  func `quirk 60, any form of VTG counts but that of mode N, which denies no position beside it`(
    fields: String, course: Double?, magnetic: Double?, speed: Double?
  ) {
    let fix = fixes(gga("120000"), "GPVTG,\(fields)").first
    #expect([fix?.course, fix?.magneticCourse, fix?.speed] == [course, magnetic, speed])
    #expect(fix?.mode == .threeDimensional)
  }

  @Test func `quirk 60, a VTG of mode N leaves a position without a fix without one`() {
    let lost = "GPGLL,4807.038,N,01131.000,E,120000,V,N"
    #expect(fixes(lost, "GPVTG,084.4,T,,M,005.0,N,009.3,K,N").map(\.mode) == [.none])
  }

  @Test(
    arguments: [
      ("NA", .autonomous), ("AAN", .autonomous), ("NDD", .differential), ("ANNA", .autonomous),
      ("AR", .rtkFixed),
      ("NNNNNF", .rtkFloat), ("E", .deadReckoning), ("N", nil), ("NN", nil), ("NNNNNN", nil),
    ] as [(String, FixQuality?)])
  func `quirk 61, the best letter of GNS counts, and N alone is no fix`(modes: String, quality: FixQuality?) {
    let fix = fixes("GNGNS,120000,\(place),\(modes),08,0.9,545.4,46.9,,").first
    #expect(fix?.quality == quality && fix?.coordinate == (quality == nil ? nil : here))
    #expect(fix?.isValid == (quality != nil))
  }

  @Test(.needsRecordings) func `quirk 61, ericsson-gru04 has a fix in each of its 71 seconds`() throws {
    let fixes = try RecordingShelf.fixes("ericsson-gru04-02-70sec").filter(\.isValid)
    #expect(fixes.count == 71)
  }
}
