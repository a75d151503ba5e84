import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `The settings of a line` {
  private let device: PseudoTerminal

  init() throws { device = try PseudoTerminal() }

  @Test func `are what nearly every receiver uses, unless told otherwise`() {
    #expect("\(LineSettings())" == "9600 bit/s 8N1")
    let odd = LineSettings(
      speed: 300, dataBits: .seven, parity: .space, stopBits: .two, flowControl: .software)
    #expect("\(odd)" == "300 bit/s 7S2 XON/XOFF")
  }

  @Test(arguments: LineSettings.FlowControl.allCases, LineSettings.StopBits.allCases)
  func `are kept where a driver can keep them`(
    _ flow: LineSettings.FlowControl, _ stop: LineSettings.StopBits
  ) throws {
    let asked = LineSettings(speed: 19_200, stopBits: stop, flowControl: flow)
    let port = try SerialPort(path: device.path, settings: asked)
    #expect(port.report.settingsInEffect == asked && port.report.differences == [])
    #expect(try port.settings() == asked)
  }

  @Test func `are told where the driver made others of them`() throws {
    let asked = LineSettings(speed: 4800, dataBits: .seven, parity: .even)
    let port = try SerialPort(path: device.path, settings: asked)
    // A pseudo-terminal has bytes and nothing else, and does not say so.
    #expect(port.report.settingsInEffect == LineSettings(speed: 4800))
    #expect(
      port.report.differences.map(\.description) == [
        "dataBits: requested 7, found 8", "parity: requested even, found none",
      ])
  }

  @Test func `can be changed later`() throws {
    let port = try SerialPort(path: device.path)
    #expect(try port.apply(LineSettings(speed: 250_000)) == [])
    #expect(try device.speed() == 250_000)
    #expect(try port.apply(LineSettings(speed: 38_400, dataBits: .five)).map(\.setting) == [.dataBits])
    #expect(try device.speed() == 38_400)
    // Nothing else changes: the C library makes an error of that.
    #expect(try port.apply(LineSettings(speed: 38_400, parity: .odd)).map(\.setting) == [.parity])
    #expect(try port.apply(LineSettings(speed: 38_400, dataBits: .six)).map(\.setting) == [.dataBits])
  }

  @Test func `have no speed of zero, which would hang up`() throws {
    let port = try SerialPort(path: device.path)
    let error = #expect(throws: SerialPortError.self) { try port.apply(LineSettings(speed: 0)) }
    #expect(error?.code == .settingsRefused)
    #expect(try device.speed() == 9600)
  }

  @Test func `may be off by two per cent of the speed, and no more`() throws {
    #expect(LineSpeed(9600).isClose(to: 9600))
    #expect(LineSpeed(9600).isClose(to: 9790))
    #expect(LineSpeed(9790).isClose(to: 9600))
    #expect(!LineSpeed(9600).isClose(to: 9800))
    #expect(!LineSpeed(9600).isClose(to: 0))
    #expect(LineSpeed(.max).isClose(to: LineSpeed(.max)))
    #expect(!LineSpeed(.max).isClose(to: 0))
  }

  @Test func `are refused with a speed that is far off, unless that is put up with`() throws {
    let line = SerialLine(path: "/dev/ttyUSB0", descriptor: -1, earlier: nil)
    let found = LineSettings(speed: 9600)
    let error = #expect(throws: SerialPortError.self) {
      try line.checked(found, asked: 4_000_000, acceptsOtherSpeed: false)
    }
    #expect(error?.code == .speedRefused)
    #expect(error?.found == "/dev/ttyUSB0 refuses a speed of 4000000 bit/s, and has 9600 bit/s")
    #expect(try line.checked(found, asked: 4_000_000, acceptsOtherSpeed: true) == found)
    #expect(try line.checked(found, asked: 9700, acceptsOtherSpeed: false) == found)
  }

  @Test(arguments: LineSettings.DataBits.allCases, LineSettings.Parity.allCases)
  func `are the same in the kernel's words and back`(
    _ bits: LineSettings.DataBits, _ parity: LineSettings.Parity
  ) throws {
    var attributes = TerminalAttributes(try PseudoTerminal().attributes())
    attributes.dataBits = bits
    attributes.parity = parity
    #expect(attributes.dataBits == bits && attributes.parity == parity)
  }

  @Test func `have the speeds of the kernel's list, each once`() throws {
    var attributes = TerminalAttributes(try PseudoTerminal().attributes())
    for row in StandardSpeeds.table {
      let isKnown = attributes.setStandardSpeed(LineSpeed(row.bitsPerSecond))
      #expect(isKnown)
      #expect(attributes.standardSpeed == LineSpeed(row.bitsPerSecond))
    }
    let isKnown = attributes.setStandardSpeed(9601)
    #expect(!isKnown)
    #expect(attributes.standardSpeed == 4_000_000)
    #expect(Set(StandardSpeeds.table.map(\.code)).count == StandardSpeeds.table.count)
  }
}
