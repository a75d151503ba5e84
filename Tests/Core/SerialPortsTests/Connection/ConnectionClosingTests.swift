import Dispatch
import GPSEventRuntime
import GPSSystemCalls
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `Closing a connection` {
  private let device: PseudoTerminal

  init() throws { device = try PseudoTerminal() }

  @Test func `gives the descriptor back, and tells no end`() async throws {
    let (connection, listener) = try connect(device.path)
    connection.close()
    connection.close()
    await connection.waitUntilClosed()
    #expect(descriptors(of: device.path) == 0)
    #expect(try device.isEchoing())
    #expect(listener.heard.ends == [])
  }

  @Test func `happens when it is dropped`() async throws {
    let loop = EventLoop.shared
    let engine: ConnectionEngine
    do {
      let connection = SerialConnection(try SerialPort(path: device.path), on: loop)
      try connection.start(Listener())
      engine = connection.engine
    }
    await engine.waitUntilClosed()
    #expect(descriptors(of: device.path) == 0)
  }

  @Test func `happens when it was never started`() async throws {
    let engine = SerialConnection(try SerialPort(path: device.path), on: EventLoop.shared).engine
    await engine.waitUntilClosed()
    #expect(descriptors(of: device.path) == 0)
  }

  @Test func `lets go of the handlers`() async throws {
    final class Owner: Sendable {}
    let connection = SerialConnection(try SerialPort(path: device.path), on: EventLoop.shared)
    weak var owner: Owner?
    do {
      let held = Owner()
      owner = held
      try connection.start { _, _ in
        withExtendedLifetime(held) {}
      } end: { _ in
        withExtendedLifetime(held) {}
      }
    }
    #expect(owner != nil)
    connection.close()
    await connection.waitUntilClosed()
    // A closure that the loop has run to the end holds nothing any more.
    connection.engine.loop.sync {}
    #expect(owner == nil)
  }

  @Test func `within the handler lets nothing follow`() async throws {
    let limits = ConnectionLimits(chunkSize: 1)
    let port = try SerialPort(path: device.path)
    let connection = SerialConnection(port, on: EventLoop.shared, limits: limits)
    let listener = Listener()
    try connection.start { bytes, arrival in
      listener.take(bytes, arrival)
      if listener.heard.bytes.count == 3 { connection.close() }
    } end: {
      listener.take($0)
    }
    try device.write("123456")
    await connection.waitUntilClosed()
    #expect(listener.heard.bytes == Array("123".utf8) && listener.heard.ends == [])
  }

  @Test func `from the loop lets nothing follow, though bytes are waiting`() async throws {
    let (connection, listener) = try connect(device.path)
    let loop = connection.engine.loop
    let (isHeld, isFull) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    loop.async {
      isHeld.signal()
      isFull.wait()
      connection.close()
    }
    // Bytes that come while the loop wakes would come first.
    isHeld.wait()
    try device.write("too late")
    isFull.signal()
    await connection.waitUntilClosed()
    #expect(listener.heard.bytes == [])
  }

  @Test func `fails the writes that wait, with what they got to`() async throws {
    let (connection, _) = try connect(device.path)
    let results = Results()
    connection.write([UInt8](repeating: 1, count: 100_000), timeout: .seconds(600)) { results.take($0) }
    connection.write([2], timeout: .seconds(600)) { results.take($0) }
    #expect(try device.read(1).count == 1)
    connection.close()
    await results.count(2)
    #expect(results.errors.map(\.?.code) == [.closed, .closed])
    #expect((1..<100_000).contains(results.errors[0]?.progress?.written ?? 0))
    #expect(results.errors[1]?.progress == WriteProgress(written: 0, of: 1))
  }

  @Test func `is told by all that is tried afterwards`() async throws {
    let (connection, _) = try connect(device.path)
    connection.close()
    let errors: [SerialPortError?] = [
      await #expect(throws: SerialPortError.self) { try await connection.write([1]) },
      #expect(throws: SerialPortError.self) { try connection.settings() },
      #expect(throws: SerialPortError.self) { try connection.apply(LineSettings()) },
      #expect(throws: SerialPortError.self) { try connection.modemLines() },
      #expect(throws: SerialPortError.self) { try connection.counters() },
      #expect(throws: SerialPortError.self) { try connection.discardInput() },
    ]
    #expect(errors.map(\.?.code) == Array(repeating: .closed, count: 6))
    await connection.waitUntilClosed()
  }

  @Test func `holds up nothing on the loop where the driver takes its time, and is told when it is done`()
    async throws
  {
    let gate = DispatchSemaphore(value: 0)
    let loop = EventLoop.shared
    let port = try SerialPort(path: device.path)
    let engine = ConnectionEngine(
      line: port.release(), loop: loop, limits: ConnectionLimits(), closesSlowly: true
    ) { line in
      gate.wait()
      try? line.close()
    }
    let listener = Listener()
    try engine.start(bytes: { listener.take($0, $1) }, end: { listener.take($0) })
    loop.sync {}
    engine.end(.owner)
    let isClosed = Guarded(false)
    engine.whenClosed { isClosed.withLock { $0 = true } }
    // Others have their turns, and nobody is told of what has not happened.
    for _ in 0..<3 { loop.sync {} }
    #expect(!isClosed.withLock { $0 })
    #expect(descriptors(of: device.path) == 1)
    gate.signal()
    await engine.waitUntilClosed()
    #expect(isClosed.withLock { $0 })
    #expect(descriptors(of: device.path) == 0)
  }
}

@Suite struct `A connection` {
  @Test func `may be written to from within the handler`() async throws {
    let device = try PseudoTerminal()
    let connection = SerialConnection(try SerialPort(path: device.path), on: EventLoop.shared)
    try connection.start { [weak connection] bytes, _ in
      let echo = bytes.indices.map { bytes[$0] }
      connection?.write(echo) { _ in }
    }
    try device.write("ping")
    #expect(try device.read(4) == Array("ping".utf8))
    connection.close()
  }

  @Test func `changes settings, as a port does`() throws {
    let device = try PseudoTerminal()
    let (connection, _) = try connect(device.path)
    #expect(connection.path == device.path && connection.report.fileLock == .inEffect)
    #expect(try connection.apply(LineSettings(speed: 31_250, dataBits: .six)).map(\.setting) == [.dataBits])
    #expect(try connection.settings().speed == 31_250)
    connection.close()
  }
}
