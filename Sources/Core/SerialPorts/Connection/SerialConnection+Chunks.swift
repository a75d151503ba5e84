public import GPSDelivery

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

extension SerialConnection {
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
