import Dispatch
import GPSEventRuntime
import SerialPorts
import TestSupport
import Testing

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
