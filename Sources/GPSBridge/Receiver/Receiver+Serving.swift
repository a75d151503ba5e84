package import EventRuntime

// What a server needs that has its turns on the loop of the receiver.

extension Receiver {
  /// The loop that the receiver has its turns on.
  package var loop: EventLoop { engine.loop }

  /// Its source of time.
  package var time: any TimeSource { engine.time }

  /// Writes bytes as they are; what becomes of them, nobody is told.
  package func write(_ bytes: [UInt8]) {
    engine.later { $0.core.source?.write(bytes, timeout: SettingExchange.answerTime) { _ in } }
  }
}
