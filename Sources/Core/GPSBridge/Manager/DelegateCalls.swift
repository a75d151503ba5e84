/// A call of a delegate, on any actor.
enum DelegateCall: Sendable, Hashable {
  /// At least one, oldest first.
  case locations([Location])
  case error(LocationError)
  case state(ReceiverState)
  case event(ReceiverEvent)
}

/// Converts a receiver's reports to delegate calls; a plain value.
///
/// An error does not end anything: it describes a state. So it is reported when the state begins, and again
/// only after a location or a different error.
struct DelegateCallBuilder: Sendable {
  private var lastError: LocationError?
  /// Whether the receiver has reported on its position since it was opened.
  private var hasSpoken = false

  /// Starts, and reports an existing error.
  mutating func begin(_ snapshot: ReceiverSnapshot) -> [DelegateCall] {
    var calls = error(in: snapshot.state)
    // The next epoch reports a missing fix with certainty, but silence may never be reported again.
    if calls.isEmpty, snapshot.state.saysNothing, let update = snapshot.update { calls = error(in: update) }
    return calls
  }

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

  /// The error of a device that can't be read.
  private mutating func error(in state: ReceiverState) -> [DelegateCall] {
    switch state {
    case .waitingForDevice(let error): error == .notLookedFor ? [] : tell(error)
    case .waitingToRetry(let error), .failed(let error): tell(error)
    case .idle, .detectingSpeed, .silent, .binary, .noFix, .fix, .lost: []
    }
  }

  /// The error if the device works but provides no location.
  private mutating func error(in update: LocationUpdate) -> [DelegateCall] {
    switch update.reason {
    // Just opened: the first epoch may have a fix.
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

/// Filters each call just before it is delivered.
struct DelegateCallFilter: Sendable {
  private var generation = 0
  private var filter = DistanceFilter()

  /// Filters a call; nil if nothing remains.
  ///
  /// Each start resets the filter's reference, so that the first location is always delivered.
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
  /// Whether the device is open but no position can be decoded from it.
  fileprivate var saysNothing: Bool {
    switch self {
    case .silent, .binary: true
    default: false
    }
  }
}

extension LocationError {
  static func locationUnknown(_ reason: NoLocationReason?) -> LocationError {
    guard let reason else { return .locationUnknown }
    return LocationError(.locationUnknown, reason.sentence)
  }
}

extension NoLocationReason {
  /// The reason without its period, so that a message can continue.
  var sentence: String { String(description.dropLast(description.hasSuffix(".") ? 1 : 0)) }
}
