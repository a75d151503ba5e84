import Testing

@testable import UBX

@Suite struct `The versions of a receiver` {
  private func versions(_ software: String, _ hardware: String, _ extensions: String...) -> ReceiverVersions {
    let answer = MonVER {
      $0.software = PayloadText(Array(software.utf8))
      $0.hardware = PayloadText(Array(hardware.utf8))
      $0.extensions = extensions.map { text in
        var line = MonVER.Extension()
        line.text = PayloadText(Array(text.utf8))
        return line
      }
    }
    // The way over the wire belongs to it.
    return ReceiverVersions(content(MonVER.self, answer.payload) ?? MonVER())
  }

  @Test func `of a u-blox 8 name all there is`() {
    let receiver = versions(
      "EXT CORE 3.01 (db0c89)", "00080000", "ROM BASE 3.01 (107888)", "FWVER=HPG 1.40REF", "PROTVER=20.30",
      "MOD=NEO-M8P-2", "FIS=0xEF4015 (100111)", "GPS;GLO;BDS", "QZSS")
    #expect(receiver.generation == .ublox8 && receiver.firmware == "HPG 1.40REF")
    #expect(receiver.protocol == ProtocolVersion(major: 20, minor: 30))
    #expect(receiver.module == "NEO-M8P-2" && receiver.hasFlash)
    #expect(receiver.systems == ["GPS", "GLO", "BDS"] && receiver.extensions.count == 7)
  }

  @Test func `tell the generation by the hardware, not by the protocol`() {
    let ninth = versions(
      "EXT CORE 1.00 (add159)", "00190000", "FWVER=MDR 2.16", "PROTVER=35.16", "MOD=NEO-M9V")
    let tenth = versions("ROM SPG 5.10 (7b202e)", "000A0000", "FWVER=SPG 5.10", "PROTVER=34.10")
    #expect(ninth.generation == .ublox9)
    #expect(tenth.generation == .ublox10 && tenth.protocol?.description == "34.10")
    #expect(
      (tenth.protocol ?? ProtocolVersion(major: 99, minor: 0))
        < (ninth.protocol ?? ProtocolVersion(major: 0, minor: 0)))
    #expect(!tenth.hasFlash)
    #expect(versions("ROM SPG 5.10 (7b202e)", "000A0000").firmware == "SPG 5.10")
  }

  @Test func `of a u-blox 7 have a blank for the equals sign`() {
    let receiver = versions("1.00 (59842)", "00070000", "PROTVER 14.00", "GPS;SBAS;GLO;QZSS")
    #expect(receiver.generation == .ublox7)
    #expect(receiver.protocol == ProtocolVersion(major: 14, minor: 0))
    #expect(receiver.systems == ["GPS", "SBAS", "GLO", "QZSS"] && receiver.firmware == nil)
  }

  @Test func `of somebody else's chip have no generation`() {
    let receiver = versions("SW 1.0", "HW 2.0")
    #expect(receiver.generation == nil && receiver.protocol == nil)
    #expect(ProtocolVersion("18") == nil && ProtocolVersion("18.x") == nil)
  }
}

@Suite struct `A generation` {
  @Test(
    arguments: [
      ("00040001", .ublox5), ("00040007", .ublox6), ("00070000", .ublox7), ("00080000", .ublox8),
      ("00190000", .ublox9), ("000A0000", .ublox10), ("000B0000", .x20), ("12345678", nil),
    ] as [(String, ReceiverGeneration?)])
  func `is told by its hardware`(hardware: String, generation: ReceiverGeneration?) {
    #expect(ReceiverGeneration(hardware: hardware) == generation)
  }

  @Test func `knows how it takes settings, and what it says`() {
    let all = ReceiverGeneration.allCases
    #expect(all.filter(\.takesValues) == [.ublox9, .ublox10, .x20])
    #expect(all.filter(\.takesOldSettings) == [.ublox5, .ublox6, .ublox7, .ublox8, .ublox9])
    #expect(all.filter(\.hasPVT) == [.ublox7, .ublox8, .ublox9, .ublox10, .x20])
    #expect(all.filter(\.hasSOL) == [.ublox5, .ublox6, .ublox7, .ublox8])
    #expect(all.filter { !$0.hasUSB } == [.ublox10])
    #expect(
      all.map(\.name) == [
        "u-blox 5", "u-blox 6", "u-blox 7", "u-blox 8", "u-blox 9", "u-blox 10", "u-blox X20",
      ])
  }
}
