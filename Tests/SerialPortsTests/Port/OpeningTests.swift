import SerialPorts
import TestSupport
import Testing

@Suite struct `Opening a port` {
  @Test func `makes it raw, without an echo`() throws {
    let device = try PseudoTerminal()
    #expect(try device.isEchoing())
    let port = try SerialPort(path: device.path)
    #expect(try !device.isEchoing())
    #expect(try !device.isInLines())
    try device.write("hello\r\n")
    #expect(try device.readNow() == [])
    try port.close()
  }

  @Test func `sets the speed that was asked for`() throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path, settings: LineSettings(speed: 4800))
    #expect(try device.speed() == 4800)
    #expect(port.report.settingsInEffect.speed == 4800)
  }
}
