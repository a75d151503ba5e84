import GNSS
import NMEA
import TestSupport
import Testing

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

  // MARK: Quirks 74 to 76

  @Test(arguments: ["0,1,00", "2,3,08", "x,1,08", "2,x,08", ",,", "1,0,04", "-1,1,04"])
  func `quirk 74, a part that is none of its set leaves the sky as it was`(head: String) {
    let result = numbers([
      rmc(0), "GPGSV,1,1,02,01,40,083,46,02,17,308,41", rmc(1), "GPGSV,\(head),09,40,083,46",
      rmc(2),
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

  @Test func `quirk 75, the count of satellites in view is not believed`() {
    #expect(sky("GPGSV,1,1,11,01,40,083,46,02,17,308,41").map(\.identity.number) == [1, 2])
    #expect(sky("GPGSV,1,1,01,01,40,083,46,02,17,308,41").map(\.identity.number) == [1, 2])
  }

  @Test func `quirk 76, empty places at the end are no satellites`() {
    #expect(sky("GPGSV,1,1,01,01,40,083,46,,,,,,,,,,,,").map(\.identity.number) == [1])
    #expect(sky("GPGSV,1,1,01,01,40,083,46").map(\.identity.number) == [1])
    #expect(sky("GPGSV,1,1,00,,,,,,,,,,,,,,,,").isEmpty)
  }

  @Test func `quirk 76, a whole set of empty places empties the sky`() {
    let result = numbers([
      rmc(0), "GPGSV,1,1,01,01,40,083,46", rmc(1), "GPGSV,1,1,00,,,,,,,,,,,,,,,,",
    ])
    #expect(result == [[1], []])
  }

  // MARK: Quirks 77 to 81

  @Test func `quirk 77, a satellite without a direction keeps its signal`() {
    let list = sky("GPGSV,1,1,03,21,,,40,08,63,065,50,26,63,,48")
    #expect(list.map(\.carrierToNoise) == [40, 50, 48])
    #expect(list.map(\.azimuth) == [nil, 65, nil])
    #expect(list.map(\.elevation) == [nil, 63, 63])
  }

  @Test func `quirk 78, a direction without a number is no satellite`() {
    #expect(sky("GPGSV,1,1,02,,40,083,46,02,17,308,41").map(\.identity.number) == [2])
  }

  @Test func `quirk 79, an elevation below the horizon stays, one beyond the zenith goes`() {
    let list = sky("GPGSV,1,1,04,01,-05,083,46,02,90,308,41,03,91,010,40,04,-91,010,40")
    #expect(list.map(\.elevation) == [-5, 90, nil, nil])
  }

  @Test func `quirk 79, an azimuth of 360 is 0, and one beyond is none`() {
    let list = sky("GPGSV,1,1,03,01,05,360,46,02,17,359,41,03,17,361,41")
    #expect(list.map(\.azimuth) == [0, 359, nil])
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

  // MARK: Quirks 82 and 83

  @Test func `quirk 82, each signal of a satellite is an entry of its own`() {
    let list = sky(
      "GPGSV,1,1,01,05,40,083,46,1", "GPGSV,1,1,01,05,40,083,39,6", "GAGSV,1,1,01,05,20,010,41,7",
      "GAGSV,1,1,01,05,20,010,40,2", "GBGSV,1,1,01,05,20,010,40,B", "GLGSV,1,1,01,70,20,010,40,3")
    #expect(list.map(\.signal) == [.l1CA, .l2CL, .e1BC, .e5B, .b2I, .l2CA])
    #expect(list.map(\.carrierToNoise) == [46, 39, 41, 40, 40, 40])
  }

  @Test(.needsRecordings) func `quirk 82, ublox-zed-f9p-nmea has two signals of one satellite`()
    throws
  {
    let sky = try #require(RecordingShelf.skies("ublox-zed-f9p-nmea").last)
    #expect(Set(sky.satellites.map(\.identity)).count < sky.satellites.count)
    #expect(
      Set(sky.satellites.map { [$0.identity.hashValue, $0.signal.hashValue] }).count
        == sky.satellites.count)
  }

  // MARK: Quirks 84 to 86

  @Test func `quirk 84, the sets may come in any order`() {
    let result = numbers([
      rmc(0), "GLGSV,1,1,01,70,40,083,46", "GPGSV,1,1,01,05,40,083,46", rmc(1),
      "GPGSV,1,1,01,05,40,083,46",
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

  @Test
  func `quirk 84, a set that grows over epochs is not driven out by one that is whole in each`() {
    var sentences: [String] = []
    for second in 0..<24 {
      let part = second % 6 + 1
      sentences += [
        rmc(second), "GPGSV,1,1,01,05,40,083,46", "GLGSV,6,\(part),06,\(64 + part),40,083,46",
      ]
    }
    let result = numbers(sentences)
    #expect(result.prefix(5).allSatisfy { $0 == [5] })
    #expect(result.dropFirst(6).allSatisfy { $0 == [5, 1, 2, 3, 4, 5, 6] })
  }

  @Test func `quirk 84, a part that is missing leaves the set of before`() {
    let result = numbers([
      rmc(0), "GPGSV,2,1,02,01,40,083,46", "GPGSV,2,2,02,02,40,083,46", rmc(1),
      "GPGSV,3,1,03,07,40,083,46",
      "GPGSV,3,3,03,09,40,083,46", rmc(2),
    ])
    #expect(result == [[1, 2], [1, 2], [1, 2]])
  }

  @Test func `quirk 84, a constellation that is told no more leaves the sky`() {
    var sentences: [String] = [rmc(0), "GPGSV,1,1,01,05,40,083,46", "GLGSV,1,1,01,70,40,083,46"]
    for second in 1..<20 { sentences += [rmc(second), "GPGSV,1,1,01,05,40,083,46"] }
    let result = numbers(sentences)
    #expect(result.first == [5, 6])
    #expect(result.last == [5])
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
