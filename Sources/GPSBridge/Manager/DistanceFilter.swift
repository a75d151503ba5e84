internal import GNSS

/// Lets a location through when it is far enough from the one that was let through last.
///
/// Each consumer has its own, for "last" means the last that *it* was given: one who comes later begins with a location
/// of his own, and what a slow one lost does not count.
struct DistanceFilter: Sendable {
  private var reference: Coordinate?

  /// Takes the locations that a consumer is about to be given; answers those that it is given.
  ///
  /// `meters` says how far is far enough; without a number, or with one that is none, everything is.
  mutating func pass(_ locations: [Location], meters: Double?) -> [Location] {
    guard let meters, meters > 0 else {
      reference = locations.last?.coordinate ?? reference
      return locations
    }
    return locations.filter { location in
      if let reference, reference.distance(to: location.coordinate) < meters { return false }
      reference = location.coordinate
      return true
    }
  }
}
