/// One call of a delegate, on any actor.
enum DelegateCall: Sendable, Hashable {
  /// Never empty, oldest first.
  case locations([Location])
  case error(LocationError)
  case state(ReceiverState)
  case event(ReceiverEvent)
}

/// Turns a receiver's reports into calls of a delegate: a plain value.
///
/// Errors do not end anything, they describe a state. So each is told once, when the state begins, and again only after
/// a location or another error.
struct DelegateCallBuilder: Sendable {
  private var lastError: LocationError?
  /// Whether the receiver has said something about its position since it was opened.
  private var hasSpoken = false

  /// Begins to listen: an error that exists already is told.
  mutating func begin(_ snapshot: ReceiverSnapshot) -> [DelegateCall] {
    var calls = error(in: snapshot.state)
    // A missing fix is told with the next epoch, and then for certain; silence may be told never again.
    if calls.isEmpty, snapshot.state.saysNothing, let update = snapshot.update { calls = error(in: update) }
    return calls
  }

  /// The receiver tells something.
  mutating func take(_ output: Report) -> [DelegateCall] {
    switch output {
    case .epoch(let epoch):
      hasSpoken = true
      return take(epoch.update)
    case .update(let update): return take(update)
    case .event(let event):
      if case .opened = event.kind { hasSpoken = false }
      guard case .state(let state) = event.kind else { return [.event(event)] }
      return [.state(state)] + error(in: state)
    case .failed(let error): return tell(error)
    case .sky, .condition, .sentence, .message, .setting, .verdict: return []
    }
  }

  private mutating func take(_ update: LocationUpdate) -> [DelegateCall] {
    guard let location = update.newLocation else { return error(in: update) }
    lastError = nil
    return [.locations([location])]
  }

  /// The error of a device that does not work.
  private mutating func error(in state: ReceiverState) -> [DelegateCall] {
    switch state {
    case .waitingForDevice(let error): error == .notLookedFor ? [] : tell(error)
    case .waitingToRetry(let error), .failed(let error): tell(error)
    case .idle, .detectingSpeed, .silent, .binary, .noFix, .fix, .lost: []
    }
  }

  /// Why there is no location although there is a device.
  private mutating func error(in update: LocationUpdate) -> [DelegateCall] {
    switch update.reason {
    // Just opened: the first epoch may well have a fix.
    case .searching? where !hasSpoken: []
    case .searching?, .fixLost?, .implausible?, .outdated?, .silent?, .notUnderstood?:
      tell(.locationUnknown(update.reason))
    default: []
    }
  }

  private mutating func tell(_ error: LocationError) -> [DelegateCall] {
    guard error != lastError else { return [] }
    lastError = error
    return [.error(error)]
  }
}

/// Filters each call just before it is made.
struct DelegateCallFilter: Sendable {
  private var generation = 0
  private var filter = DistanceFilter()

  /// Takes a call; nil if nothing is left of it.
  ///
  /// With each start the filter forgets its reference, so that the first location is always delivered.
  mutating func take(
    _ call: DelegateCall, of generation: Int, distanceFilter: Double?
  ) -> DelegateCall? {
    if generation != self.generation {
      self.generation = generation
      filter = DistanceFilter()
    }
    guard case .locations(let locations) = call else { return call }
    let kept = filter.pass(locations, meters: distanceFilter)
    return kept.isEmpty ? nil : .locations(kept)
  }
}

extension ReceiverState {
  /// Whether the device is open and nothing can be read from it.
  fileprivate var saysNothing: Bool {
    switch self {
    case .silent, .binary: true
    default: false
    }
  }
}

extension LocationError {
  /// No location at this moment, and why.
  static func locationUnknown(_ reason: NoLocationReason?) -> LocationError {
    guard let reason else { return .locationUnknown }
    return LocationError(.locationUnknown, reason.sentence)
  }
}

extension NoLocationReason {
  /// The reason as the beginning of a line that may go on.
  var sentence: String { String(description.dropLast(description.hasSuffix(".") ? 1 : 0)) }
}
