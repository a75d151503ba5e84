internal import NMEA

extension EpochDraft {
  /// Whether all that was said amounts to a fix: somebody claims it, nobody denies it, and there is a position.
  var isFix: Bool { claims && !denies && dimensions != 1 && coordinate != nil }

  /// The fix that this epoch amounts to; times and satellites are added by those who know them.
  func fix() -> Fix {
    var fix = Fix()
    fix.timeOfDay = time
    fix.dilution = dilution
    fix.satellitesUsed = satellitesUsed
    guard isFix else {
      if isTimeOnly { fix.mode = .time }
      return fix
    }
    fix.mode = mode
    fix.quality = quality ?? .autonomous
    fix.coordinate = coordinate
    fix.altitude = altitude
    fix.geoidSeparation = geoidSeparation
    fix.ellipsoidalAltitude = ellipsoidalAltitude ?? sum(altitude, geoidSeparation)
    fix.speed = speed
    fix.course = course
    fix.magneticVariation = magneticVariation
    fix.magneticCourse = magneticCourse ?? bearing(course, minus: magneticVariation)
    fix.climb = climb
    fix.differentialAge = differentialAge
    fix.differentialStation = differentialStation
    fix.errors = errors ?? ErrorEstimate(dilution, quality: quality)
    // An altitude beside a plane fix is held from before, or typed in: how wrong it is nobody knows.
    if fix.mode == .twoDimensional { fix.errors?.vertical = nil }
    return fix
  }

  /// GSA knows; without one, an altitude that was found makes the difference.
  private var mode: FixMode {
    switch dimensions {
    case 2: .twoDimensional
    case 3: .threeDimensional
    default: isAltitudeFound ? .threeDimensional : .twoDimensional
    }
  }

  private func sum(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return nil }
    return a + b
  }

  /// Magnetic is true minus east variation, brought into 0..<360.
  private func bearing(_ course: Double?, minus variation: Double?) -> Double? {
    guard let course, let variation else { return nil }
    let bearing = course - variation
    return bearing < 0 ? bearing + 360 : bearing >= 360 ? bearing - 360 : bearing
  }
}

/// How exact a sentence is about a value, where several carry it.
enum Rank {
  /// A position of GLL, which often has fewer decimals.
  static let coarse = 1
  /// A position or speed of RMC.
  static let minimum = 2
  /// A vendor's whole fix.
  static let vendor = 3
  /// GNS and GGA.
  static let fix = 4
  /// A vendor's whole fix with more decimals than those.
  static let exact = 5
  /// u-blox's own solution.
  static let solution = 6

  /// An altitude in whole feet.
  static let feet = 1
  /// An altitude in metres, as part of a fix.
  static let height = 2
}
