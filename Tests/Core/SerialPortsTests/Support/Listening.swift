import GPSSystemCalls

/// Compares a stream of bytes with those it should be, as they come.
final class Listening: Sendable {
  private struct State: Sendable {
    var count = 0
    var firstWrong: Int?
    var waiter: (Int, CheckedContinuation<Int?, Never>)?
  }

  private let expected: RandomBytes
  private let state = Guarded(State())

  init(_ expected: RandomBytes) { self.expected = expected }

  func check(_ bytes: Span<UInt8>) {
    let place = state.withLock { $0.count }
    let (isRight, count) = (expected.has(bytes, at: place), bytes.count)
    let woken: (CheckedContinuation<Int?, Never>, Int?)? = state.withLock { state in
      if !isRight, state.firstWrong == nil { state.firstWrong = place }
      state.count += count
      guard let (wanted, continuation) = state.waiter, state.count >= wanted else { return nil }
      state.waiter = nil
      return (continuation, state.firstWrong)
    }
    if let (continuation, firstWrong) = woken { continuation.resume(returning: firstWrong) }
  }

  /// Waits for so many bytes, and answers with the place of the first chunk that was wrong.
  func received(_ count: Int) async -> Int? {
    await withCheckedContinuation { continuation in
      let result: (isDone: Bool, firstWrong: Int?) = state.withLock { state in
        if state.count < count { state.waiter = (count, continuation) }
        return (state.count >= count, state.firstWrong)
      }
      if result.isDone { continuation.resume(returning: result.firstWrong) }
    }
  }
}
