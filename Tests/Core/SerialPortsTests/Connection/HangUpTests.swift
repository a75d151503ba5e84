import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `A device that goes` {
  private let device: PseudoTerminal

  init() throws { device = try PseudoTerminal() }

  @Test func `ends the connection, once, behind all bytes`() async throws {
    let (connection, listener) = try connect(device.path)
    try device.write("last words")
    await listener.bytes(10)
    device.unplug()
    let end = await listener.end()
    #expect(end?.error.code == .vanished)
    #expect(end?.error.description.contains("has been unplugged") == true)
    await connection.waitUntilClosed()
    connection.close()
    #expect(listener.heard.ends.count == 1 && listener.heard.bytesAtEnd == 10)
  }

  @Test func `has its descriptor closed when the end is told`() async throws {
    let path = device.path
    let keeper = try #require(OtherProgram(path))
    defer { keeper.end() }
    let connection = SerialConnection(try SerialPort(path: path), on: EventLoop.shared)
    let listener = Listener()
    let open = Listener()
    try connection.start {
      listener.take($0, $1)
    } end: { end in
      // One byte for each descriptor that is still open.
      let bytes = [UInt8](repeating: 0, count: descriptors(of: path))
      open.take(bytes.span, .now)
      listener.take(end)
    }
    #expect(descriptors(of: path) == 2)
    device.unplug()
    await listener.end()
    #expect(open.heard.chunks == [1])
  }

  @Test func `fails the writes that wait, with what they got to`() async throws {
    let (connection, listener) = try connect(device.path)
    let results = Results()
    connection.write([UInt8](repeating: 1, count: 100_000), timeout: .seconds(600)) { results.take($0) }
    connection.write([2, 2], timeout: .seconds(600)) { results.take($0) }
    // The device reads a little, and so knows that the first is under way.
    #expect(try device.read(1000).count == 1000)
    device.unplug()
    await results.count(2)
    let errors = results.errors
    #expect(errors.map(\.?.code) == [.vanished, .vanished])
    let written = errors[0]?.progress?.written ?? 0
    #expect((1000..<100_000).contains(written))
    #expect(errors[0]?.progress?.total == 100_000)
    #expect(errors[1]?.progress == WriteProgress(written: 0, of: 2))
    #expect(await listener.end()?.error.code == .vanished)
  }

  @Test func `is noticed by a write without a reader, too`() async throws {
    let connection = SerialConnection(try SerialPort(path: device.path), on: EventLoop.shared)
    device.unplug()
    let error = await #expect(throws: SerialPortError.self) { try await connection.write([1]) }
    #expect(error?.code == .vanished && error?.progress == WriteProgress(written: 0, of: 1))
    await connection.waitUntilClosed()
    #expect(throws: SerialPortError.self) { try connection.start(Listener()) }
  }

  @Test func `is told by all that is tried afterwards`() async throws {
    let (connection, listener) = try connect(device.path)
    device.unplug()
    await listener.end()
    let error = #expect(throws: SerialPortError.self) { try connection.settings() }
    #expect(error?.code == .vanished)
    let write = await #expect(throws: SerialPortError.self) { try await connection.write([1]) }
    #expect(write?.code == .vanished)
  }

  @Test func `may be opened again from within the end`() async throws {
    let next = try PseudoTerminal()
    let connection = SerialConnection(try SerialPort(path: device.path), on: EventLoop.shared)
    let again = Listener()
    try connection.start { _, _ in
    } end: { _ in
      do throws(SerialPortError) {
        try SerialPort(path: next.path).close()
      } catch {
        again.take(.failed(error))
      }
      again.take([1].span, .now)
    }
    device.unplug()
    await again.bytes(1)
    #expect(again.heard.ends == [])
  }
}

@Suite struct `What a read says` {
  @Test func `is that the device has gone, by EIO and by a hang-up without bytes`() throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path)
    #expect(readOnce(port.line) == .nothing)
    device.unplug()
    // A pseudo-terminal says EIO once or always, a USB device never: both are the end.
    for _ in 0..<3 {
      let reading = readOnce(port.line)
      #expect(reading == .gone(.inputOutput) || reading == .gone(nil))
    }
  }

  @Test func `is that the line was hung up, where the kernel gives no bytes`() throws {
    let device = try PseudoTerminal()
    let port = try SerialPort(path: device.path)
    // As an unplugged USB device does it; the kernel lets only root.
    guard hangUp(port.line.descriptor) else { return }
    #expect(rawRead(port.line.descriptor) == 0)
    #expect(readOnce(port.line) == .gone(nil))
    #expect(port.line.write([1].span) == .gone(.inputOutput))
  }

  @Test func `is an error, where it is one`() {
    let line = SerialLine(path: "/dev/none", descriptor: -1, earlier: nil)
    #expect(readOnce(line) == .failed(.badDescriptor))
    #expect(line.write([1].span) == .failed(.badDescriptor))
  }
}
