/// One call of a delegate, of whichever actor.
enum DelegateCall: Sendable, Hashable {
  /// Never empty, oldest first.
  case locations([Location])
  case error(LocationError)
  case state(ReceiverState)
  case event(ReceiverEvent)
}

/// What is done to each call just before it is made.
struct DelegateCourier: Sendable {
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
    let kept = filter.pass(locations, metres: distanceFilter)
    return kept.isEmpty ? nil : .locations(kept)
  }
}
