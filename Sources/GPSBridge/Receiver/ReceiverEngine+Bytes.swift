internal import GNSS
import Locking

extension ReceiverEngine {
  /// Bytes came from the device, on the queue.
  func take(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant, from opening: Int) {
    let utcSeconds = time.utcSeconds
    let isCurrent = core.withLock { core -> Bool in
      guard core.opening == opening, core.source != nil else { return false }
      core.take(bytes, at: instant, utcSeconds: utcSeconds)
      return true
    }
    guard isCurrent else { return }
    tellChunk(bytes, at: instant)
    settle()
  }

  private func tellChunk(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant) {
    let bodies = chunks.withLock { $0.all }
    // Where nobody listens, nothing is copied.
    guard !bodies.isEmpty else { return }
    let copy = bytes.array
    for body in bodies { body(copy, instant) }
  }
}
