import NMEA
import TestSupport
import Testing

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
    let gll = GLL(.gp) {
      $0.status = .valid
      $0.mode = .autonomous
    }
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
    let rmc = RMC(.gp) {
      $0.mode = .autonomous
      $0.navigationalStatus = .safe
    }
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
    let dpt = DPT(.sd) {
      $0.depth = 1
      $0.rangeScale = 10
    }
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
    let grs = GRS(.gn) {
      $0.system = 3
      $0.signal = 7
    }
    expect(grs, "GNGRS,,,,,,,,,,,,,,", until: .v4_10, then: "GNGRS,,,,,,,,,,,,,,,3,7")
    let gbs = GBS(.gn) {
      $0.system = 3
      $0.signal = 7
    }
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
