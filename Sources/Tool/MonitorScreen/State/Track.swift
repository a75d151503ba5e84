package import GPSBridge

/// The way of the last minutes.
package struct Track: Sendable {
  package struct Point: Sendable {
    package var place: Coordinate
    package var at: ContinuousClock.Instant
    /// Meters from the point before; nil after an interruption.
    package var step: Double?
  }

  package private(set) var points: [Point] = []

  package init() {}

  package static let length = Duration.seconds(600)
  private static let pace = Duration.milliseconds(950)
  private static let gap = Duration.seconds(5)
  /// Slower than this a receiver wanders about the place where it stands.
  private static let standing = 0.4

  /// Takes a position; of several in a second one is kept.
  package mutating func take(_ location: Location, at now: ContinuousClock.Instant) {
    forget(at: now)
    guard let last = points.last else {
      points.append(Point(place: location.coordinate, at: now, step: nil))
      return
    }
    let time = last.at.duration(to: now)
    guard time >= Self.pace else { return }
    var step: Double?
    if time <= Self.gap {
      let way = last.place.distance(to: location.coordinate)
      step = (location.speed ?? way) < Self.standing ? 0 : way
    }
    points.append(Point(place: location.coordinate, at: now, step: step))
  }

  /// Drops what is too old.
  package mutating func forget(at now: ContinuousClock.Instant) {
    let old = points.prefix { $0.at.duration(to: now) > Self.length }.count
    if old > 0 { points.removeFirst(old) }
  }

  /// Metres along the way.
  package var distance: Double { points.dropFirst().reduce(0) { $0 + ($1.step ?? 0) } }

  /// From the first to the last point.
  package var time: Duration {
    guard let first = points.first, let last = points.last else { return .zero }
    return first.at.duration(to: last.at)
  }
}
