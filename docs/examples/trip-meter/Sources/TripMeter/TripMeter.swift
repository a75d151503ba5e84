import GPSBridge

/// Adds up how far a receiver has gone.
///
/// A receiver that stands still wanders by its error, and so would the sum: only what is farther from the last place
/// than `step` counts. Where the receiver was lost in between, nobody knows the way, and the straight line is left out.
public struct TripMeter: Sendable {
  /// Metres gone.
  public private(set) var distance = 0.0
  /// How often the receiver was lost on the way.
  public private(set) var gaps = 0
  private let step: Double
  private var last: Location?

  /// Begins with nothing.
  public init(step: Double = 20) { self.step = step }

  /// Takes what a manager tells.
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

/// Tells how far the receiver has gone, for as long as the task runs.
public func follow(_ manager: LocationManager, _ tell: (TripMeter) -> Void) async {
  var meter = TripMeter()
  // Each of them, however busy `tell` is: what falls out would be missing from the sum.
  for await update in manager.liveUpdates.keeping(.unbounded) {
    let before = meter.distance
    meter.take(update)
    if meter.distance != before { tell(meter) }
  }
}
