package import GNSS
package import GPSBridge
package import GPSFormats
package import GPSGeodesy
internal import GPSBase

/// Searches for one good position: a pure value.
package struct PositionSearch: Sendable {
  package struct Found: Sendable {
    package var location: Location
    /// The epoch of the position, or the last one in the mean.
    var fix: Fix
    /// Nil for a single position.
    package var average: FixAverage?
  }

  private let criteria: FixCriteria
  /// The time to average over; nil for a single position.
  private let time: Double?
  private(set) var average: PositionAverage
  /// The best position that was not good enough.
  private(set) var best: Location?
  /// The number of good positions without a time, which the mean can't include.
  private(set) var untimed = 0

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - criteria: The required quality.
  ///   - average: The time to average over; nil for a single position.
  ///   - isLive: Whether a first position that is longer ago than this time is an old one. In a recording, it may come that rarely.
  init(_ criteria: FixCriteria, average: Duration?, isLive: Bool = false) {
    self.criteria = criteria
    time = average.map { $0 / .seconds(1) }
    self.average = PositionAverage(firstPause: isLive ? time ?? .infinity : .infinity)
  }

  /// Adds a position with its time in seconds, if known; returns the result once it is good enough.
  mutating func take(_ location: Location, _ fix: Fix, at seconds: Double?) -> Found? {
    guard criteria.isMet(by: location) else {
      if location.horizontalAccuracy < best?.horizontalAccuracy ?? .infinity { best = location }
      return nil
    }
    guard let time else { return Found(location: location, fix: fix) }
    guard let seconds else {
      untimed += 1
      return nil
    }
    average.take(location, fix, at: seconds)
    return average.seconds >= time ? average.result() : nil
  }
}

/// The mean of positions over a time and their distances from it: a pure value.
package struct PositionAverage: Sendable {
  private var mean = PositionMean()
  private var latest: (location: Location, fix: Fix)?
  /// The same positions without weights, for their distances and the error of the mean.
  package private(set) var survey = PositionSurvey()
  private var motion = MotionMachine()
  private var lastSeconds: Double?
  private var lastStep = 0.0
  /// The time covered by the positions, without long pauses.
  private(set) var seconds = 0.0

  /// Whether a long pause restarts the mean.
  private let restarts: Bool
  /// In seconds; a longer pause after the first position, whose interval is unknown, restarts the mean.
  private let firstPause: Double

  package init(restarts: Bool = true, firstPause: Double = .infinity) {
    (self.restarts, self.firstPause) = (restarts, firstPause)
  }

  /// The number of positions.
  package var count: Int { mean.count }

  /// Adds a position at a time in seconds, by the same clock for all positions.
  ///
  /// A pause longer than all the time before it restarts the mean, since the receiver may have been moved,
  /// unless its positions always come that rarely.
  package mutating func take(_ location: Location, _ fix: Fix, at time: Double) {
    if let lastSeconds {
      let step = time - lastSeconds
      if restarts, step > max(Gap.missing, seconds, lastStep > 0 ? 4 * lastStep : firstPause) {
        self = PositionAverage(firstPause: firstPause)
      }
      lastStep = step
    }
    if let lastSeconds, case 0...Gap.segment = time - lastSeconds { seconds += time - lastSeconds }
    lastSeconds = time
    survey.add(location.coordinate, altitude: location.altitude, at: time)
    mean.take(location)
    latest = (location, fix)
    let sample = MotionMachine.Sample(
      time: Int64(time * 1000), place: location.coordinate, speed: location.speed,
      error: location.horizontalAccuracy)
    _ = motion.take(sample)
  }

  /// The mean with its spread; nil before the first position.
  ///
  /// Its uncertainty is never below the spread. It has no speed or course: the last epoch's would not be the
  /// mean's.
  package func result() -> PositionSearch.Found? {
    guard let latest, var location = mean.mean(latest: latest.location) else { return nil }
    let radii = survey.radii([0.5, 0.68, 0.95, 1], around: location.coordinate)
    var average = FixAverage(count: count, seconds: seconds)
    (average.cep50, average.spread, average.cep95, average.farthest) = (
      radii[0], radii[1], radii[2], radii[3]
    )
    let claimed = location.horizontalAccuracy
    average.hasMoved = motion.way > 0 || average.spread > max(3, 2 * claimed)
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

/// The required quality of a position.
struct FixCriteria: Hashable, Sendable {
  enum Mode: String, CaseIterable, Sendable {
    case plane = "2d"
    case space = "3d"
    case carrierPhase = "rtk"
  }

  var mode = Mode.plane
  /// In meters at 68 %; nil if any accuracy is enough.
  var accuracy: Double?

  func isMet(by location: Location) -> Bool {
    guard accuracy.map({ location.horizontalAccuracy <= $0 }) ?? true else { return false }
    return switch mode {
    case .plane: true
    case .space: location.fix.mode == .threeDimensional
    case .carrierPhase: location.fix.quality == .rtkFixed
    }
  }

  /// The requirement in words, for a message.
  var words: String {
    let kind =
      switch mode {
      case .plane: "position"
      case .space: "position with a height"
      case .carrierPhase: "position by carrier phase"
      }
    guard let accuracy else { return kind }
    if accuracy == accuracy.rounded() { return "\(kind) within \(NumberText.of(accuracy, decimals: 0)) m" }
    var bytes: [UInt8] = []
    FixedDecimal.append(shortest: accuracy, to: &bytes)
    return "\(kind) within \(String(decoding: bytes, as: UTF8.self)) m"
  }
}

extension FixAverage {
  /// `mean of 273 positions in 4 min 32 s; 50 % within 1.2 m of it, 95 % within 3.4 m`.
  var words: String {
    "mean of \(Plural.of(count, "position")) in \(HumanText.time(seconds)); 50 % within "
      + "\(PositionDigits.roundedUp(cep50)) m of it, 95 % within \(PositionDigits.roundedUp(cep95)) m"
  }

  /// A warning if the mean may be a position where the receiver never was.
  package var warning: String? {
    guard hasMoved else { return nil }
    return
      "the receiver moved, or its positions jumped: they lie up to \(PositionDigits.roundedUp(farthest)) m"
      + " from the mean"
  }
}
