public import GPSEventRuntime

// What a program needs that has its turns on the loop of the receiver, as a server has.

extension Receiver {
  /// The event loop on which it has its turns, and on which closures of ``onReport(including:_:)`` are called.
  public var loop: EventLoop { engine.loop }

  /// Its source of time: the clock of the machine, or the one that a test moves.
  public var time: any TimeSource { engine.time }

  /// Sends it bytes, whatever their effect, and returns when they are out.
  ///
  /// They go out behind what others have begun to say to it, and nothing is expected of an answer.
  ///
  /// - Parameters:
  ///   - bytes: A sentence, a message, or anything else.
  ///   - timeout: How long the device may take to be there; nil for the usual time.
  /// - Throws: An error if they could not be sent, or if the device is not there.
  public func send(bytes: [UInt8], timeout: Duration? = nil) async throws(LocationError) {
    _ = try await engine.run(.send(bytes), timeout: timeout)
  }
}
