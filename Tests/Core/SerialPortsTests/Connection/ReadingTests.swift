import Dispatch
import GPSEventRuntime
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `Reading from a connection` {
  private let device: PseudoTerminal

  init() throws { device = try PseudoTerminal() }

  @Test func `tells when they came`() async throws {
    let (connection, listener) = try connect(device.path)
    let before = ContinuousClock.now
    try device.write("1")
    await listener.bytes(1)
    let between = ContinuousClock.now
    try device.write("2")
    await listener.bytes(2)
    let after = ContinuousClock.now
    let arrivals = listener.heard.arrivals
    #expect(arrivals.count == 2)
    #expect(before <= arrivals[0] && arrivals[0] <= between)
    #expect(between <= arrivals[1] && arrivals[1] <= after)
    connection.close()
  }

  @Test func `takes no more at once than it is allowed to`() async throws {
    let (connection, listener) = try connect(device.path, limits: ConnectionLimits(chunkSize: 7))
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
    try device.write(bytes)
    #expect(await listener.bytes(1000) == bytes)
    #expect(listener.heard.chunks.allSatisfy { $0 <= 7 })
    connection.close()
  }

  @Test func `leaves others on the same loop their turn`() async throws {
    let (loud, quiet) = (try PseudoTerminal(), try PseudoTerminal())
    // It is not run before both have something to say.
    let loop = EventLoop()
    let (many, few) = (Listener(), Listener())
    let limits = ConnectionLimits(chunkSize: 1)
    let first = SerialConnection(try SerialPort(path: loud.path), on: loop, limits: limits)
    let second = SerialConnection(try SerialPort(path: quiet.path), on: loop, limits: limits)
    // How much of the loud one had been read when the quiet one had its turn.
    let turn = Listener()
    try first.start(many)
    try second.start { bytes, arrival in
      few.take(bytes, arrival)
      for _ in 0..<many.heard.bytes.count { turn.take(bytes, arrival) }
    }
    try loud.write([UInt8](repeating: 1, count: 4000))
    try quiet.write([2])
    loop.start()
    defer { loop.stop() }
    await few.bytes(1)
    #expect(turn.heard.bytes.count < 4000)
    await many.bytes(4000)
    first.close()
    second.close()
  }

  @Test func `does not take no bytes for the end, where the kernel only found none in time`() async throws {
    let port = try SerialPort(path: device.path)
    // As another program may set it: a read returns at once, with nothing.
    try device.setMinimum(0, time: 0)
    let line = port.line
    #expect(readOnce(line) == .nothing)
    #expect(rawRead(line.descriptor) == 0)
    let connection = SerialConnection(port, on: EventLoop.shared)
    let listener = Listener()
    try connection.start(listener)
    connection.engine.loop.sync {
      let found = connection.engine.assumeIsolated { $0.readChunk() }
      #expect(!found)
    }
    try device.write("on")
    #expect(await listener.bytes(2) == Array("on".utf8))
    #expect(listener.heard.ends == [])
    connection.close()
  }

  @Test func `starts once`() throws {
    let (connection, listener) = try connect(device.path)
    let error = #expect(throws: SerialPortError.self) { try connection.start(listener) }
    #expect(error?.code == .alreadyStarted)
    connection.close()
  }

  @Test func `starts no more when it is closed`() throws {
    let connection = SerialConnection(try SerialPort(path: device.path), on: EventLoop.shared)
    connection.close()
    let error = #expect(throws: SerialPortError.self) { try connection.start(Listener()) }
    #expect(error?.code == .closed)
  }

  @Test func `keeps limits within reason`() {
    #expect(ConnectionLimits(chunkSize: 0, waitingBytes: -1, waitingWrites: .min).chunkSize == 1)
    #expect(ConnectionLimits(chunkSize: .max).chunkSize == 1 << 20)
    #expect(ConnectionLimits(waitingBytes: -1).waitingBytes == 1)
    #expect(ConnectionLimits(waitingWrites: .min).waitingWrites == 1)
  }
}

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

@Suite struct `Ten million bytes` {
  private let count = 10_000_000

  @Test func `pass in both directions at once without a change`() async throws {
    let device = try PseudoTerminal()
    let (received, sent) = (RandomBytes(seed: 1), RandomBytes(seed: 2))
    let listening = Listening(received)
    let limits = ConnectionLimits(waitingBytes: count)
    let port = try SerialPort(path: device.path)
    let connection = SerialConnection(port, on: EventLoop.shared, limits: limits)
    try connection.start { bytes, _ in listening.check(bytes) }
    let results = Results()
    connection.write(sent.first(count), timeout: .seconds(600)) { results.take($0) }
    // The device has a thread that sends, and this one to read.
    let isSent = Results()
    DispatchQueue(label: "device").async {
      let isWritten = (try? device.write(received.first(self.count))) != nil
      isSent.take(
        isWritten ? .success(()) : .failure(SerialPortError(code: .other, path: "", found: "stuck")))
    }
    var place = 0
    while place < count {
      let more = try device.read(min(8192, count - place))
      guard sent.has(more.span, at: place) else {
        Issue.record("what the device got differs behind byte \(place)")
        break
      }
      place += more.count
    }
    await results.count(1)
    await isSent.count(1)
    #expect(results.errors == [nil])
    #expect(isSent.errors == [nil])
    #expect(await listening.received(count) == nil)
    connection.close()
    await connection.waitUntilClosed()
  }
}
