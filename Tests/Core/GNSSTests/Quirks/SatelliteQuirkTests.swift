import GNSS
import NMEA
import TestSupport
import Testing

/// Quirks 65 to 73 of the list of quirks: which satellite it is, and whether it is used.
@Suite struct `Satellite quirks` {
  private let rmc = "GPRMC,120000,A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A"

  /// The satellites of one sentence about satellites in view.
  private func seen(_ gsv: String...) -> [Satellite] {
    var decoder = FixDecoder(.recording())
    var satellites: [Satellite] = []
    decoder.decode(wire([rmc] + gsv).span) { _ in }
    decoder.finish { if case .sky(let sky) = $0 { satellites = Array(sky.satellites) } }
    return satellites
  }

  /// The names of the satellites in use, as GSA sentences tell them of a sky of these numbers.
  private func used(_ gsa: [String], of gsv: String) -> [SatelliteIdentity] {
    var decoder = FixDecoder(.recording())
    var satellites: [Satellite] = []
    decoder.decode(wire([rmc] + gsa + [gsv]).span) { _ in }
    decoder.finish { if case .sky(let sky) = $0 { satellites = Array(sky.satellites) } }
    return satellites.filter(\.isUsed).map(\.identity)
  }

  @Test func `GNS counts the satellites of all systems, whichever sentence comes first`() {
    let gps = "GPGGA,120000,4807.038,N,01131.000,E,1,05,1.3,250.8,M,50.0,M,,"
    let galileo = "GAGGA,120000,4807.038,N,01131.000,E,1,01,1.3,250.8,M,50.0,M,,"
    let all = "GNGNS,120000,4807.038,N,01131.000,E,AAAAN,14,1.3,250.8,50.0,,,V"
    for order in [[gps, galileo, all], [all, gps, galileo], [galileo, all, gps]] {
      var decoder = FixDecoder(.recording())
      var counts: [Int?] = []
      decoder.decode(wire(order).span) { if case .fix(let fix) = $0 { counts.append(fix.satellitesUsed) } }
      decoder.finish { if case .fix(let fix) = $0 { counts.append(fix.satellitesUsed) } }
      #expect(counts == [14], "\(order)")
    }
  }

  // MARK: Quirks 65 to 68

  @Test(arguments: [
    (1, Constellation.gps, 1), (32, .gps, 32), (33, .sbas, 120), (64, .sbas, 151),
    (65, .glonass, 1),
    (96, .glonass, 32), (120, .sbas, 120), (158, .sbas, 158), (173, .imes, 1), (182, .imes, 10),
    (193, .qzss, 1), (202, .qzss, 10), (301, .galileo, 1), (336, .galileo, 36), (401, .beidou, 1),
    (437, .beidou, 37), (501, .navic, 1), (518, .navic, 18), (901, .navic, 1), (918, .navic, 18),
  ])
  func `quirk 65, each range of numbers is a constellation`(
    number: Int, home: Constellation, own: Int
  ) {
    #expect(
      seen("GNGSV,1,1,01,\(number),40,083,46").map(\.identity) == [SatelliteIdentity(home, own)])
  }

  @Test(arguments: [97, 119, 159, 172, 183, 192, 300, 357, 499, 519, 900, 919, 9999])
  func `quirk 65, a number that nobody uses is no satellite`(number: Int) {
    #expect(seen("GNGSV,1,1,01,\(number),40,083,46").isEmpty)
  }

  @Test(arguments: [(201, 1), (237, 37)])
  func `quirk 65, BeiDou of SiRF and SkyTraq begins at 201`(number: Int, own: Int) {
    #expect(
      seen("BDGSV,1,1,01,\(number),40,083,46").map(\.identity) == [SatelliteIdentity(.beidou, own)])
    #expect(
      seen("GBGSV,1,1,01,\(number),40,083,46").map(\.identity) == [SatelliteIdentity(.beidou, own)])
  }

  @Test(.needsRecordings)
  func `quirk 65, beidou-gb and skytraq-dgps have BeiDou satellites of small numbers`() throws {
    for name in ["beidou-gb", "skytraq-dgps"] {
      let numbers = try RecordingShelf.skies(name).flatMap(\.satellites).map(\.identity)
        .filter { $0.constellation == .beidou }.map(\.number)
      #expect(!numbers.isEmpty, "\(name)")
      #expect(numbers.allSatisfy { 1...63 ~= $0 }, "\(name)")
    }
  }

  @Test(arguments: [
    ("GP", Constellation.gps), ("GL", .glonass), ("GA", .galileo), ("GB", .beidou), ("BD", .beidou),
    ("GQ", .qzss), ("QZ", .qzss), ("GI", .navic),
  ])
  func `quirk 66, the talker tells whose number 5 it is`(talker: String, home: Constellation) {
    #expect(
      seen("\(talker)GSV,1,1,01,05,40,083,46").map(\.identity) == [SatelliteIdentity(home, 5)])
  }

  @Test(arguments: [(4, Constellation.beidou), (5, .qzss)])
  func `quirk 66, the last field of PQGSV tells whose number 2 it is`(
    system: Int, home: Constellation
  ) {
    #expect(
      seen("PQGSV,1,1,01,02,40,083,46,\(system)").map(\.identity) == [SatelliteIdentity(home, 2)])
  }

  @Test func `quirk 67, Galileo from 101 and BeiDou from 201`() {
    #expect(
      seen("GAGSV,1,1,02,101,40,083,46,136,17,308,41").map(\.identity)
        == [SatelliteIdentity(.galileo, 1), SatelliteIdentity(.galileo, 36)])
    #expect(
      seen("GBGSV,1,1,02,201,40,083,46,264,17,308,41").map(\.identity)
        == [SatelliteIdentity(.beidou, 1), SatelliteIdentity(.beidou, 64)])
  }

  @Test func `quirk 68, GLONASS inside GPGSV and GPGSA is told by its number`() {
    let list = used(
      ["GPGSA,A,3,01,65,88,,,,,,,,,,2.5,1.3,2.1"],
      of: "GPGSV,1,1,04,01,40,083,46,02,17,308,41,65,20,010,40,88,30,020,41")
    #expect(
      list == [
        SatelliteIdentity(.gps, 1), SatelliteIdentity(.glonass, 1), SatelliteIdentity(.glonass, 24),
      ])
  }

  // MARK: Quirks 69 to 73

  @Test func `quirk 69, several GNGSA without a system add up`() {
    let gsa = [
      "GNGSA,A,3,01,02,,,,,,,,,,,2.5,1.3,2.1", "GNGSA,A,3,65,66,,,,,,,,,,,2.5,1.3,2.1",
      "GNGSA,A,3,01,02,,,,,,,,,,,2.5,1.3,2.1",
    ]
    #expect(
      used(gsa, of: "GNGSV,1,1,04,01,40,083,46,03,17,308,41,65,20,010,40,66,30,020,41")
        == [
          SatelliteIdentity(.gps, 1), SatelliteIdentity(.glonass, 1),
          SatelliteIdentity(.glonass, 2),
        ])
    #expect(fixes(rmc, gsa[0], gsa[1], gsa[2]).first?.satellitesUsed == 4)
  }

  @Test func `quirk 69, the satellites of an epoch are not those of the one before`() {
    let result = fixes(
      rmc, "GNGSA,A,3,01,02,03,04,,,,,,,,,2.5,1.3,2.1",
      "GPRMC,120001,A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A",
      "GNGSA,A,3,07,08,,,,,,,,,,,2.5,1.3,2.1")
    #expect(result.map(\.satellitesUsed) == [4, 2])
  }

  @Test func `quirk 70, the system of GSA tells whose numbers they are`() {
    let gsa = (1...5).map { "GNGSA,A,3,05,,,,,,,,,,,,2.5,1.3,2.1,\($0)" }
    let homes: [Constellation] = [.gps, .glonass, .galileo, .beidou, .qzss]
    for (talker, home) in zip(["GP", "GL", "GA", "GB", "GQ"], homes) {
      #expect(
        used(gsa, of: "\(talker)GSV,1,1,02,05,40,083,46,06,40,083,46") == [
          SatelliteIdentity(home, 5)
        ])
    }
    #expect(used([gsa[0]], of: "GLGSV,1,1,01,05,40,083,46").isEmpty)
  }

  @Test func `quirk 71, a fraction in field 18 of GSA is no system`() {
    let list = used(["GPGSA,A,3,05,,,,,,,,,,,,2.5,1.3,2.1,1.8"], of: "GPGSV,1,1,01,05,40,083,46")
    #expect(list == [SatelliteIdentity(.gps, 5)])
    #expect(fixes(rmc, "GPGSA,A,3,05,,,,,,,,,,,,2.5,1.3,2.1,1.8").first?.dilution.vertical == 2.1)
  }

  @Test func `quirk 72, a GSA of 24 places has its dilutions behind them`() {
    let numbers = (1...24).map { $0 <= 14 ? "\($0)" : "" }.joined(separator: ",")
    let fix = fixes(rmc, "GPGSA,A,3,\(numbers),2.5,1.3,2.1").first
    #expect(fix?.satellitesUsed == 14)
    #expect(fix?.dilution.position == 2.5)
    #expect(fix?.dilution.horizontal == 1.3)
    #expect(fix?.dilution.vertical == 2.1)
  }

  @Test func `quirk 72, a GSA of six fields still denies the fix`() {
    let fix = fixes(rmc, "GPGSA,A,1,,,,").first
    #expect(fix?.mode == FixMode.none)
    #expect(fix?.dilution == DilutionOfPrecision())
  }

  @Test func `quirk 73, an empty GSA is no reason against a fix`() {
    let fix = fixes(
      "GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "GPGSA,A,3,,,,,,,,,,,,,2.5,1.3,2.1"
    )
    .first
    #expect(fix?.mode == .threeDimensional)
    #expect(fix?.satellitesUsed == 8)
  }
}
