import GNSS
import NMEA
import Testing

@Suite struct `The tables of satellites` {
  private func seen(_ gsv: String) -> [Satellite] {
    skies("GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A", gsv).flatMap(\.satellites)
  }

  /// The signals of each talker, by the number that NMEA 4.11 gives them, from 1.
  static let signals: [(String, [Signal])] = [
    ("GP", [.l1CA, .l1P, .l1M, .l2P, .l2CM, .l2CL, .l5I, .l5Q]), ("GL", [.l1CA, .l1P, .l2CA, .l2P]),
    ("GA", [.e5A, .e5B, .e5AB, .e6A, .e6BC, .e1A, .e1BC]),
    ("GB", [.b1I, .b1Q, .b1C, .b1A, .b2A, .b2B, .b2AB, .b3I, .b3Q, .b3A, .b2I, .b2Q]),
    ("BD", [.b1I, .b1Q, .b1C, .b1A, .b2A, .b2B, .b2AB, .b3I, .b3Q, .b3A, .b2I, .b2Q]),
    ("GQ", [.l1CA, .l1CD, .l1CP, .l1S, .l2CM, .l2CL, .l5I, .l5Q, .l6D, .l6E]),
    ("QZ", [.l1CA, .l1CD, .l1CP, .l1S, .l2CM, .l2CL, .l5I, .l5Q, .l6D, .l6E]),
    ("GI", [.l5SPS, .sSPS, .l5RS, .sRS, .l1SPS]),
  ]

  @Test(arguments: signals)
  func `name each signal of a constellation, and no other`(talker: String, names: [Signal]) {
    for number in 0...15 {
      let digit = String(number, radix: 16, uppercase: true)
      let found = seen("\(talker)GSV,1,1,01,05,40,083,46,\(digit)").map(\.signal)
      #expect(found == [names.indices ~= number - 1 ? names[number - 1] : nil])
    }
  }

  @Test func `have every signal in some constellation`() {
    #expect(Set(Self.signals.flatMap(\.1)) == Set(Signal.allCases))
  }

  /// The meaning of a number from a talker that speaks for GPS or for all.
  static let ranges: [(ClosedRange<Int>, Constellation, Int)] = [
    (1...32, .gps, 0), (33...64, .sbas, -87), (65...96, .glonass, 64), (120...158, .sbas, 0),
    (173...182, .imes, 172), (193...202, .qzss, 192), (203...264, .beidou, 200), (301...356, .galileo, 300),
    (401...463, .beidou, 400), (500...518, .navic, 500), (901...918, .navic, 900),
  ]

  @Test(arguments: ["GP", "GN"])
  func `know each number from 0 to 999, or know that it is none`(talker: String) {
    for number in 0...999 {
      let range = Self.ranges.first { $0.0 ~= number }
      let expected = range.map { SatelliteIdentity($0.1, number - $0.2) }
      #expect(
        seen("\(talker)GSV,1,1,01,\(number),40,083,46").map(\.identity) == (expected.map { [$0] } ?? []))
    }
  }

  @Test(
    arguments: [
      ("GL", 1...32, .glonass, 0), ("GA", 1...36, .galileo, 0), ("GA", 101...136, .galileo, 100),
      ("GB", 1...64, .beidou, 0), ("BD", 201...264, .beidou, 200), ("GQ", 1...10, .qzss, 0),
      ("GI", 1...18, .navic, 0),
    ] as [(String, ClosedRange<Int>, Constellation, Int)])
  func `count from 1 where the talker speaks for one constellation`(
    talker: String, range: ClosedRange<Int>, constellation: Constellation, shift: Int
  ) {
    for number in range {
      let found = seen("\(talker)GSV,1,1,01,\(number),40,083,46").map(\.identity)
      #expect(found == [SatelliteIdentity(constellation, number - shift)])
    }
  }

  @Test(
    arguments: [
      (1, .gps), (2, .glonass), (3, .galileo), (4, .beidou), (5, .qzss), (6, .navic),
    ] as [(Int, Constellation)])
  func `follow the system number of GSA before its talker`(system: Int, constellation: Constellation) {
    let talkers: [Constellation: String] = [
      .gps: "GP", .glonass: "GL", .galileo: "GA", .beidou: "GB", .qzss: "GQ", .navic: "GI",
    ]
    for (home, talker) in talkers {
      let sky = skies(
        "GPRMC,120000,A,4807.038,N,01131.000,E,0,0,201126,,,A",
        "GNGSA,A,3,05,,,,,,,,,,,,1.9,1.1,1.5,\(system)", "\(talker)GSV,1,1,01,05,40,083,46")
      #expect(sky.flatMap(\.satellites).map(\.isUsed) == [home == constellation])
    }
  }
}
