/// The best location that a request has seen so far.
struct RequestBest: Sendable {
  private(set) var location: Location?

  /// Takes a location that was not good enough; of two that are as accurate the newer one counts.
  mutating func take(_ candidate: Location) {
    guard let location, location.horizontalAccuracy < candidate.horizontalAccuracy else {
      location = candidate
      return
    }
  }
}
