import Delivery
import Dispatch
import Locking

extension ConnectionEngine {
  /// Begins the end: no handler of the user's begins any more, and the descriptor is closed as soon as nobody uses it.
  func end(_ ending: ConnectionLifetime.Ending) {
    let canFinish = state.withLock { state in
      guard state.lifetime.begin(ending) else { return false }
      state.reading?.cancel()
      state.timer?.cancel()
      state.writing?.cancel()
      // A suspended source never calls its cancel handler.
      if !state.isBlocked { state.writing?.resume() }
      return state.lifetime.canFinish
    }
    if canFinish { queue.async { [self] in finish() } }
  }

  /// The cancel handler of each source: it does not look at the descriptor any more.
  func sourceIsGone() {
    let canFinish = state.withLock { state in
      state.lifetime.removeSource()
      return state.lifetime.canFinish
    }
    if canFinish { finish() }
  }

  /// Closes the descriptor, and then tells everybody: who hears of the end can open the device anew at once.
  func finish() {
    guard let ending = state.withLock({ $0.lifetime.finish() }) else { return }
    // A close that fails has closed: there is nothing to be done about it, and nobody who waits for it.
    try? line.close()
    typealias Rest = (
      error: SerialPortError, writes: [WriteQueue<Completion>.Left], onBytes: Bytes?, onEnd: End?,
      waiters: [@Sendable () -> Void]
    )
    let rest: Rest = state.withLock { state in
      // Not before the descriptor is free: whoever asks now may open the port again.
      state.lifetime.close()
      let rest = (
        refusal(state.lifetime), state.writes.takeAll(), state.onBytes, state.onEnd, state.waiters
      )
      (state.onBytes, state.onEnd, state.waiters) = (nil, nil, [])
      (state.reading, state.writing, state.timer) = (nil, nil, nil)
      return rest
    }
    for write in rest.writes { write.completion(.failure(rest.error.afterWriting(write.progress))) }
    if case .itself(let end) = ending { rest.onEnd?(end) }
    for waiter in rest.waiters { waiter() }
  }

  /// Waits until the descriptor is closed.
  func waitUntilClosed() async {
    await withCheckedContinuation { continuation in
      whenClosed { continuation.resume() }
    }
  }

  /// Calls somebody when the descriptor is closed: on the queue, or at once where it is closed already.
  func whenClosed(_ body: @escaping @Sendable () -> Void) {
    let isClosed = state.withLock { state in
      if !state.lifetime.isClosed { state.waiters.append(body) }
      return state.lifetime.isClosed
    }
    if isClosed { body() }
  }
}

extension SerialPortError {
  /// The same error, of a write that got so far.
  func afterWriting(_ progress: WriteProgress) -> SerialPortError {
    var error = self
    error.progress = progress
    return error
  }
}
