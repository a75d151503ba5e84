internal import Delivery

/// Why a request is over without a location, and who ends the wait then: the first reason counts.
final class RequestEnd: Sendable {
  private struct State: Sendable {
    var error: LocationError?
    var refusals: Int
  }

  private let state: Guarded<State>
  private let stop: @Sendable () -> Void

  /// - Parameters:
  ///   - standing: What the receiver is doing when the request begins.
  ///   - stop: Ends the wait.
  init(_ standing: ReceiverState, stop: @escaping @Sendable () -> Void) {
    var refusals = 0
    if case .waitingToRetry(let error) = standing, error.code == .permissionDenied { refusals = 1 }
    state = Guarded(State(refusals: refusals))
    self.stop = stop
  }

  var error: LocationError? { state.withLock { $0.error } }

  func end(_ error: LocationError) {
    let isFirst = state.withLock { state in
      guard state.error == nil else { return false }
      state.error = error
      return true
    }
    if isFirst { stop() }
  }

  /// Something happened to the device.
  ///
  /// Whoever may not open it will not be allowed to by waiting. But a node is there a moment before its permissions
  /// are: only the second refusal counts.
  func note(_ output: ReceiverOutput) {
    guard case .event(let event) = output else { return }
    switch event.kind {
    case .openFailed(let error) where error.code == .permissionDenied:
      let refusals = state.withLock { state in
        state.refusals += 1
        return state.refusals
      }
      if refusals > 1 { end(error) }
    case .opened, .detached: state.withLock { $0.refusals = 0 }
    default: break
    }
  }
}
