import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `Closing a port` {
  private let device: PseudoTerminal

  init() throws { device = try PseudoTerminal() }

  @Test func `brings back the settings that were found`() throws {
    try device.setSpeed(1200)
    let port = try SerialPort(path: device.path, settings: LineSettings(speed: 115_200, stopBits: .two))
    #expect(try device.speed() == 115_200)
    try port.close()
    #expect(try device.speed() == 1200)
    #expect(try device.isEchoing())
    #expect(try device.isInLines())
    #expect(try TerminalAttributes(device.attributes()).stopBits == .one)
  }

  @Test func `brings back a speed that has no constant`() throws {
    try device.setSpeed(12_345)
    let port = try SerialPort(path: device.path)
    #expect(try device.speed() == 9600)
    try port.close()
    #expect(try device.speed() == 12_345)
  }

  @Test func `leaves the settings, if that was asked for`() throws {
    let port = try SerialPort(path: device.path, options: OpenOptions(restoresSettings: false))
    try port.close()
    #expect(try device.speed() == 9600)
    #expect(try !device.isEchoing())
  }

  @Test func `happens when the port goes out of scope`() throws {
    do {
      let port = try SerialPort(path: device.path)
      #expect(port.path == device.path)
      #expect(descriptors(of: device.path) == 1)
    }
    #expect(descriptors(of: device.path) == 0)
    #expect(try device.isEchoing())
  }

  @Test func `takes the mark away that keeps others out`() throws {
    // Somebody else keeps it open, as a kernel keeps its console: the mark would stay behind the close.
    let other = try #require(OtherProgram(device.path))
    let descriptor = try Kernel.open(device.path, for: .device)
    try Kernel.takeExclusively(descriptor)
    #expect(other.isTakenExclusively())
    try SerialLine(path: device.path, descriptor: descriptor, earlier: nil, holdsTerminalLock: true).close()
    #expect(!other.isTakenExclusively())
    other.end()
  }

  @Test func `is done for a program that ends without it`() async throws {
    try device.setSpeed(1200)
    await #expect(processExitsWith: .exitCode(0)) { [path = device.path as String] in
      openAndEnd(path)
    }
    #expect(try device.speed() == 1200)
    #expect(try device.isEchoing())
  }

  @Test func `is said by a connection when the port can be opened again`() async throws {
    let loop = EventLoop.shared
    for _ in 0..<100 {
      let connection = SerialConnection(try SerialPort(path: device.path), on: loop)
      try connection.start { _, _ in }
      await withCheckedContinuation { closed in connection.close { closed.resume() } }
      #expect(descriptors(of: device.path) == 0)
    }
  }

  @Test func `gives the lock back, though a child process has the descriptor as well`() throws {
    let port = try SerialPort(path: device.path)
    let child = copy(port.line.descriptor)
    try port.close()
    let again = try SerialPort(path: device.path)
    #expect(again.report.fileLock == .inEffect)
    child.end()
  }

  @Test func `does not wait for what nobody takes`() throws {
    let port = try SerialPort(path: device.path)
    let bytes = [UInt8](repeating: 0x55, count: 4096)
    while case .bytes = port.line.write(bytes.span) {}
    let start = ContinuousClock.now
    try port.close()
    // The kernel would wait for up to thirty seconds.
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test func `is no error when the device has gone`() throws {
    let port = try SerialPort(path: device.path)
    device.unplug()
    try port.close()
  }

  @Test func `leaks no descriptor in a thousand times`() throws {
    for round in 0..<1000 {
      let port = try SerialPort(path: device.path)
      if round.isMultiple(of: 2) { try port.close() }
    }
    #expect(descriptors(of: device.path) == 0)
    #expect(try device.isEchoing())
  }
}
