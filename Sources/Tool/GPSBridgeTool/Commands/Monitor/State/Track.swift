internal import GPSBridge
internal import GPSFormats

/// The track of the last minutes.
struct Track: Sendable {
  struct Point: Sendable {
    var place: Coordinate
    var at: ContinuousClock.Instant
    /// Meters from the previous point; nil after an interruption.
    var step: Double?
  }

  private(set) var points: [Point] = []

  static let length = Duration.seconds(600)
  private static let pace = Duration.milliseconds(950)
  /// After this time without a position, the distance in between is unknown; a file's segment goes on for longer.
  private static let interruption = Duration.seconds(Gap.missing)
  /// Below this speed in m/s a receiver is considered stationary.
  private static let standing = 0.4

  /// Adds a position; only one per second is kept.
  mutating func take(_ location: Location, at now: ContinuousClock.Instant) {
    forget(at: now)
    guard let last = points.last else {
      points.append(Point(place: location.coordinate, at: now, step: nil))
      return
    }
    let time = last.at.duration(to: now)
    guard time >= Self.pace else { return }
    var step: Double?
    if time <= Self.interruption {
      let way = last.place.distance(to: location.coordinate)
      step = (location.speed ?? way) < Self.standing ? 0 : way
    }
    points.append(Point(place: location.coordinate, at: now, step: step))
  }

  /// Drops points that are too old.
  mutating func forget(at now: ContinuousClock.Instant) {
    let old = points.prefix { $0.at.duration(to: now) > Self.length }.count
    if old > 0 { points.removeFirst(old) }
  }

  /// The length of the track in meters.
  var distance: Double { points.dropFirst().reduce(0) { $0 + ($1.step ?? 0) } }

  /// The time from the first to the last point.
  var time: Duration {
    guard let first = points.first, let last = points.last else { return .zero }
    return first.at.duration(to: last.at)
  }
}
