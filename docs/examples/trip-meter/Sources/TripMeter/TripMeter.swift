import GPSBridge

/// Measures the distance that a receiver has moved.
///
/// The position of a receiver at rest wanders, which would add to the sum, so only moves of at least `step`
/// meters count. If the receiver was lost in between, its path is unknown, and the straight line is left out.
public struct TripMeter: Sendable {
  /// The distance in meters.
  public private(set) var distance = 0.0
  /// The number of times that the location was lost.
  public private(set) var gaps = 0
  private let step: Double
  private var last: Location?

  /// Creates a meter that has measured nothing.
  public init(step: Double = 20) { self.step = step }

  /// Adds an update from a manager.
  public mutating func take(_ update: LocationUpdate) {
    guard let here = update.location else {
      if last != nil { gaps += 1 }
      last = nil
      return
    }
    guard let last else { return self.last = here }
    let way = here.distance(to: last)
    guard way >= step else { return }
    distance += way
    self.last = here
  }
}

/// Calls a closure whenever the distance grows, until the task is canceled.
public func follow(_ manager: LocationManager, _ tell: (TripMeter) -> Void) async {
  var meter = TripMeter()
  // Keep all updates, even while `tell` is busy: a lost one would be missing from the sum.
  for await update in manager.liveUpdates.keeping(.unbounded) {
    let before = meter.distance
    meter.take(update)
    if meter.distance != before { tell(meter) }
  }
}
