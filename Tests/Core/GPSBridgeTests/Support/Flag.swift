import GPSBridge
import GPSSystemCalls

/// A truth value that several threads may set and ask.
final class Flag: Sendable {
  private let state = Guarded(false)
  var value: Bool { state.withLock { $0 } }
  func set(_ value: Bool) { state.withLock { $0 = value } }
}

/// An object of which one can tell whether it lives.
final class Canary: Sendable {}
