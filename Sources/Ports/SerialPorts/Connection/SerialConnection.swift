internal import GPSDelivery
public import GPSEventRuntime

/// A serial port at work: it hands on what comes, writes what it is given, and notices when the device goes.
///
/// ```swift
/// let connection = SerialConnection(try SerialPort(path: "/dev/ttyACM0"))
/// try connection.start { bytes, arrival in
///   for byte in bytes.indices { … bytes[byte] … }      // valid within the handler; copy what must stay
/// } end: { end in
///   print(end.error)                                   // unplugged: open the port anew when it is back
/// }
/// ```
///
/// Handlers run on an event loop, one at a time, in the order of the bytes, and may call anything of the connection. They
/// must be quick, since all that lives on the loop waits for them.
///
/// The descriptor is closed once: by ``close()``, by dropping the connection, or by itself when the device goes, before
/// the end is told, so that the kernel can give the same name to the device when it comes back. A handler that holds
/// its connection keeps it from being dropped:
///
/// ```swift
/// try connection.start { [weak connection] bytes, _ in connection?.write(answer) { _ in } }     // dropped
/// try connection.start { bytes, _ in connection.write(answer) { _ in } }          // NOT dropped: close it
/// ```
public final class SerialConnection: Sendable {
  /// The path of the port, as it was given.
  public let path: String
  /// The outcome of each option when the port was opened.
  public let report: OpeningReport
  let engine: ConnectionEngine

  /// Takes a port over.
  ///
  /// - Parameters:
  ///   - port: The port; from now on the connection is its only owner.
  ///   - loop: The loop on which all handlers run.
  ///   - limits: How much is read at once, and may wait to be written.
  public init(
    _ port: consuming SerialPort, on loop: EventLoop = .shared, limits: ConnectionLimits = ConnectionLimits()
  ) {
    path = port.path
    report = port.report
    engine = ConnectionEngine(line: port.release(), loop: loop, limits: limits)
  }

  deinit { engine.end(.owner) }

  /// Begins to read; once.
  ///
  /// - Parameters:
  ///   - bytes: Gets each chunk with the time at which this side learned of it.
  ///   - end: Called once, after all bytes and with the descriptor closed, when the device has gone or reading failed.
  /// - Throws: An error if it was started before, or has ended.
  public func start(
    bytes: @escaping @Sendable (_ bytes: Span<UInt8>, _ arrival: ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (SerialConnectionEnd) -> Void = { _ in }
  ) throws(SerialPortError) {
    try engine.start(bytes: bytes, end: end)
  }

  /// Closes the port.
  ///
  /// No handler of ``start(bytes:end:)`` begins after that; on another thread than the loop's, one that has begun may
  /// still run. Writes that wait fail with what they got to. Closing again does nothing.
  public func close() { engine.end(.owner) }

  /// Closes the port, and runs a closure when the descriptor is closed: then the port can be opened again.
  package func close(_ closed: @escaping @Sendable () -> Void) {
    engine.end(.owner)
    engine.whenClosed(closed)
  }

  /// Waits until the descriptor is closed, by either side.
  public func waitUntilClosed(isolation: isolated (any Actor)? = #isolation) async {
    await engine.waitUntilClosed(isolation: isolation)
  }
}

extension SerialConnection {
  /// Writes all of the bytes, or fails with how many went out; in the order of the calls, and never blocking.
  ///
  /// Success means that the kernel took the bytes, not that they were sent: see ``bytesToSend()``.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - timeout: How long the kernel may take no more bytes, at most; a day is the longest.
  ///   - completion: Hears once, on the loop, how it went; ``SerialPortError/progress`` says how much went out.
  public func write(
    _ bytes: [UInt8], timeout: Duration = .seconds(5),
    completion: @escaping @Sendable (Result<Void, SerialPortError>) -> Void
  ) {
    engine.write(bytes, timeout: timeout, ticket: engine.ticket(), completion: completion)
  }

  /// Writes all of the bytes, or fails with how many went out.
  ///
  /// A cancelled task stops writing and throws ``SerialPortError/Code/cancelled``.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - timeout: How long the kernel may take no more bytes, at most; a day is the longest.
  ///   - isolation: The caller's actor, which is found by itself.
  /// - Throws: The reason; ``SerialPortError/progress`` says how much went out.
  public func write(
    _ bytes: [UInt8], timeout: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation
  ) async throws(SerialPortError) {
    let engine = engine
    let ticket = engine.ticket()
    if Task.isCancelled { throw engine.cancelled.afterWriting(WriteProgress(written: 0, of: bytes.count)) }
    let outcome = OneShot<Void, SerialPortError>(abandoned: engine.cancelled, cancelled: engine.cancelled)
    engine.write(bytes, timeout: timeout, ticket: ticket) { outcome.resolve($0) }
    // Cancelling takes the write out of the queue, which answers.
    let result = await outcome.answer(isolation: isolation) { engine.cancel(ticket) }
    try result.get()
  }
}

// Each of these works on any thread, and throws `closed` or `vanished` when it is too late.
extension SerialConnection {
  /// Reads the settings that the driver has.
  public func settings() throws(SerialPortError) -> LineSettings {
    try engine.withLine { (line) throws(SerialPortError) in try line.settings() }
  }

  /// Changes the settings.
  ///
  /// On the loop of the connection, bytes that come later were received with these settings once
  /// ``discardInput()`` has thrown the others away.
  ///
  /// - Parameters:
  ///   - settings: How bits are to go over the line.
  ///   - acceptsOtherSpeed: Whether a different speed than requested is accepted; otherwise it is an error.
  /// - Returns: The settings that the driver changed.
  /// - Throws: An error if settings were refused, or if the device has gone.
  @discardableResult public func apply(
    _ settings: LineSettings, acceptsOtherSpeed: Bool = false
  ) throws(SerialPortError) -> [SettingDifference] {
    try engine.withLine { (line) throws(SerialPortError) in
      settings.differences(to: try line.apply(settings, acceptsOtherSpeed: acceptsOtherSpeed))
    }
  }

  /// Reads the wires beside the data.
  public func modemLines() throws(SerialPortError) -> ModemLines {
    try engine.withLine { (line) throws(SerialPortError) in try line.modemLines() }
  }

  /// Drives wires to "on", and leaves the others.
  public func raise(_ lines: ModemLines) throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.raise(lines) }
  }

  /// Drives wires to "off", and leaves the others.
  public func lower(_ lines: ModemLines) throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.lower(lines) }
  }

  /// Holds the line as a break for a while, without waiting for its end.
  public func sendBreak(lasting duration: Duration = .milliseconds(250)) throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.startBreak() }
    engine.loop.after(min(max(duration, .zero), .seconds(60))) { [weak engine] in
      // Ignore errors: the device may be gone.
      try? engine?.withLine { (line) throws(SerialPortError) in try line.stopBreak() }
    }
  }

  /// Reads what the driver has counted.
  public func counters() throws(SerialPortError) -> LineCounters {
    try engine.withLine { (line) throws(SerialPortError) in try line.counters() }
  }

  /// Counts the bytes that can be read at once.
  public func bytesToRead() throws(SerialPortError) -> Int {
    try engine.withLine { (line) throws(SerialPortError) in try line.bytesToRead() }
  }

  /// Counts the bytes that the kernel took and has not sent.
  public func bytesToSend() throws(SerialPortError) -> Int {
    try engine.withLine { (line) throws(SerialPortError) in try line.bytesToSend() }
  }

  /// Throws away what was received and not read.
  public func discardInput() throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.discardInput() }
  }

  /// Throws away what the kernel took and has not sent.
  public func discardOutput() throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.discardOutput() }
  }
}

/// Why a connection ended by itself.
///
/// A connection that was closed by its owner, or dropped, does not tell: the owner knows.
public enum SerialConnectionEnd: Error, Sendable, Hashable {
  /// The device was unplugged, or the other side of a pseudo-terminal ended: open it again when it is back.
  case vanished(SerialPortError)
  /// Reading or writing failed for another reason.
  case failed(SerialPortError)

  /// A description of the failure.
  public var error: SerialPortError {
    switch self {
    case .vanished(let error), .failed(let error): error
    }
  }
}
