import GNSS
import NMEA
import TestSupport
import Testing

/// Quirks 65 to 73 of the list of quirks: which satellite it is, and whether it is used.
@Suite struct `Satellite quirks` {
  private let rmc = "GPRMC,120000,A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A"

  /// The satellites of one sentence about satellites in view.
  private func seen(_ gsv: String...) -> [Satellite] { atTheEnd([rmc] + gsv) }

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
      list == [SatelliteIdentity(.gps, 1), SatelliteIdentity(.glonass, 1), SatelliteIdentity(.glonass, 24)])
  }

  @Test func `quirk 69, several GNGSA without a system add up`() {
    let gsa = [
      "GNGSA,A,3,01,02,,,,,,,,,,,2.5,1.3,2.1", "GNGSA,A,3,65,66,,,,,,,,,,,2.5,1.3,2.1",
      "GNGSA,A,3,01,02,,,,,,,,,,,2.5,1.3,2.1",
    ]
    #expect(
      used(gsa, of: "GNGSV,1,1,04,01,40,083,46,03,17,308,41,65,20,010,40,66,30,020,41")
        == [
          SatelliteIdentity(.gps, 1), SatelliteIdentity(.glonass, 1), SatelliteIdentity(.glonass, 2),
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
      #expect(used(gsa, of: "\(talker)GSV,1,1,02,05,40,083,46,06,40,083,46") == [SatelliteIdentity(home, 5)])
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
    let dilution = fix?.dilution
    #expect([dilution?.position, dilution?.horizontal, dilution?.vertical] == [2.5, 1.3, 2.1])
  }

  @Test func `quirk 72, a GSA of six fields still denies the fix`() {
    let fix = fixes(rmc, "GPGSA,A,1,,,,").first
    #expect(fix?.mode == FixMode.none && fix?.dilution == DilutionOfPrecision())
  }

  @Test func `quirk 73, an empty GSA is no reason against a fix`() {
    let fix = fixes(
      "GPGGA,120000,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,",
      "GPGSA,A,3,,,,,,,,,,,,,2.5,1.3,2.1"
    ).first
    #expect(fix?.mode == .threeDimensional && fix?.satellitesUsed == 8)
  }
}

/// Quirks 74 to 86 of the list of quirks: how a sky is put together.
@Suite struct `Sky quirks` {
  private func rmc(_ second: Int) -> String {
    "GPRMC,1200\(second < 10 ? "0" : "")\(second),A,4807.038,N,01131.000,E,5.0,84.4,201126,,,A"
  }

  /// The satellites of the last sky of an epoch of these sentences.
  private func sky(_ sentences: String...) -> Satellites {
    decode(wire([rmc(0)] + sentences)).skies.last?.satellites ?? []
  }

  /// The satellites that each epoch's fix has.
  private func numbers(_ sentences: [String]) -> [[Int]] {
    fixes(sentences).map { $0.satellites.map(\.identity.number) }
  }

  @Test(arguments: ["0,1,00", "2,3,08", "x,1,08", "2,x,08", ",,", "1,0,04", "-1,1,04"])
  func `quirk 74, a part that is none of its set leaves the sky as it was`(head: String) {
    let result = numbers([
      rmc(0), "GPGSV,1,1,02,01,40,083,46,02,17,308,41", rmc(1), "GPGSV,\(head),09,40,083,46", rmc(2),
    ])
    #expect(result == [[1, 2], [1, 2], [1, 2]])
  }

  @Test func `quirk 74, twelve sentences of one constellation are legal`() {
    let set = (1...12).map { part in
      let four = (1...4).map { "\(4 * (part - 1) + $0),40,083,46" }.joined(separator: ",")
      return "GBGSV,12,\(part),48,\(four)"
    }
    #expect(numbers([rmc(0)] + set).last == Array(1...48))
  }

  @Test(
    arguments: [
      ("11,01,40,083,46,02,17,308,41", [1, 2]), ("01,01,40,083,46,02,17,308,41", [1, 2]),
      ("01,01,40,083,46,,,,,,,,,,,,", [1]), ("01,01,40,083,46", [1]), ("00,,,,,,,,,,,,,,,,", []),
      // A direction without a number.
      ("02,,40,083,46,02,17,308,41", [2]),
    ] as [(String, [Int])])
  func `quirks 75 to 78, neither the count in view nor an empty place makes a satellite`(
    set: String, satellites: [Int]
  ) {
    #expect(sky("GPGSV,1,1,\(set)").map(\.identity.number) == satellites)
  }

  @Test func `quirk 76, a whole set of empty places empties the sky`() {
    let result = numbers([rmc(0), "GPGSV,1,1,01,01,40,083,46", rmc(1), "GPGSV,1,1,00,,,,,,,,,,,,,,,,"])
    #expect(result == [[1], []])
  }

  @Test func `quirk 77, a satellite without a direction keeps its signal`() {
    let list = sky("GPGSV,1,1,03,21,,,40,08,63,065,50,26,63,,48")
    #expect(list.map(\.carrierToNoise) == [40, 50, 48])
    #expect(list.map(\.azimuth) == [nil, 65, nil])
    #expect(list.map(\.elevation) == [nil, 63, 63])
  }

  @Test func `quirk 79, an elevation beyond the zenith goes, and an azimuth beyond 360, which is 0`() {
    let list = sky("GPGSV,1,1,04,01,-05,360,46,02,90,359,41,03,91,361,40,04,-91,,40")
    #expect(list.map(\.elevation) == [-5, 90, nil, nil])
    #expect(list.map(\.azimuth) == [0, 359, nil, nil])
  }

  @Test func `quirk 80, where all azimuths are zero the satellites have no direction`() {
    let list = sky(
      "GPGSV,2,1,06,01,90,000,00,13,77,000,48,08,71,000,,22,65,000,00",
      "GPGSV,2,2,06,09,65,000,31,26,40,000,")
    #expect(list.map(\.identity.number) == [1, 13, 8, 22, 9, 26])
    #expect(list.allSatisfy { $0.azimuth == nil && $0.elevation == nil })
    #expect(list.map(\.carrierToNoise) == [nil, 48, nil, nil, 31, nil])
  }

  @Test func `quirk 80, one azimuth of zero among others is north`() {
    let list = sky("GPGSV,1,1,02,01,30,000,40,13,77,120,48")
    #expect(list.map(\.azimuth) == [0, 120])
    #expect(sky("GPGSV,1,1,01,01,30,000,40").map(\.azimuth) == [0])
  }

  @Test(.needsRecordings) func `quirk 80, tn200-all has twelve satellites and no direction`() throws {
    let skies = try RecordingShelf.skies("tn200-all")
    #expect(!skies.isEmpty)
    #expect(
      skies.allSatisfy {
        $0.satellites.count == 12 && $0.satellites.allSatisfy { $0.azimuth == nil }
      })
  }

  @Test func `quirk 81, a satellite that is not heard is in the sky and not in use`() {
    let list = sky(
      "GPGSA,A,3,01,02,03,,,,,,,,,,2.5,1.3,2.1",
      "GPGSV,1,1,04,01,40,083,46,02,17,308,,03,20,010,00,04,20,010,40")
    #expect(list.map(\.carrierToNoise) == [46, nil, nil, 40])
    #expect(list.map(\.isUsed) == [true, false, false, false])
  }

  @Test func `quirk 82, each signal of a satellite is an entry of its own`() {
    let list = sky(
      "GPGSV,1,1,01,05,40,083,46,1", "GPGSV,1,1,01,05,40,083,39,6", "GAGSV,1,1,01,05,20,010,41,7",
      "GAGSV,1,1,01,05,20,010,40,2", "GBGSV,1,1,01,05,20,010,40,B", "GLGSV,1,1,01,70,20,010,40,3")
    #expect(list.map(\.signal) == [.l1CA, .l2CL, .e1BC, .e5B, .b2I, .l2CA])
    #expect(list.map(\.carrierToNoise) == [46, 39, 41, 40, 40, 40])
  }

  @Test(.needsRecordings) func `quirk 82, ublox-zed-f9p-nmea has two signals of one satellite`() throws {
    let sky = try #require(RecordingShelf.skies("ublox-zed-f9p-nmea").last)
    #expect(Set(sky.satellites.map(\.identity)).count < sky.satellites.count)
    #expect(
      Set(sky.satellites.map { [$0.identity.hashValue, $0.signal.hashValue] }).count == sky.satellites.count)
  }

  @Test func `quirk 84, the sets may come in any order`() {
    let result = numbers([
      rmc(0), "GLGSV,1,1,01,70,40,083,46", "GPGSV,1,1,01,05,40,083,46", rmc(1), "GPGSV,1,1,01,05,40,083,46",
      "GLGSV,1,1,01,71,40,083,46",
    ])
    #expect(result == [[6, 5], [7, 5]])
  }

  @Test func `quirk 84, a set that is spread over epochs counts when its last part has come`() {
    let result = numbers([
      rmc(0), "GPGSV,3,1,03,01,40,083,46", rmc(1), "GPGSV,3,2,03,02,40,083,46", rmc(2),
      "GPGSV,3,3,03,03,40,083,46", rmc(3), "GPGSV,3,1,03,04,40,083,46", rmc(4),
    ])
    #expect(result == [[], [], [1, 2, 3], [1, 2, 3], [1, 2, 3]])
  }

  @Test func `quirk 84, a set that grows over epochs is not driven out by one that is whole in each`() {
    var sentences: [String] = []
    for second in 0..<24 {
      let part = second % 6 + 1
      sentences += [rmc(second), "GPGSV,1,1,01,05,40,083,46", "GLGSV,6,\(part),06,\(64 + part),40,083,46"]
    }
    let result = numbers(sentences)
    #expect(result.prefix(5).allSatisfy { $0 == [5] })
    #expect(result.dropFirst(6).allSatisfy { $0 == [5, 1, 2, 3, 4, 5, 6] })
  }

  @Test func `quirk 84, a part that is missing leaves the set of before`() {
    let result = numbers([
      rmc(0), "GPGSV,2,1,02,01,40,083,46", "GPGSV,2,2,02,02,40,083,46", rmc(1), "GPGSV,3,1,03,07,40,083,46",
      "GPGSV,3,3,03,09,40,083,46", rmc(2),
    ])
    #expect(result == [[1, 2], [1, 2], [1, 2]])
  }

  @Test func `quirk 84, a constellation that is told no more leaves the sky`() {
    var sentences: [String] = [rmc(0), "GPGSV,1,1,01,05,40,083,46", "GLGSV,1,1,01,70,40,083,46"]
    for second in 1..<20 { sentences += [rmc(second), "GPGSV,1,1,01,05,40,083,46"] }
    let result = numbers(sentences)
    #expect(result.first == [5, 6] && result.last == [5])
  }

  @Test func `quirk 85, a sky comes only with the epoch that has GSV`() {
    var sentences: [String] = []
    for second in 0..<15 {
      if second % 5 == 0 { sentences.append("GPGSV,1,1,01,05,40,083,46") }
      sentences.append(rmc(second))
    }
    let outputs = decode(wire(sentences))
    #expect(outputs.skies.map(\.time) == [0, 5, 10].map { utc(2026, 11, 20, 12, 0, $0) })
    #expect(outputs.fixes.map(\.satellites.count) == Array(repeating: 1, count: 15))
  }

  @Test func `quirk 85, a constellation may be told more rarely than another`() {
    var sentences: [String] = []
    for second in 0..<30 {
      sentences += [rmc(second), "GPGSV,1,1,01,05,40,083,46"]
      if second % 5 == 0 { sentences.append("GLGSV,1,1,01,70,40,083,46") }
    }
    #expect(numbers(sentences).allSatisfy { $0 == [5, 6] })
  }

  @Test func `quirk 86, a sky of 230 entries is kept whole`() {
    var sentences = [rmc(0)]
    for (talker, signals) in [("GP", [1, 5, 6, 7]), ("GA", [1, 2, 7]), ("GB", [1, 5, 8])] {
      for signal in signals {
        for part in 1...6 {
          let four = (1...4).map { "\(4 * (part - 1) + $0),40,083,46" }.joined(separator: ",")
          sentences.append("\(talker)GSV,6,\(part),24,\(four),\(signal)")
        }
      }
    }
    #expect(numbers(sentences).last?.count == 240)
  }

  @Test func `a satellite that is named twice in GSA is used once`() {
    #expect(fixes(rmc(0), "GPGSA,A,3,05,05,05,,,,,,,,,,2.5,1.3,2.1").first?.satellitesUsed == 1)
  }
}
