internal import GPSBridge

// What the receiver does says whether it may be opened.

extension CLAuthorizationStatus {
  /// What a state tells about permission; nil if nothing.
  init?(_ state: ReceiverState) {
    switch state {
    case .waitingToRetry(let error), .failed(let error):
      guard error.code == .permissionDenied else { return nil }
      self = .denied
    // Nobody gets so far who may not open it.
    case .detectingSpeed, .silent, .binary, .noFix, .fix, .lost: self = .authorizedAlways
    case .idle, .waitingForDevice: return nil
    }
  }

  /// What an event tells about permission; nil if nothing.
  init?(_ event: ReceiverEvent.Kind) {
    switch event {
    case .opened: self = .authorizedAlways
    case .openFailed(let error) where error.code == .permissionDenied: self = .denied
    default: return nil
    }
  }
}

/// A try to open a receiver, to see whether one may: a plain value that is told what happens.
struct PermissionTrial: Sendable {
  /// A receiver that was idle says first that it begins to look, which is no answer.
  private var isLooking: Bool

  init(_ state: ReceiverState) { isLooking = state == .idle }

  /// Whether there is an answer before anything has happened.
  var isOver: Bool { !isLooking }

  /// Takes what happened; true if that is the answer.
  mutating func take(_ event: ReceiverEvent.Kind) -> Bool {
    switch event {
    case .opened, .openFailed, .state(.failed): return true
    case .state(.waitingForDevice):
      defer { isLooking = false }
      return !isLooking
    default: return false
    }
  }
}
