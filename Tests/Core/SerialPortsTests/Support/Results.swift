import GPSSystemCalls

@testable import SerialPorts

/// How writes went, and a way to wait for them.
final class Results: Sendable {
  private struct State: Sendable {
    var errors: [SerialPortError?] = []
    var names: [String] = []
    var waiters: [(Int, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Guarded(State())

  /// The errors in the order in which the writes were done; nil for those that went well.
  var errors: [SerialPortError?] { state.withLock { $0.errors } }
  var names: [String] { state.withLock { $0.names } }

  func take(_ result: Result<Void, SerialPortError>, _ name: String = "") {
    let error: SerialPortError? = if case .failure(let error) = result { error } else { nil }
    let woken: [CheckedContinuation<Void, Never>] = state.withLock { state in
      state.errors.append(error)
      state.names.append(name)
      let count = state.errors.count
      let ready = state.waiters.filter { $0.0 <= count }.map(\.1)
      state.waiters.removeAll { $0.0 <= count }
      return ready
    }
    for waiter in woken { waiter.resume() }
  }

  /// Waits until so many writes are done.
  func count(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isDone = state.withLock { state in
        if state.errors.count < count { state.waiters.append((count, continuation)) }
        return state.errors.count >= count
      }
      if isDone { continuation.resume() }
    }
  }
}
