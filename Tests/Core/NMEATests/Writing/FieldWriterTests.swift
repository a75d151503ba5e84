import NMEA
import TestSupport
import Testing

/// The body that is written, between `$` and `*`.
func written(_ content: some SentenceContent, as revision: Revision = .v4_11) -> String {
  let bytes = content.encoded(as: revision)
  return String(decoding: bytes.dropFirst().prefix { $0 != UInt8(ascii: "*") }, as: UTF8.self)
}

/// A latitude that sentences write as 4807.0380000,N.
let north = 48 + 7.038 / 60

/// A longitude that sentences write as 00131.5000000,W.
let west = -(1 + 31.5 / 60)

/// A time that sentences write as 123519.25.
let noon = TimeOfDay(hour: 12, minute: 35, second: 19, nanosecond: 250_000_000)

@Suite struct `A value that a field can't hold` {
  @Test(arguments: [Double.infinity, -.infinity, 1e20, -1e20])
  func `is left out, and nothing is made up for it`(number: Double) throws {
    let gga = GGA(.gp) { ($0.altitude, $0.horizontalDilution) = (number, number) }
    #expect(written(gga) == "GPGGA,,,,,,,,,,M,,M,,")
    let position = GLL(.gp) { ($0.latitude, $0.longitude) = (number, number) }
    #expect(written(position) == "GPGLL,,,,,,,")
    #expect(written(RMC(.gp) { $0.course = number }) == "GPRMC,,,,,,,,,,,,,")
    #expect(written(RMC(.gp) { $0.magneticVariation = number }) == "GPRMC,,,,,,,,,,,,,")
  }

  @Test func `is nothing where it is no number`() {
    let rmc = RMC(.gp) {
      $0.speed = .nan
      $0.course = .nan
      $0.latitude = .nan
      $0.magneticVariation = .nan
    }
    #expect(rmc == RMC(talker: .gp))
  }
}

@Suite struct `A position that is written` {
  private func latitude(_ degrees: Double) -> String {
    String(written(GLL(.gp) { $0.latitude = degrees }).dropFirst(6).dropLast(5))
  }

  @Test(
    arguments: [
      (0, "0000.0000000,N"), (48.1173, "4807.0380000,N"), (-48.1173, "4807.0380000,S"),
      (90, "9000.0000000,N"), (-90, "9000.0000000,S"), (0.5, "0030.0000000,N"), (1.0 / 60, "0001.0000000,N"),
      (12 + 59.9999999 / 60, "1259.9999999,N"), (12 + 59.99999999 / 60, "1300.0000000,N"),
      (-0.00000000001, "0000.0000000,S"), (9.99999999999, "1000.0000000,N"),
    ] as [(Double, String)])
  func `has two digits of degrees and seven decimals, and never sixty minutes`(degrees: Double, text: String)
  {
    #expect(latitude(degrees) == text)
  }

  @Test func `has three digits of degrees where it is a longitude`() {
    #expect(written(GLL(.gp) { $0.longitude = -0.25 }) == "GPGLL,,,00015.0000000,W,,,")
    #expect(written(GLL(.gp) { $0.longitude = 180 }) == "GPGLL,,,18000.0000000,E,,,")
  }

  @Test func `comes back to a ten-millionth of a minute, wherever it is`() throws {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let place = GLL(.gp) {
        $0.latitude = Double.random(in: -90...90, using: &random)
        $0.longitude = Double.random(in: -180...180, using: &random)
      }
      let again: GLL = try read(place.encoded())
      let north = try #require(again.latitude) - (place.latitude ?? 0)
      let east = try #require(again.longitude) - (place.longitude ?? 0)
      #expect(abs(north) < 1e-9 && abs(east) < 1e-9, "\(written(place)), seed \(seed)")
    }
  }
}

@Suite struct `A course that is written` {
  private func course(_ degrees: Double) -> String {
    String(written(THS(.he) { $0.heading = degrees }).dropFirst(6).dropLast())
  }

  @Test(
    arguments: [
      (0, "0.0"), (359.999, "359.999"), (359.9994, "359.999"), (359.9996, "0.0"), (360, "0.0"),
      (-0.5, "359.5"), (-0.0001, "0.0"), (450, "90.0"), (-360, "0.0"), (720, "0.0"), (721, ""), (-361, ""),
    ] as [(Double, String)])
  func `lies in the circle after it is rounded`(degrees: Double, text: String) {
    #expect(course(degrees) == text)
  }

  @Test func `never reads 360 in whole degrees`() {
    #expect(written(PGRMF { $0.course = 359.6 }).hasSuffix(",0,,"))
    #expect(written(PGRMF { $0.course = 359.4 }).hasSuffix(",359,,"))
  }
}

@Suite struct `A sentence of an older revision` {
  /// Every edition and what it writes of a sentence that has all its fields.
  private func texts(_ content: some SentenceContent) -> [Revision: String] {
    Dictionary(uniqueKeysWithValues: Revision.allCases.map { ($0, written(content, as: $0)) })
  }

  /// Expects one text from an edition on, and a shorter one before.
  private func expect(
    _ content: some SentenceContent, _ short: String, until revision: Revision, then long: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (written, text) in texts(content) {
      let expected = written < revision ? short : long
      #expect(text == expected, "\(written)", sourceLocation: sourceLocation)
    }
  }

  @Test func `has no mode before 2.3`() {
    let gll = GLL(.gp) { ($0.status, $0.mode) = (.valid, .autonomous) }
    expect(gll, "GPGLL,,,,,,A", until: .v2_3, then: "GPGLL,,,,,,A,A")
    let vtg = VTG(.gp) { $0.mode = .autonomous }
    expect(vtg, "GPVTG,,T,,M,,N,,K", until: .v2_3, then: "GPVTG,,T,,M,,N,,K,A")
    let xte = XTE(.gp) { $0.mode = .autonomous }
    expect(xte, "GPXTE,,,,,N", until: .v2_3, then: "GPXTE,,,,,N,A")
    let rmb = RMB(.gp) { $0.mode = .autonomous }
    expect(rmb, "GPRMB,,,,,,,,,,,,,", until: .v2_3, then: "GPRMB,,,,,,,,,,,,,,A")
    let apb = APB(.gp) { $0.mode = .autonomous }
    expect(apb, "GPAPB,,,,,N,,,,,,,,,", until: .v2_3, then: "GPAPB,,,,,N,,,,,,,,,,A")
    let bwc = BWC(.gp) { $0.mode = .autonomous }
    expect(bwc, "GPBWC,,,,,,,T,,M,,N,", until: .v2_3, then: "GPBWC,,,,,,,T,,M,,N,,A")
    let bwr = BWR(.gp) { $0.mode = .autonomous }
    expect(bwr, "GPBWR,,,,,,,T,,M,,N,", until: .v2_3, then: "GPBWR,,,,,,,T,,M,,N,,A")
  }

  @Test func `has neither mode nor status in RMC, then one, then both`() {
    let rmc = RMC(.gp) { ($0.mode, $0.navigationalStatus) = (.autonomous, .safe) }
    let short = "GPRMC,,,,,,,,,,,"
    let expected: [Revision: String] = [
      .v2_0: short, .v2_3: short + ",A", .v3_0: short + ",A", .v4_0: short + ",A", .v4_1: short + ",A,S",
      .v4_10: short + ",A,S", .v4_11: short + ",A,S",
    ]
    #expect(texts(rmc) == expected)
  }

  @Test func `has no navigational status before 4.1`() {
    let gns = GNS(.gn) { $0.navigationalStatus = .notGiven }
    expect(gns, "GNGNS,,,,,,,,,,,,", until: .v4_1, then: "GNGNS,,,,,,,,,,,,,V")
  }

  @Test func `has no range scale in DPT before 3.0`() {
    let dpt = DPT(.sd) { ($0.depth, $0.rangeScale) = (1, 10) }
    expect(dpt, "SDDPT,1.0,", until: .v3_0, then: "SDDPT,1.0,,10.0")
  }

  @Test func `has no speeds of the stern before 3.0`() {
    let vbw = VBW(.vw) { $0.sternWaterStatus = .valid }
    expect(vbw, "VWVBW,,,,,,", until: .v3_0, then: "VWVBW,,,,,,,,A,,")
  }

  @Test func `has no system and no signal before 4.10`() {
    let gsa = GSA(.gn) { $0.system = 2 }
    expect(gsa, "GNGSA,,,,,,,,,,,,,,,,,", until: .v4_10, then: "GNGSA,,,,,,,,,,,,,,,,,,2")
    let gsv = GSV(.ga) { $0.signal = 7 }
    expect(gsv, "GAGSV,,,", until: .v4_10, then: "GAGSV,,,,7")
    let grs = GRS(.gn) { ($0.system, $0.signal) = (3, 7) }
    expect(grs, "GNGRS,,,,,,,,,,,,,,", until: .v4_10, then: "GNGRS,,,,,,,,,,,,,,,3,7")
    let gbs = GBS(.gn) { ($0.system, $0.signal) = (3, 7) }
    expect(gbs, "GNGBS,,,,,,,,", until: .v4_10, then: "GNGBS,,,,,,,,,3,7")
  }

  @Test func `is the same for those that never changed`() {
    let contents: [any SentenceContent] = [
      BOD(talker: .gp), DBT(talker: .sd), DTM(talker: .gp), GGA(talker: .gp), GST(talker: .gp),
      HDG(talker: .hc),
      HDM(talker: .hc), HDT(talker: .he), MTW(talker: .ii), MWD(talker: .wi), ROT(talker: .he),
      THS(talker: .he),
      TXT(talker: .gp), VHW(talker: .vw), WPL(talker: .gp), ZDA(talker: .gp), PUBX00(), PGRMF(), PSTI030(),
    ]
    for content in contents {
      for revision in Revision.allCases { #expect(content.encoded(as: revision) == content.encoded()) }
    }
  }

  @Test(arguments: Revision.allCases) func `is read with what it has`(revision: Revision) throws {
    let rmc = RMC(.gp) {
      $0.time = noon
      $0.status = .valid
      $0.latitude = north
      $0.longitude = west
      $0.mode = .autonomous
      $0.navigationalStatus = .notGiven
    }
    let again: RMC = try read(rmc.encoded(as: revision))
    #expect(again.latitude == north)
    #expect(again.mode == (revision < .v2_3 ? nil : .autonomous))
    #expect(again.navigationalStatus == (revision < .v4_1 ? nil : .notGiven))
  }
}
