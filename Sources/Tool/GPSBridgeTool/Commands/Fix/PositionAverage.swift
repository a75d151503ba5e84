internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import Glibc
internal import GPSBase

/// The mean of positions over a time and their distances from it: a pure value.
struct PositionAverage: Sendable {
  /// The speed in meters per second that a receiver at rest stays below.
  private static let walking = 0.7
  /// In seconds; a longer pause means that the receiver was off or its clock was set.
  private static let longestStep = 60.0
  /// Above this number, positions are thinned out to bound the memory.
  private static let mostPlaces = 8192

  private var mean = PositionMean()
  private var latest: (location: Location, fix: Fix)?
  private var places: [Coordinate] = []
  /// One of this many positions is kept in `places`.
  private var stride = 1
  private var fast = 0
  private var lastSeconds: Double?
  private var lastStep = 0.0
  /// The time covered by the positions, without long pauses.
  private(set) var seconds = 0.0

  /// The number of positions.
  var count: Int { mean.count }

  /// In seconds; shorter pauses never restart the mean.
  private static let shortPause = 5.0

  /// Adds a position at a time in seconds, by the same clock for all positions.
  ///
  /// A pause longer than all the time before it restarts the mean, since the receiver may have been moved,
  /// unless its positions always come that rarely.
  mutating func take(_ location: Location, _ fix: Fix, at time: Double) {
    if let lastSeconds {
      let step = time - lastSeconds
      if lastStep > 0, step > max(Self.shortPause, seconds, 4 * lastStep) { self = PositionAverage() }
      lastStep = step
    }
    if let lastSeconds, case 0...Self.longestStep = time - lastSeconds { seconds += time - lastSeconds }
    lastSeconds = time
    if count % stride == 0 { places.append(location.coordinate) }
    if places.count >= Self.mostPlaces {
      places = places.indices.filter { $0 % 2 == 0 }.map { places[$0] }
      stride *= 2
    }
    mean.take(location)
    latest = (location, fix)
    if location.speed ?? 0 > Self.walking { fast += 1 }
  }

  /// The mean with its spread; nil before the first position.
  ///
  /// Its uncertainty is never below the spread. It has no speed or course: the last epoch's would not be the
  /// mean's.
  func result() -> PositionSearch.Found? {
    guard let latest, var location = mean.mean(latest: latest.location) else { return nil }
    let distances = places.map { location.coordinate.distance(to: $0) }.sorted()
    func radius(_ share: Double) -> Double {
      distances.isEmpty ? 0 : distances[max(0, Int((share * Double(distances.count)).rounded(.up)) - 1)]
    }
    var average = FixAverage(count: count, seconds: seconds)
    (average.cep50, average.spread, average.cep95) = (radius(0.5), radius(0.68), radius(0.95))
    average.farthest = radius(1)
    let claimed = location.horizontalAccuracy
    average.hasMoved = fast * 2 > count || average.spread > max(3, 2 * claimed)
    location.horizontalAccuracy = max(claimed, average.spread)
    var fix = latest.fix
    fix.coordinate = location.coordinate
    fix.altitude = location.altitude
    fix.ellipsoidalAltitude = location.ellipsoidalAltitude
    (fix.speed, fix.course, fix.magneticCourse, fix.climb) = (nil, nil, nil, nil)
    fix.errors = ErrorEstimate(
      horizontal: location.horizontalAccuracy, vertical: location.verticalAccuracy,
      source: latest.fix.errors?.source ?? .dilution)
    return PositionSearch.Found(location: location, fix: fix, average: average)
  }
}

extension FixAverage {
  /// `mean of 273 positions in 4 min 32 s; 50 % within 1.2 m of it, 95 % within 3.4 m`.
  var words: String {
    "mean of \(Plural.of(count, "position")) in \(HumanText.time(seconds)); 50 % within "
      + "\(PositionDigits.roundedUp(cep50)) m of it, 95 % within \(PositionDigits.roundedUp(cep95)) m"
  }

  /// A warning if the mean may be a position where the receiver never was.
  var warning: String? {
    guard hasMoved else { return nil }
    return
      "the receiver moved, or its positions jumped: they lie up to \(PositionDigits.roundedUp(farthest)) m"
      + " from the mean"
  }
}
