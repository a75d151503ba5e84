public import Dispatch

/// A serial port at work: it hands on what comes, writes what it is given, and notices when the device goes.
///
/// ```swift
/// let queue = DispatchQueue(label: "gps")
/// let connection = SerialConnection(try SerialPort(path: "/dev/ttyACM0"), queue: queue)
/// try connection.start { bytes, arrival in
///   for byte in bytes.indices { … bytes[byte] … }      // valid within the handler; copy what must stay
/// } end: { end in
///   print(end.error)                                   // unplugged: open the port anew when it is back
/// }
/// ```
///
/// Handlers run on the queue, one at a time, in the order of the bytes, and may call anything of the connection. Give
/// it a *serial* queue: on a concurrent one there would be no order.
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
  /// What became of each wish when the port was opened.
  public let report: OpeningReport
  let engine: ConnectionEngine

  /// Takes a port over.
  ///
  /// - Parameters:
  ///   - port: The port, which nobody else can use any more.
  ///   - queue: A serial queue, on which all handlers run.
  ///   - limits: How much is read at once, and may wait to be written.
  public init(
    _ port: consuming SerialPort, queue: DispatchQueue, limits: ConnectionLimits = ConnectionLimits()
  ) {
    path = port.path
    report = port.report
    engine = ConnectionEngine(line: port.release(), queue: queue, limits: limits)
  }

  deinit { engine.end(.owner) }

  /// Begins to read; once.
  ///
  /// - Parameters:
  ///   - bytes: Gets each chunk with the time at which this side learned of it.
  ///   - end: Hears once, after all bytes, that the device has gone or that reading failed, when the descriptor is
  ///     closed.
  /// - Throws: That it was started before, or has ended.
  public func start(
    bytes: @escaping @Sendable (_ bytes: Span<UInt8>, _ arrival: ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (SerialConnectionEnd) -> Void = { _ in }
  ) throws(SerialPortError) {
    try engine.start(bytes: bytes, end: end)
  }

  /// Closes the port.
  ///
  /// No handler of ``start(bytes:end:)`` begins after that; on another thread than the queue's, one that has begun may
  /// still run. Writes that wait fail with what they got to. Closing again does nothing.
  public func close() { engine.end(.owner) }

  /// Closes the port, and calls somebody when the descriptor is closed: then the port can be opened again.
  package func close(_ closed: @escaping @Sendable () -> Void) {
    engine.end(.owner)
    engine.whenClosed(closed)
  }

  /// Waits until the descriptor is closed, whoever closes it.
  public func waitUntilClosed() async { await engine.waitUntilClosed() }
}
