import TestSupport
import Testing

@testable import UBX

@Suite struct `A setting of u-blox 9 and later` {
  @Test(
    arguments: [
      (0x1031_001F, 1, 0x31, "CFG-SIGNAL-GPS_ENA"), (0x2011_0021, 1, 0x11, "CFG-NAVSPG-DYNMODEL"),
      (0x3021_0001, 2, 0x21, "CFG-RATE-MEAS"), (0x4052_0001, 4, 0x52, "CFG-UART1-BAUDRATE"),
      (0x5036_0006, 8, 0x36, "CFG-SBAS-PRNSCANMASK"),
    ] as [(UInt32, Int, UInt8, String)])
  func `says by its number how long its value is`(number: UInt32, size: Int, group: UInt8, name: String)
    throws
  {
    let key = ConfigurationKey(rawValue: number)
    #expect(key.size == size && key.group == group && key.setting?.name == name)
    #expect(ConfigurationKey(name: name) == key)
    #expect(key.description == name)
  }

  @Test func `stands in the table once`() {
    let all = ConfigurationSetting.all
    #expect(Set(all.map(\.key)).count == all.count)
    #expect(Set(all.map(\.name)).count == all.count)
    #expect(all.allSatisfy { $0.key.size != nil && $0.name.hasPrefix("CFG-") })
    #expect(all.allSatisfy { ($0.type == .bit) == ($0.key.rawValue >> 28 == 1) })
  }

  @Test func `without an entry goes by its number`() {
    #expect(ConfigurationKey(rawValue: 0x2099_0001).description == "0x20990001")
    #expect(ConfigurationKey(rawValue: 0x2099_0001).setting == nil)
    #expect(ConfigurationKey(name: "CFG-NOTHING-AT_ALL") == nil)
  }

  @Test(
    arguments: [
      (MessageKind.navPVT, PortNumber.uart1, 0x2091_0007, "CFG-MSGOUT-UBX_NAV_PVT_UART1"),
      (MessageKind(0xF0, 0), .usb, 0x2091_00BD, "CFG-MSGOUT-NMEA_ID_GGA_USB"),
      (.navEOE, .spi, 0x2091_0163, "CFG-MSGOUT-UBX_NAV_EOE_SPI"),
      (.secSIG, .i2c, 0x2091_0634, "CFG-MSGOUT-UBX_SEC_SIG_I2C"),
    ] as [(MessageKind, PortNumber, UInt32, String)])
  func `tells how often a message comes on a port, in a row of five`(
    kind: MessageKind, port: PortNumber, number: UInt32, name: String
  ) throws {
    let key = try #require(ConfigurationKey.output(of: kind, on: port))
    #expect(key.rawValue == number && key.output?.kind == kind)
    #expect(key.output?.port == port && key.setting?.name == name)
    #expect(ConfigurationKey(name: name) == key)
  }

  @Test func `takes only a value of its range`() throws {
    #expect(ConfigurationPair(.gps, 2) == nil && ConfigurationPair(.dynamicModel, 14) == nil)
    #expect(ConfigurationPair(.fixMode, 0) == nil)
    #expect(ConfigurationPair(.measurementInterval, 65536) == nil)
    #expect(ConfigurationPair(.measurementInterval, 24) == nil)
    #expect(ConfigurationPair(.minimumElevation, -91) == nil)
    #expect(ConfigurationPair(ConfigurationKey(rawValue: 0x2099_0001), 1) == nil)
    #expect(try #require(ConfigurationPair(.minimumElevation, -5)).number == -5)
    #expect(try #require(ConfigurationPair(.minimumElevation, -5)).bits == 0xFB)
    #expect(try #require(ConfigurationPair(.uart1Speed, 115_200)).number == 115_200)
    let delay = try #require(ConfigurationKey(name: "CFG-TP-USER_DELAY_TP1"))
    #expect(try #require(ConfigurationPair(delay, -1)).bits == 0xFFFF_FFFF)
    #expect(try #require(ConfigurationPair(delay, -1)).number == -1)
  }
}

@Suite struct `A list of settings and values` {
  @Test func `is written as receivers take it`() throws {
    let values = [
      try #require(ConfigurationPair(.measurementInterval, 200)), try #require(ConfigurationPair(.gps, 1)),
    ]
    let message = CfgVALSET { ($0.layers, $0.values) = (.all, values) }
    #expect(message.encoded() == bytes("B562 068A 0F00 00070000 01002130 C800 1F003110 01 2102"))
  }

  @Test func `is read as receivers answer it`() throws {
    let payload = bytes("01000000 01002130 C800 1F003110 01 01005240 00C20100")
    let answer = try #require(content(CfgVALGET.self, payload))
    #expect(answer.version == 1 && answer.layer == .ram)
    #expect(answer.values.map(\.key) == [.measurementInterval, .gps, .uart1Speed])
    #expect(answer.values.map(\.number) == [200, 1, 115_200])
  }

  @Test func `with a value that is cut off, or of no known size, is not taken apart`() {
    let cut = bytes("01000000 01005240 00C201")
    #expect(content(CfgVALGET.self, cut) == nil)
    let strange = bytes("01000000 01000060 00000000")
    #expect(content(CfgVALGET.self, strange) == nil)
  }

  @Test func `asks for a whole group, or for all there is`() {
    let question = CfgVALGET {
      $0.layer = .flash
      $0.position = 64
      $0.keys = [.all(inGroup: 0x21), .everything]
    }
    #expect(question.payload == bytes("00024000 FFFF2100 FFFFFF0F"))
    #expect(ConfigurationKey.everything.isWildcard && !ConfigurationKey.gps.isWildcard)
  }
}
