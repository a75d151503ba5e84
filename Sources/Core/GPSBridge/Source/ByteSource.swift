public import SerialPorts

/// An open device: it delivers bytes, accepts bytes, and ends at some point.
///
/// It is a receiver's only interface to its data, so a serial port, a recording and a simulated sky look the
/// same. Nothing in it may block: it makes all its calls on the event loop that it was opened with.
public protocol ByteSource: AnyObject, Sendable {
  /// Starts delivery, once and in order: chunks with the instants of their arrival, then one end, with an
  /// error if it was caused by a fault.
  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void)

  /// Sends bytes to the device, and calls `done` on the loop when they are written, or with an error.
  func write(_ bytes: [UInt8], timeout: Duration, _ done: @escaping @Sendable (LocationError?) -> Void)

  /// Changes the speed, in bits per second, and discards unread bytes received at the old speed.
  func setSpeed(_ bitsPerSecond: Int) throws(LocationError)

  /// Closes the device, after which no chunk and no end is delivered; may be called repeatedly.
  func close()

  /// Closes the device, and calls `closed` when it can be opened again: on the loop, or before returning.
  func close(_ closed: @escaping @Sendable () -> Void)

  /// Finds the other programs that read from the device, and reports them on the loop; it must not block.
  func findOtherReaders(_ found: @escaping @Sendable ([PortHolder]) -> Void)
}

extension ByteSource {
  /// Completes with an error: this source accepts no bytes.
  public func write(_ bytes: [UInt8], timeout: Duration, _ done: @escaping @Sendable (LocationError?) -> Void)
  { done(.unsupported("nothing can be sent to this source of bytes")) }

  /// Closes the device, which can be opened again immediately.
  public func close(_ closed: @escaping @Sendable () -> Void) {
    close()
    closed()
  }

  /// Never calls `found`: no other program can read from this source.
  public func findOtherReaders(_ found: @escaping @Sendable ([PortHolder]) -> Void) {}

  /// Does nothing: this source has no speed.
  public func setSpeed(_ bitsPerSecond: Int) throws(LocationError) {}
}
