public import SerialPorts

/// An open device: bytes come, bytes can be sent, and at some time it is over.
///
/// It is the one door between a receiver and the world: a receiver cannot tell a serial port, a recording and a
/// simulated sky apart. Nothing in it may block: it makes all its calls on the event loop that it was opened with.
public protocol ByteSource: AnyObject, Sendable {
  /// Begins to deliver, once and in order: chunks with the instant at which each arrived, then once the end, with its
  /// reason where it is a fault.
  func start(
    bytes: @escaping @Sendable (Span<UInt8>, ContinuousClock.Instant) -> Void,
    end: @escaping @Sendable (LocationError?) -> Void)

  /// Sends bytes to the device and says on the loop when they are out, or why they are not.
  func write(_ bytes: [UInt8], timeout: Duration, _ done: @escaping @Sendable (LocationError?) -> Void)

  /// Reads at another speed from now on, in bits a second; what came at the old one and was not read is thrown away.
  func setSpeed(_ bitsPerSecond: Int) throws(LocationError)

  /// Closes the device; may be called more than once. After the call no chunk and no end is delivered.
  func close()

  /// Closes the device, and says when it can be opened again: on the loop, or before this returns.
  func close(_ closed: @escaping @Sendable () -> Void)

  /// Finds out which other programs read from the device as well, and says so on the loop; it must not block.
  func findOtherReaders(_ found: @escaping @Sendable ([PortHolder]) -> Void)
}

extension ByteSource {
  /// Says that nothing can be sent to it.
  public func write(_ bytes: [UInt8], timeout: Duration, _ done: @escaping @Sendable (LocationError?) -> Void)
  {
    done(.unsupported("nothing can be sent to this source of bytes"))
  }

  /// Closes the device, which can be opened again at once.
  public func close(_ closed: @escaping @Sendable () -> Void) {
    close()
    closed()
  }

  /// Never answers: no other program can read from this source.
  public func findOtherReaders(_ found: @escaping @Sendable ([PortHolder]) -> Void) {}

  /// Does nothing: this source has no speed.
  public func setSpeed(_ bitsPerSecond: Int) throws(LocationError) {}
}
