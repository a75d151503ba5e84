import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `A port in use` {
  private func refusal(_ path: String) -> SerialPortError? {
    #expect(throws: SerialPortError.self) { try SerialPort(path: path).close() }
  }

  @Test func `is refused to the same program, which is named`() throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path, settings: LineSettings(speed: 4800))
    let error = refusal(device.path)
    #expect(error?.code == .busy)
    #expect(error?.holders.map(\.process) == [ownProcess])
    #expect(error?.holders.first?.isThisProgram == true)
    // It is left as it was: raw, at its speed, and still locked.
    #expect(try device.speed() == 4800)
    #expect(try !device.isEchoing())
    #expect(refusal(device.path)?.code == .busy)
    try port.close()
    try SerialPort(path: device.path).close()
  }

  @Test func `is refused by a link to it as well`() throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path)
    try withLink(to: device.path) { link in
      #expect(refusal(link)?.holders.map(\.process) == [ownProcess])
    }
    try port.close()
  }

  @Test func `is refused where another program has it, which is named`() throws {
    let device = try PseudoTerminal()
    // It stops, and so has its name and its descriptors until it is ended.
    let script = "flock -x -n 3 && echo ready && kill -STOP $$"
    let other = try Child("/bin/sh", ["-c", "exec 3<>'\(device.path)'; \(script)"])
    let error = refusal(device.path)
    #expect(error?.code == .busy)
    #expect(error?.holders.map(\.process).contains(Int(other.process)) == true)
    #expect(error?.holders.map(\.name).contains("sh") == true)
    #expect(error?.remedy == "end it, or wait until it has: kill \(other.process)")
  }

  @Test func `keeps what it has to send when another open is refused`() throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path, options: OpenOptions(restoresSettings: false))
    #expect(port.line.write([UInt8](repeating: 0x55, count: 100).span) == .bytes(100))
    #expect(refusal(device.path)?.code == .busy)
    #expect(try device.read(100).count == 100)
    try port.close()
  }

  @Test func `is refused to root too, where a program only asked the kernel`() throws {
    let device = try PseudoTerminal()
    let other = try #require(OtherProgram(device.path))
    #expect(other.takeExclusively())
    let error = refusal(device.path)
    #expect(error?.code == .busy)
    #expect(error?.holders.map(\.process) == [ownProcess])
    other.end()
  }

  @Test func `is not in use by the mark of a program that was killed`() throws {
    let device = try PseudoTerminal()
    // Without root's rights nobody gets past the mark.
    guard isLetThroughLocks(device.path) else { return }
    let other = try #require(OtherProgram(device.path))
    #expect(other.takeExclusively())
    other.end()
    let port = try SerialPort(path: device.path)
    #expect(port.report.terminalLock == .inEffect)
  }

  @Test func `can be shared by those who want to`() throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path, options: OpenOptions(isExclusive: false))
    let other = try SerialPort(path: device.path, options: OpenOptions(isExclusive: false))
    #expect(port.report.fileLock == .notAsked)
    #expect(other.report.terminalLock == .notAsked)
    try port.close()
  }

  @Test func `keeps other programs out`() throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path)
    // Either the kernel refuses, or, for root, the mark is there to be seen.
    if let other = OtherProgram(device.path) {
      #expect(other.isTakenExclusively())
      other.end()
    }
    try port.close()
  }
}
