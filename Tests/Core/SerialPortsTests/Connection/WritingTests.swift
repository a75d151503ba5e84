import GPSEventRuntime
import Dispatch
import TestSupport
import Testing

@testable import SerialPorts

@Suite struct `Writing to a connection` {
  private let device: PseudoTerminal
  private let results = Results()

  init() throws { device = try PseudoTerminal() }

  @Test func `keeps the order of the calls`() async throws {
    let (connection, _) = try connect(device.path)
    for number in 0..<200 {
      connection.write([UInt8](repeating: UInt8(number), count: number)) { results.take($0) }
    }
    let expected = (0..<200).flatMap { [UInt8](repeating: UInt8($0), count: $0) }
    #expect(try device.read(expected.count) == expected)
    await results.count(200)
    #expect(results.errors.allSatisfy { $0 == nil })
    connection.close()
  }

  @Test func `waits for a device that takes its time`() async throws {
    let (connection, _) = try connect(device.path)
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    connection.write(bytes, timeout: .seconds(600)) { results.take($0) }
    var read: [UInt8] = []
    while read.count < bytes.count { read += try device.read(min(10_000, bytes.count - read.count)) }
    #expect(read == bytes)
    await results.count(1)
    #expect(results.errors == [nil])
    connection.close()
  }

  @Test func `fails in time with what went out, and the line goes on`() async throws {
    let (connection, _) = try connect(device.path)
    let bytes = [UInt8](repeating: 1, count: 100_000)
    let error = await #expect(throws: SerialPortError.self) {
      try await connection.write(bytes, timeout: .milliseconds(2))
    }
    #expect(error?.code == .timedOut)
    let written = try #require(error?.progress?.written)
    #expect(written > 0 && written < 100_000)
    #expect(error?.progress?.total == 100_000)
    connection.write([2, 3], timeout: .seconds(600)) { results.take($0) }
    // Not a byte more or less than it said.
    #expect(try device.read(written + 2).suffix(3) == [1, 2, 3])
    await results.count(1)
    #expect(results.errors == [nil])
    connection.close()
  }

  @Test func `lets each write have its own time`() async throws {
    let (connection, _) = try connect(device.path)
    connection.write([UInt8](repeating: 1, count: 100_000), timeout: .seconds(600)) {
      results.take($0, "long")
    }
    connection.write([2], timeout: .milliseconds(1)) { results.take($0, "short") }
    connection.write([3], timeout: .zero) { results.take($0, "none") }
    connection.write([4], timeout: .seconds(-5)) { results.take($0, "less than none") }
    await results.count(3)
    #expect(Set(results.names) == ["short", "none", "less than none"])
    #expect(results.errors.map(\.?.code) == [.timedOut, .timedOut, .timedOut])
    #expect(try device.read(100_000).count == 100_000)
    await results.count(4)
    #expect(results.errors.last == .some(nil))
    connection.close()
  }

  @Test(arguments: [Duration.seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1)])
  func `takes any time for an answer`(_ timeout: Duration) async throws {
    let (connection, _) = try connect(device.path)
    try await connection.write([1], timeout: timeout)
    connection.close()
  }

  @Test func `refuses more than may wait, and says so`() async throws {
    let limits = ConnectionLimits(waitingBytes: 100, waitingWrites: 3)
    let loop = EventLoop()
    loop.start()
    let connection = SerialConnection(try SerialPort(path: device.path), on: loop, limits: limits)
    let large = await #expect(throws: SerialPortError.self) {
      try await connection.write([UInt8](repeating: 1, count: 101))
    }
    #expect(large?.code == .tooMuchToWrite)
    #expect(large?.expected == "at most 100 bytes in 3 writes")
    #expect(large?.progress == WriteProgress(written: 0, of: 101))

    // While the loop does something else, nothing is written.
    let goesOn = DispatchSemaphore(value: 0)
    loop.async { goesOn.wait() }
    for number in 0..<5 { connection.write([UInt8(number)]) { results.take($0) } }
    goesOn.signal()
    await results.count(5)
    #expect(results.errors.compactMap(\.?.code) == [.tooMuchToWrite, .tooMuchToWrite])
    #expect(try device.read(3) == [0, 1, 2])
    connection.close()
    loop.stop()
  }

  @Test func `stops when its task is cancelled`() async throws {
    let (connection, _) = try connect(device.path)
    let task = Task {
      await #expect(throws: SerialPortError.self) {
        try await connection.write([UInt8](repeating: 1, count: 100_000), timeout: .seconds(600))
      }
    }
    // It is under way. Waiting for the byte must not hold the thread on which the task may have to begin.
    while try device.readNow(atMost: 1).isEmpty { await Task.yield() }
    task.cancel()
    let error = await task.value
    #expect(error?.code == .cancelled)
    #expect((1..<100_000).contains(error?.progress?.written ?? 0))
    connection.close()
  }

  @Test func `does not begin in a task that is cancelled already`() async throws {
    let (connection, _) = try connect(device.path)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return await #expect(throws: SerialPortError.self) { try await connection.write([1]) }
    }
    task.cancel()
    let error = await task.value
    #expect(error?.code == .cancelled && error?.progress == WriteProgress(written: 0, of: 1))
    // Nothing of it is on the line.
    try await connection.write([2])
    #expect(try device.read(1) == [2])
    connection.close()
  }
}
