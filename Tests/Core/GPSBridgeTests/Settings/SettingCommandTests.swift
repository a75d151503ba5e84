import Testing

@testable import GPSBridge

// The lines are examples from the makers' papers, or from programs that have driven the receivers for years.

@Suite struct `A command` {
  private func text(_ dialect: ReceiverDialect, _ value: SettingValue) throws -> String {
    String(decoding: try dialect.command(for: value).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (Setting.updateRate(.hertz(1)), "$PMTK220,1000*1F"), (Setting.updateRate(.hertz(5)), "$PMTK220,200*2C"),
    (Setting.updateRate(.hertz(10)), "$PMTK220,100*2F"), (Setting.baudRate(38_400), "$PMTK251,38400*27"),
    (Setting.baudRate(115_200), "$PMTK251,115200*1F"),
    (Setting.enabledSentences([.rmc, .gga]), "$PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0*28"),
    (Setting.constellations([.gps]), "$PMTK353,1,0,0,0,0*2A"),
    (Setting.constellations([.gps, .glonass]), "$PMTK353,1,1,0,0,0*2B"),
    (Setting.constellations([.gps, .glonass, .galileo]), "$PMTK353,1,1,1,0,0*2A"),
    (Setting.constellations([.gps, .beidou]), "$PMTK353,1,0,0,0,1*2B"),
  ])
  func `of MediaTek reads as published`(_ value: SettingValue, _ line: String) throws {
    #expect(try text(.mediaTek, value) == line + "\r\n")
  }

  @Test(arguments: [
    (Setting.updateRate(.hertz(5)), "$PCAS02,200*1D"), (Setting.baudRate(115_200), "$PCAS01,5*19"),
    (Setting.baudRate(9600), "$PCAS01,1*1D"),
    (Setting.enabledSentences([.rmc, .gga]), "$PCAS03,1,0,0,0,1,0,0,0,0,0,,,0,0*02"),
    (Setting.constellations([.gps]), "$PCAS04,1*18"),
    (Setting.constellations([.gps, .beidou]), "$PCAS04,3*1A"),
    (Setting.constellations([.gps, .glonass]), "$PCAS04,5*1C"),
    (Setting.constellations([.gps, .glonass, .beidou]), "$PCAS04,7*1E"),
  ])
  func `of CASIC reads as published`(_ value: SettingValue, _ line: String) throws {
    #expect(try text(.casic, value) == line + "\r\n")
  }

  @Test func `of u-blox reads as published`() throws {
    #expect(try text(.uBlox, Setting.baudRate(19_200)) == "$PUBX,41,1,0007,0003,19200,0*25\r\n")
    let lines = try text(.uBlox, Setting.enabledSentences([.rmc])).split(separator: "\r\n")
    #expect(lines.count == OutputSentence.allCases.count)
    #expect(lines.contains("$PUBX,40,GLL,0,0,0,0,0,0*5C"))
    #expect(lines.filter { $0.contains(",1,1,1,1,1,0*") } == ["$PUBX,40,RMC,1,1,1,1,1,0*46"])
  }

  @Test func `of SiRF reads as published`() throws {
    #expect(try text(.siRF, Setting.baudRate(9600)) == "$PSRF100,1,9600,8,1,0*0D\r\n")
    let lines = try text(.siRF, Setting.enabledSentences([.gga])).split(separator: "\r\n")
    #expect(lines.count == 7 && lines.contains("$PSRF103,00,00,01,01*25"))
    #expect(lines.contains("$PSRF103,01,00,00,01*25") && lines.contains("$PSRF103,02,00,00,01*26"))
  }

  @Test(arguments: [
    (ReceiverDialect.mediaTek, RestartKind.hot, "$PMTK101*32"), (.mediaTek, .warm, "$PMTK102*31"),
    (.mediaTek, .cold, "$PMTK103*30"), (.mediaTek, .factory, "$PMTK104*37"), (.casic, .hot, "$PCAS10,0*1C"),
    (.casic, .warm, "$PCAS10,1*1D"), (.casic, .cold, "$PCAS10,2*1E"), (.casic, .factory, "$PCAS10,3*1F"),
    (.siRF, .hot, "$PSRF101,0,0,0,0,0,0,12,1*15"), (.siRF, .warm, "$PSRF101,0,0,0,0,0,0,12,2*16"),
    (.siRF, .cold, "$PSRF101,0,0,0,0,0,0,12,4*10"), (.siRF, .factory, "$PSRF101,0,0,0,0,0,0,12,8*1C"),
  ])
  func `to start again reads as published`(_ dialect: ReceiverDialect, _ kind: RestartKind, _ line: String)
    throws
  {
    #expect(String(decoding: try dialect.command(for: kind).bytes, as: UTF8.self) == line + "\r\n")
  }

  @Test(arguments: [
    (ReceiverDialect.mediaTek, Setting.enabledSentences([.gns])),
    (.mediaTek, Setting.constellations([.sbas])), (.casic, Setting.baudRate(14_400)),
    (.casic, Setting.enabledSentences([.gbs])), (.casic, Setting.constellations([.galileo])),
    (.uBlox, Setting.updateRate(.hertz(5))), (.uBlox, Setting.constellations([.gps])),
    (.siRF, Setting.updateRate(.hertz(1))), (.siRF, Setting.constellations([.gps])),
    (.siRF, Setting.enabledSentences([.gst, .gga])), (.mediaTek, Setting.enabledSentences([])),
    (.uBlox, Setting.enabledSentences([])), (.casic, Setting.constellations([])),
  ])
  func `that does not exist is an error that says so`(_ dialect: ReceiverDialect, _ value: SettingValue) {
    #expect { try dialect.command(for: value) } throws: { ($0 as? LocationError)?.code == .unsupported }
  }

  @Test(arguments: [Int.min, -9600, 0, 299, 4_000_001, .max])
  func `for a speed that is none does not exist`(_ speed: Int) {
    for dialect in ReceiverDialect.allCases {
      #expect { try dialect.command(for: Setting.baudRate(speed)) } throws: {
        ($0 as? LocationError)?.code == .unsupported
      }
    }
  }

  @Test func `for a rate says its milliseconds exactly`() throws {
    for milliseconds in 10...2500 {
      let value = Setting.updateRate(UpdateRate(milliseconds: milliseconds))
      #expect(try text(.mediaTek, value).hasPrefix("$PMTK220,\(milliseconds)*"))
      #expect(try text(.casic, value).hasPrefix("$PCAS02,\(milliseconds)*"))
    }
  }

  @Test func `for every setting that a dialect claims exists`() throws {
    let values: [SettingValue] = [
      Setting.updateRate(.hertz(1)), Setting.baudRate(9600), Setting.enabledSentences([.rmc]),
      Setting.constellations([.gps]),
    ]
    // A u-blox is led by talks where it takes them.
    for dialect in ReceiverDialect.allCases where dialect != .ubx {
      for value in values {
        let exists = (try? dialect.command(for: value)) != nil
        #expect(exists == dialect.settings.contains(value.kind), "\(dialect.name), \(value)")
      }
    }
  }
}
