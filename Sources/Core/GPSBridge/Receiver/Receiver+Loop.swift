public import GPSEventRuntime
public import SerialPorts

// Access for programs that run on the receiver's own event loop, such as a server.

extension Receiver {
  /// The event loop that runs the receiver and calls the closures of ``onReport(including:_:)``.
  public var loop: EventLoop { engine.loop }

  /// The receiver's source of time: the system clock, or a manual clock in tests.
  public var time: any TimeSource { engine.time }

  /// The serial ports known to the device's monitor; returned without waiting.
  public var knownPorts: [SerialPortDescription] { engine.device.knownPorts }

  /// Sends bytes to the receiver, whatever their effect, and returns once they are written.
  ///
  /// They are sent after commands that are already in progress. No answer is expected.
  ///
  /// - Parameters:
  ///   - bytes: A sentence, a message, or anything else.
  ///   - timeout: How long to wait for the device; nil for the default.
  /// - Throws: An error if the bytes could not be sent, or if the device is missing.
  public func send(bytes: [UInt8], timeout: Duration? = nil) async throws(LocationError) {
    _ = try await engine.run(.send(bytes), timeout: timeout)
  }
}
