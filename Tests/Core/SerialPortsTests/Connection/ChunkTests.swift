import GPSEventRuntime
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `Chunks of a connection` {
  private let device: PseudoTerminal

  init() throws { device = try PseudoTerminal() }

  private func connect(_ device: PseudoTerminal) throws -> SerialConnection {
    SerialConnection(try SerialPort(path: device.path), on: EventLoop.shared)
  }

  @Test func `are all bytes since the call, with their times`() async throws {
    let connection = try connect(device)
    let before = ContinuousClock.now
    let chunks = try connection.chunks()
    try device.write("first ")
    try device.write("and last")
    var bytes: [UInt8] = []
    while bytes.count < 14, let chunk = try await chunks.next() {
      bytes += chunk.bytes
      #expect(before <= chunk.arrival && chunk.arrival <= .now)
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "first and last")
    connection.close()
  }

  @Test func `end when the connection is closed`() async throws {
    let connection = try connect(device)
    let chunks = try connection.chunks()
    connection.close()
    #expect(try await chunks.next() == nil)
  }

  @Test func `end with the error when the device is unplugged, after its last bytes`() async throws {
    let chunks = try connect(device).chunks()
    try device.write("last words")
    var bytes: [UInt8] = []
    while bytes.count < 10, let chunk = try await chunks.next() { bytes += chunk.bytes }
    #expect(bytes == Array("last words".utf8))
    device.unplug()
    do throws(SerialPortError) {
      let chunk = try await chunks.next()
      Issue.record("\(String(describing: chunk)) came instead of an error")
    } catch {
      #expect(error.code == .vanished)
    }
  }

  @Test func `are refused for a connection that was started`() throws {
    let connection = try connect(device)
    _ = try connection.chunks()
    #expect(throws: SerialPortError.self) { _ = try connection.chunks() }
    connection.close()
  }

  @Test func `keep the connection open as long as they are kept`() async throws {
    let engine: ConnectionEngine
    do {
      let connection = try connect(device)
      engine = connection.engine
      let chunks = try connection.chunks()
      try device.write("1")
      #expect(try await chunks.next()?.bytes == [0x31])
    }
    await engine.waitUntilClosed()
    #expect(descriptors(of: device.path) == 0)
  }
}
