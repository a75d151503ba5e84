public import GPSDelivery
public import GPSEventRuntime
internal import GPSSystemCalls

/// An active serial port that delivers received bytes, writes queued bytes, and detects a device's removal.
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
/// Handlers run on an event loop, one at a time and in the order of the bytes, and may call anything of the
/// connection. They must be quick, because they block everything else on the loop.
///
/// The descriptor is closed once: by ``close()``, by dropping the connection, or automatically when the
/// device is removed. It is closed before the end is reported, so that the kernel can reuse the name when the
/// device returns. A handler that retains its connection prevents it from being dropped:
///
/// ```swift
/// try connection.start { [weak connection] bytes, _ in connection?.write(answer) { _ in } }     // dropped
/// try connection.start { bytes, _ in connection.write(answer) { _ in } }          // NOT dropped: close it
/// ```
public final class SerialConnection: Sendable {
  /// The path of the port as passed by the caller.
  public let path: String
  /// The outcome of each option when the port was opened.
  public let report: OpeningReport
  let engine: ConnectionEngine

  /// Creates a connection that owns a port.
  ///
  /// - Parameters:
  ///   - port: The port; from now on the connection is its only owner.
  ///   - loop: The loop on which all handlers run.
  ///   - limits: The sizes of reads and of the write queue.
  public init(
    _ port: consuming SerialPort, on loop: EventLoop = .shared, limits: ConnectionLimits = ConnectionLimits()
  ) {
    path = port.path
    report = port.report
    engine = ConnectionEngine(line: port.release(), loop: loop, limits: limits)
  }

  deinit { engine.end(.owner) }

  /// Starts reading; may be called once.
  ///
  /// - Parameters:
  ///   - bytes: Called with each chunk and the time at which this side received it.
  ///   - end: Called once after the last bytes, when the device was removed or reading failed; the descriptor
  ///     is closed by then.
  /// - Throws: An error if the connection was already started, or has ended.
  public func start(
    bytes: @escaping @Sendable (_ bytes: Span<UInt8>, _ arrival: ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (SerialConnectionEnd) -> Void = { _ in }
  ) throws(SerialPortError) { try engine.start(bytes: bytes, end: end) }

  /// Closes the port.
  ///
  /// No handler of ``start(bytes:end:)`` starts after this call; outside the loop, one that has already
  /// started may still be running. Pending writes fail with their progress. Closing again does nothing.
  public func close() { engine.end(.owner) }

  /// Closes the port, and runs a closure when the descriptor is closed and the port can be opened again.
  package func close(_ closed: @escaping @Sendable () -> Void) {
    engine.end(.owner)
    engine.whenClosed(closed)
  }

  /// Waits until the descriptor is closed by either side.
  public func waitUntilClosed(isolation: isolated (any Actor)? = #isolation) async {
    await engine.waitUntilClosed(isolation: isolation)
  }

  /// Writes all bytes, or fails with the number written; keeps the order of calls, and never blocks.
  ///
  /// Success means that the kernel has accepted the bytes, not that they were sent: see ``bytesToSend()``.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - timeout: The longest time for which the kernel may accept no bytes; at most a day.
  ///   - completion: Called once on the loop with the result; see ``SerialPortError/progress``.
  public func write(
    _ bytes: [UInt8], timeout: Duration = .seconds(5),
    completion: @escaping @Sendable (Result<Void, SerialPortError>) -> Void
  ) { engine.write(bytes, timeout: timeout, ticket: engine.ticket(), completion: completion) }

  /// Writes all bytes, or fails with the number written.
  ///
  /// A canceled task stops writing and throws ``SerialPortError/Code/cancelled``.
  ///
  /// - Parameters:
  ///   - bytes: The bytes to write.
  ///   - timeout: The longest time for which the kernel may accept no bytes; at most a day.
  ///   - isolation: The caller's actor, by default the current one.
  /// - Throws: The reason; ``SerialPortError/progress`` has the byte count.
  public func write(
    _ bytes: [UInt8], timeout: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation
  ) async throws(SerialPortError) {
    let engine = engine
    let ticket = engine.ticket()
    if Task.isCancelled { throw engine.cancelled.afterWriting(WriteProgress(written: 0, of: bytes.count)) }
    let outcome = OneShot<Void, SerialPortError>(abandoned: engine.cancelled, cancelled: engine.cancelled)
    engine.write(bytes, timeout: timeout, ticket: ticket) { outcome.resolve($0) }
    // Cancellation removes the write from the queue, which then completes it.
    let result = await outcome.answer(isolation: isolation) { engine.cancel(ticket) }
    try result.get()
  }

  // These methods work on any thread, and throw `closed` or `vanished` after the end.
  /// Reads the settings in effect.
  public func settings() throws(SerialPortError) -> LineSettings {
    try engine.withLine { (line) throws(SerialPortError) in try line.settings() }
  }

  /// Changes the settings.
  ///
  /// Called on the connection's loop and followed by ``discardInput()``, this ensures that all later bytes
  /// were received with these settings.
  ///
  /// - Parameters:
  ///   - settings: The new settings of the line.
  ///   - acceptsOtherSpeed: Whether a different speed than requested is accepted; otherwise it is an error.
  /// - Returns: The settings that the driver changed.
  /// - Throws: An error if settings were refused, or if the device was removed.
  @discardableResult public func apply(
    _ settings: LineSettings, acceptsOtherSpeed: Bool = false
  ) throws(SerialPortError) -> [SettingDifference] {
    try engine.withLine { (line) throws(SerialPortError) in
      settings.differences(to: try line.apply(settings, acceptsOtherSpeed: acceptsOtherSpeed))
    }
  }

  /// Reads the modem lines.
  public func modemLines() throws(SerialPortError) -> ModemLines {
    ModemLines(rawValue: try request("read the modem lines", Kernel.modemLines))
  }

  /// Sets modem lines, and leaves the others unchanged.
  public func raise(_ lines: ModemLines) throws(SerialPortError) {
    try request("raise \(lines)") { (line) throws(Errno) in try Kernel.raise(line, lines.rawValue) }
  }

  /// Clears modem lines, and leaves the others unchanged.
  public func lower(_ lines: ModemLines) throws(SerialPortError) {
    try request("lower \(lines)") { (line) throws(Errno) in try Kernel.lower(line, lines.rawValue) }
  }

  package func counters() throws(SerialPortError) -> LineCounters {
    LineCounters(try request("read the counters", Kernel.counters))
  }

  /// Returns the number of bytes that can be read immediately.
  public func bytesToRead() throws(SerialPortError) -> Int {
    try request("count what can be read", Kernel.bytesToRead)
  }

  /// Returns the number of bytes that the kernel has accepted but not sent.
  public func bytesToSend() throws(SerialPortError) -> Int {
    try request("count what is not sent yet", Kernel.bytesToSend)
  }

  /// Discards bytes that were received but not read.
  public func discardInput() throws(SerialPortError) {
    try engine.withLine { (line) throws(SerialPortError) in try line.discardInput() }
  }

  /// Discards bytes that the kernel has accepted but not sent.
  public func discardOutput() throws(SerialPortError) {
    try request("discard what is not sent yet", Kernel.discardOutput)
  }

  private func request<Value>(
    _ what: String, _ body: (CInt) throws(Errno) -> Value
  ) throws(SerialPortError) -> Value {
    try engine.withLine { (line) throws(SerialPortError) in try line.perform(what, body) }
  }

  /// Starts reading, and returns the received bytes as a sequence for one loop.
  ///
  /// ```swift
  /// let connection = SerialConnection(try SerialPort(path: "/dev/ttyACM0"))
  /// for try await chunk in try connection.chunks() { decoder.decode(chunk.bytes.span) { … } }
  /// ```
  ///
  /// May be called once, instead of ``start(bytes:end:)``. Each chunk is a copy: for bytes without a copy, and for
  /// work that must be done before the next read, use the handlers.
  ///
  /// The sequence ends when the connection is closed, and throws an error when the device was removed or reading
  /// failed. It keeps the connection open; canceling the subscription does not close the connection.
  ///
  /// - Parameter buffering: The chunks kept for a busy loop. The default keeps 1024, drops the oldest ones, and
  ///   counts them in `droppedCount`.
  /// - Returns: The chunks, from the first byte.
  /// - Throws: An error if the connection was already started, or has ended.
  public func chunks(
    _ buffering: Buffering = .newest(1024)
  ) throws(SerialPortError) -> Subscription<SerialChunk, SerialPortError> {
    let chunks = Broadcast<SerialChunk, SerialPortError>()
    let subscription = chunks.subscribe(buffering, keepingAlive: self)
    // Registered before the start: waiters run after the end, so a removal's error comes first and stays.
    engine.whenClosed { chunks.finish() }
    try start { bytes, arrival in
      var copy: [UInt8] = []
      copy.reserveCapacity(bytes.count)
      for index in bytes.indices { copy.append(bytes[index]) }
      chunks.send(SerialChunk(copy, arrival: arrival))
    } end: { end in
      chunks.finish(throwing: end.error)
    }
    return subscription
  }
}

/// The reason why a connection ended by itself.
///
/// A connection that its owner closed or dropped reports no end.
public enum SerialConnectionEnd: Error, Sendable, Hashable {
  /// The device was unplugged, or the peer of a pseudo-terminal has ended; reopen the port when it returns.
  case vanished(SerialPortError)
  /// Reading or writing failed for a different reason.
  case failed(SerialPortError)

  /// A description of the failure.
  public var error: SerialPortError {
    switch self {
    case .vanished(let error), .failed(let error): error
    }
  }
}

/// Bytes that a serial port received together, and the time at which this side received them.
public struct SerialChunk: Sendable, Hashable {
  /// The bytes.
  public var bytes: [UInt8]
  /// The time at which this side received them.
  public var arrival: ContinuousClock.Instant

  /// Creates a chunk.
  public init(_ bytes: [UInt8], arrival: ContinuousClock.Instant) {
    (self.bytes, self.arrival) = (bytes, arrival)
  }
}
