internal import GPSBridge
internal import GPSFormats
internal import GPSGeodesy

struct Track: Sendable {
  struct Point: Sendable {
    var place: Coordinate
    var at: ContinuousClock.Instant
    /// Meters up to here since the first position of all.
    var way = 0.0
    /// Whether a line leads to it from the previous one: nothing was interrupted in between.
    var isJoined = true
  }

  private(set) var points: [Point] = []
  private var machine = MotionMachine()
  private var begin: ContinuousClock.Instant?

  static let length = Duration.seconds(600)
  private static let pace = Duration.milliseconds(950)
  /// After this time without a position, the distance in between is unknown; a file's segment goes on for longer.
  private static let interruption = Duration.seconds(Gap.missing)

  /// Adds a position; only one per second is kept.
  mutating func take(_ location: Location, at now: ContinuousClock.Instant) {
    forget(at: now)
    let passed = points.last.map { $0.at.duration(to: now) }
    if let passed, passed < Self.pace { return }
    let isJoined = passed.map { $0 <= Self.interruption } == true
    if !isJoined { _ = machine.interrupt() }
    begin = begin ?? now
    _ = machine.take(
      MotionMachine.Sample(
        time: Int64((begin ?? now).duration(to: now) / .milliseconds(1)), place: location.coordinate,
        speed: location.speed, error: location.horizontalAccuracy))
    points.append(Point(place: location.coordinate, at: now, way: machine.way, isJoined: isJoined))
  }

  /// Drops points that are too old.
  mutating func forget(at now: ContinuousClock.Instant) {
    let old = points.prefix { $0.at.duration(to: now) > Self.length }.count
    if old > 0 { points.removeFirst(old) }
  }

  /// The length of the track in meters.
  var distance: Double { (points.last?.way ?? 0) - (points.first?.way ?? 0) }

  /// The time from the first to the last point.
  var time: Duration {
    guard let first = points.first, let last = points.last else { return .zero }
    return first.at.duration(to: last.at)
  }
}
