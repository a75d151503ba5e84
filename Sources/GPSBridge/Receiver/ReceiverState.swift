/// A receiver's activity, as one word.
public enum ReceiverState: Sendable, Hashable {
  /// Nobody wants a location, and the device is closed.
  case idle
  /// The device is not there; it is opened as soon as it comes.
  case waitingForDevice(LocationError)
  /// The device is there and cannot be opened now; it is tried again.
  case waitingToRetry(LocationError)
  /// The speed of the line is being found out; this one is on trial.
  case detectingSpeed(Int)
  /// The device is open and says nothing.
  case silent
  /// The receiver speaks a language in which no position can be read.
  case binary(BinaryProtocol)
  /// The receiver speaks and has no fix yet.
  case noFix
  /// There is a fix, and it is fresh.
  case fix
  /// There was a fix; it is too old to be called one.
  case lost
  /// It is over: the device is gone, and this receiver was told not to wait for it.
  case failed(LocationError)
}

extension ReceiverState {
  /// The fault that keeps the device from being read; nil if there is none, or nobody has looked yet.
  var error: LocationError? {
    switch self {
    case .waitingForDevice(.notLookedFor): nil
    case .waitingForDevice(let error), .waitingToRetry(let error), .failed(let error): error
    case .idle, .detectingSpeed, .silent, .binary, .noFix, .fix, .lost: nil
    }
  }
}

/// Values that can be asked of a receiver at any time, from any thread.
struct ReceiverSnapshot: Sendable {
  var state = ReceiverState.idle
  var update: LocationUpdate?
  var location: Location?
  var place: DevicePlace?

  /// Takes a report just before it is told, so that observers find it here.
  mutating func note(_ output: Report) {
    if let update = output.update {
      self.update = update
      location = update.lastKnown
    }
    if case .event(let event) = output, case .state(let state) = event.kind { self.state = state }
  }
}
