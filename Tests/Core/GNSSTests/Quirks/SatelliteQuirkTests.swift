import GNSS
import NMEA
import TestSupport
import Testing

/// Quirks 65 to 73 of the list of quirks: which satellite it is, and whether it is used.
@Suite struct `Satellite quirks` {
  private let rmc = "GPRMC,120000,A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A"

  /// The satellites of one sentence about satellites in view.
  private func seen(_ gsv: String...) -> [Satellite] {
    atTheEnd([rmc] + gsv)
  }

  /// The satellites of the sky that the end of sentences brings.
  private func atTheEnd(_ bodies: [String]) -> [Satellite] {
    var decoder = FixDecoder(.recording())
    decoder.decode(wire(bodies).span) { _ in }
    return Array(decoder.outputs { $0.finish($1) }.skies.last?.satellites ?? [])
  }

  /// The names of the satellites in use, as GSA sentences tell them of a sky of these numbers.
  private func used(_ gsa: [String], of gsv: String) -> [SatelliteIdentity] {
    atTheEnd([rmc] + gsa + [gsv]).filter(\.isUsed).map(\.identity)
  }

  @Test func `GNS counts the satellites of all systems, whichever sentence comes first`() {
    let gps = "GPGGA,120000,4807.038,N,01131.000,E,1,05,1.3,250.8,M,50.0,M,,"
    let galileo = "GAGGA,120000,4807.038,N,01131.000,E,1,01,1.3,250.8,M,50.0,M,,"
    let all = "GNGNS,120000,4807.038,N,01131.000,E,AAAAN,14,1.3,250.8,50.0,,,V"
    for order in [[gps, galileo, all], [all, gps, galileo], [galileo, all, gps]] {
      #expect(fixes(order).map(\.satellitesUsed) == [14], "\(order)")
    }
  }

  // MARK: Quirks 65 to 68

  @Test(.needsRecordings)
  func `quirk 65, beidou-gb and skytraq-dgps have BeiDou satellites of small numbers`() throws {
    for name in ["beidou-gb", "skytraq-dgps"] {
      let numbers = try RecordingShelf.skies(name).flatMap(\.satellites).map(\.identity)
        .filter { $0.constellation == .beidou }.map(\.number)
      #expect(!numbers.isEmpty, "\(name)")
      #expect(numbers.allSatisfy { 1...63 ~= $0 }, "\(name)")
    }
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
