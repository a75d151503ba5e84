/// The state of a receiver.
public enum ReceiverState: Sendable, Hashable {
  /// There are no consumers, and the device is closed.
  case idle
  /// The device is missing; it is opened as soon as it appears.
  case waitingForDevice(LocationError)
  /// The device is present but cannot be opened; another attempt follows.
  case waitingToRetry(LocationError)
  /// The line speed is being detected, and this one is on trial.
  case detectingSpeed(Int)
  /// The device is open and sends nothing.
  case silent
  /// The receiver sends a binary protocol, and no position can be decoded from its messages.
  case binary(BinaryProtocol)
  /// The receiver sends data and has no fix yet.
  case noFix
  /// There is a fix, and it is fresh.
  case fix
  /// The last fix is too old to use.
  case lost
  /// The receiver gave up: the device is gone, and the options say not to wait for it.
  case failed(LocationError)

  /// The error that prevents reading the device, if any; nil before the first search.
  var error: LocationError? {
    switch self {
    case .waitingForDevice(.notLookedFor): nil
    case .waitingForDevice(let error), .waitingToRetry(let error), .failed(let error): error
    case .idle, .detectingSpeed, .silent, .binary, .noFix, .fix, .lost: nil
    }
  }
}

/// Values that any thread can read at any time.
struct ReceiverSnapshot: Sendable {
  var state = ReceiverState.idle
  var update: LocationUpdate?
  var location: Location? { update?.lastKnown }
  var place: DevicePlace?

  /// Updates the values just before a report is delivered, so that observers see them.
  mutating func note(_ output: Report) {
    if let update = output.update { self.update = update }
    if case .event(let event) = output, case .state(let state) = event.kind { self.state = state }
  }
}
