extension SerialConnection {
  /// Writes all of the bytes, or fails with how many went out; in the order of the calls, and never blocking.
  ///
  /// That the kernel took them does not mean that they have been sent: see ``bytesToSend()``.
  ///
  /// - Parameters:
  ///   - bytes: What to write.
  ///   - timeout: How long the kernel may take no more bytes, at most; a day is the longest.
  ///   - completion: Hears once, on the queue, how it went; ``SerialPortError/progress`` says how much went out.
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
  ///   - bytes: What to write.
  ///   - timeout: How long the kernel may take no more bytes, at most; a day is the longest.
  /// - Throws: What was in the way; ``SerialPortError/progress`` says how much went out.
  public func write(_ bytes: [UInt8], timeout: Duration = .seconds(5)) async throws(SerialPortError) {
    let engine = engine
    let ticket = engine.ticket()
    if Task.isCancelled { throw engine.cancelled.afterWriting(WriteProgress(written: 0, of: bytes.count)) }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        engine.write(bytes, timeout: timeout, ticket: ticket) { continuation.resume(returning: $0) }
        // Cancelled before there was a write that could be taken out.
        if Task.isCancelled { engine.cancel(ticket) }
      }
    } onCancel: {
      engine.cancel(ticket)
    }
    try result.get()
  }
}
