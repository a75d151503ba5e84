import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `Opening a port` {
  private let device: PseudoTerminal

  init() throws { device = try PseudoTerminal() }

  @Test func `makes it raw, without an echo`() throws {
    #expect(try device.isEchoing())
    let port = try SerialPort(path: device.path)
    #expect(try !device.isEchoing())
    #expect(try !device.isInLines())
    try device.write("hello\r\n")
    #expect(isReadable(port.line.descriptor))
    // An echo would be on its way before this.
    #expect(port.line.write([0x21].span) == .bytes(1))
    #expect(try device.read(1) == [0x21])
  }

  @Test(arguments: StandardSpeeds.table.map(\.bitsPerSecond) + [31_250, 74_880, 250_000, 6_000_000])
  func `sets any speed`(_ speed: UInt32) throws {
    let port = try SerialPort(path: device.path, settings: LineSettings(speed: LineSpeed(speed)))
    #expect(try device.speed() == speed && !device.isEchoing())
    #expect(port.report.settingsInEffect.speed == LineSpeed(speed) && port.report.differences == [])
  }

  @Test func `throws away what came before, unless it is asked to keep it`() throws {
    let other = try #require(OtherProgram(device.path))
    defer { other.end() }
    try device.write("early\n")
    #expect(other.waitForInput())
    let port = try SerialPort(path: device.path)
    #expect(try port.line.bytesToRead() == 0)
    try port.close()

    try device.write("early\n")
    #expect(other.waitForInput())
    let keeping = try SerialPort(path: device.path, options: OpenOptions(earlierInput: .keep))
    #expect(try keeping.line.bytesToRead() == 6)
  }

  @Test func `keeps the last close from lowering DTR`() throws {
    try device.setHangUpOnClose()
    let port = try SerialPort(path: device.path)
    #expect(try !TerminalAttributes(device.attributes()).hangsUpOnClose)
    try port.close()
    #expect(try !TerminalAttributes(device.attributes()).hangsUpOnClose)
  }

  @Test func `says what the driver made of each wish`() throws {
    let wishes = OpenOptions(dataTerminalReady: .raise, requestToSend: .lower, lowLatency: true)
    let report = try SerialPort(path: device.path, options: wishes).report
    #expect(report.terminalLock == .notAsked)
    #expect(report.fileLock == .inEffect)
    // A pseudo-terminal has no wires and no chip.
    #expect(report.dataTerminalReady == .unsupported)
    #expect(report.requestToSend == .unsupported)
    #expect(report.lowLatency == .unsupported)
  }

  @Test func `asks for nothing but the locks by itself`() throws {
    let report = try SerialPort(path: device.path).report
    #expect(report.dataTerminalReady == .notAsked)
    #expect(report.requestToSend == .notAsked)
    #expect(report.lowLatency == .notAsked)
  }

  @Test func `follows a link to the port`() throws {
    try withLink(to: device.path) { link in
      let port = try SerialPort(path: link)
      #expect(port.path == link)
      #expect(try !device.isEchoing())
    }
  }

  @Test func `hears of a device that has gone`() throws {
    let port = try SerialPort(path: device.path)
    device.unplug()
    let error = #expect(throws: SerialPortError.self) { try port.settings() }
    #expect(error?.code == .vanished)
  }
}
