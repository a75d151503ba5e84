internal import GPSBridge

// The state of a receiver says whether it may be opened.

extension CLAuthorizationStatus {
  /// Reads permission from a state; nil if it tells nothing.
  init?(_ state: ReceiverState) {
    switch state {
    case .waitingToRetry(let error), .failed(let error):
      guard error.code == .permissionDenied else { return nil }
      self = .denied
    // A port that could be opened was permitted.
    case .detectingSpeed, .silent, .binary, .noFix, .fix, .lost: self = .authorizedAlways
    case .idle, .waitingForDevice: return nil
    }
  }

  /// Reads permission from an event; nil if it tells nothing.
  init?(_ event: ReceiverEvent.Kind) {
    switch event {
    case .opened: self = .authorizedAlways
    case .openFailed(let error) where error.code == .permissionDenied: self = .denied
    // Of several receivers, the one that counts now tells only what it is doing.
    case .state(let state): self.init(state)
    default: return nil
    }
  }
}
