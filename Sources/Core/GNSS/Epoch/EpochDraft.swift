internal import NMEA

/// The values from the sentences of the open epoch.
///
/// Each value comes from the best sentence that contains it. Whether there is a fix is decided at the end:
/// one sentence that denies it overrules all sentences that claim it.
struct EpochDraft {
  /// The time of day, which all timed sentences of the epoch share.
  var time: TimeOfDay?
  /// The time of the GPS week, which identifies the epoch in messages.
  var timeOfWeek: UInt32?
  /// The values of the future fix, which is emitted in place without copying.
  var told = Fix()
  /// The leap seconds used for the time, if the receiver has not reported them.
  var assumedLeapSeconds: Int?
  var hasDate = false
  /// Whether no sentence with a time, a lost time or a position has arrived yet; then this is not an epoch.
  var isEmpty = true
  /// Whether the epoch was opened by a sentence without the time that it should have.
  var isTimeless = false

  /// Whether a sentence claims a fix, and whether one denies it.
  var claims = false
  var denies = false
  /// Whether the receiver has a solution that it rejects as too inaccurate.
  var isHeldBack = false
  /// Whether the receiver knows its place, and solves only for the time.
  var isSurveyed = false
  /// Whether a sentence has a position and marks it as invalid.
  var marksPlace = false
  /// Hundredths of a second since the first epoch with this time; nil unless the receiver's clock is coarse.
  var sinceTime: UInt16?
  /// The highest dimensions in a GSA; 0 without a GSA.
  var dimensions = 0
  /// The rank of the quality's source: GGA is more detailed than the mode letters.
  var qualityRank = 0

  var coordinateRank = 0
  /// The Earth-centered position, if a message contained one; needed to convert velocities.
  var earthCentered: EarthCentered?
  var altitudeRank = 0
  /// Whether the altitude was solved for, not kept from before or entered by hand.
  var isAltitudeFound = false
  var speedRank = 0
  var courseRank = 0
  /// The mode that earlier epochs reported, if recent enough.
  fileprivate(set) var held = HeldMode()

  /// Stores a position from the most exact sentence; of equals, the first wins.
  mutating func place(_ latitude: Double?, _ longitude: Double?, rank: Int) {
    guard rank > coordinateRank, let latitude, let longitude,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return }
    told.coordinate = coordinate
    coordinateRank = rank
  }

  /// Notes a position that its sentence marks as invalid; zeros are no position.
  mutating func mark(_ latitude: Double?, _ longitude: Double?) {
    if let latitude, let longitude, latitude != 0 || longitude != 0 { marksPlace = true }
  }

  /// Stores an altitude from the most exact sentence, and a geoid separation from the best one that has it.
  mutating func height(_ altitude: Double?, _ separation: Double?, rank: Int, isFound: Bool = true) {
    guard let altitude else { return }
    if isFound { isAltitudeFound = true }
    told.geoidSeparation =
      rank > altitudeRank ? separation ?? told.geoidSeparation : told.geoidSeparation ?? separation
    guard rank > altitudeRank else { return }
    told.altitude = altitude
    altitudeRank = rank
  }

  /// Stores speed and course, each from the best sentence that has it.
  mutating func move(_ speed: Double?, _ course: Double?, rank: Int) {
    if rank > speedRank, let speed {
      told.speed = speed
      speedRank = rank
    }
    if rank > courseRank, let course {
      told.course = course
      courseRank = rank
    }
  }

  /// Stores speed and course, computed from velocity components.
  mutating func move(east: Double?, north: Double?, rank: Int) {
    guard let east, let north else { return }
    move(SquareRoot.of(east * east + north * north), Bearing.degrees(east: east, north: north), rank: rank)
  }

  mutating func found(_ quality: FixQuality?, rank: Int) {
    guard rank > qualityRank, let quality else { return }
    told.quality = quality
    qualityRank = rank
  }

  /// Stores the number of satellites used; a sentence of one system may count only its own.
  mutating func uses(_ satellites: Int?) {
    guard let satellites else { return }
    told.satellitesUsed = max(told.satellitesUsed ?? 0, satellites)
  }

  /// Stores the estimate from the best source.
  mutating func estimate(_ errors: ErrorEstimate) {
    if errors.isBetter(than: told.errors) { told.errors = errors }
  }

  /// Whether this is a fix: at least one sentence claims it, none denies it, and there is a position.
  var isFix: Bool { claims && !denies && dimensions != 1 && told.coordinate != nil }

  /// Completes the epoch's fix, or an epoch without one; the assembler adds times and satellites.
  mutating func finish(_ sky: Satellites) {
    guard isFix else { return lose() }
    told.timeOfDay = time
    told.mode = mode
    told.isModeReported = dimensions > 1 || isSurveyed
    if told.errors == nil {
      told.errors = ErrorEstimate(told.dilution, quality: told.quality, signals: SignalSpread(sky))
    }
    if told.quality == nil { told.quality = .autonomous }
    if told.ellipsoidalAltitude == nil { told.ellipsoidalAltitude = sum(told.altitude, told.geoidSeparation) }
    if told.magneticCourse == nil {
      told.magneticCourse = bearing(told.course, minus: told.magneticVariation)
    }
    if isSurveyed {
      // The position was not measured now, and a stationary receiver has no course.
      (told.mode, told.quality) = (.time, .surveyed)
      (told.course, told.magneticCourse) = (nil, nil)
    }
    // With a 2D fix, the altitude is an earlier one or entered by hand, so its error is unknown.
    if told.mode == .twoDimensional { told.errors?.vertical = nil }
  }

  /// Removes everything that requires a fix.
  fileprivate mutating func lose() {
    var fix = Fix()
    fix.timeOfDay = time
    fix.dilution = told.dilution
    fix.satellitesUsed = told.satellitesUsed
    fix.isHeldBack = isHeldBack
    fix.isUnreported = !denies && dimensions != 1 && !isHeldBack
    fix.sources = told.sources
    told = fix
  }

  /// The mode by GSA, otherwise by a computed altitude, otherwise by earlier epochs.
  private var mode: FixMode { knownMode ?? held.mode ?? .twoDimensional }

  /// The mode that this epoch itself shows.
  private var knownMode: FixMode? {
    switch dimensions {
    case 2: .twoDimensional
    case 3: .threeDimensional
    default: isAltitudeFound ? .threeDimensional : nil
    }
  }

  /// The mode that later epochs may take from this one.
  fileprivate var nextHeld: HeldMode {
    guard isFix else { return denies || dimensions == 1 ? HeldMode() : held }
    return knownMode.map { HeldMode(mode: $0, time: time) } ?? held
  }

  private func sum(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return nil }
    return a + b
  }

  /// The magnetic course: the true course minus the east variation, in 0..<360.
  private func bearing(_ course: Double?, minus variation: Double?) -> Double? {
    guard let course, let variation else { return nil }
    let bearing = course - variation
    return bearing < 0 ? bearing + 360 : bearing >= 360 ? bearing - 360 : bearing
  }
}

extension EpochAssembler {
  /// Completes the draft's fix in place: it has nearly 400 bytes, and every copy takes time.
  mutating func finishFix() {
    draft.held = held.valid(at: draft.time)
    let isDenied = !draft.isFix && (draft.marksPlace || draft.told.coordinate != nil)
    if isDenied, draft.denies || draft.dimensions == 1 { counts.markedInvalid += 1 }
    draft.finish(sky.satellites)
    if lone.withholds(draft.told, at: draft.time) {
      counts.withheld += 1
      draft.lose()
    }
    held = draft.nextHeld
    draft.told.epoch = counts.epochs
    if let time = draft.time, let (instant, corrections) = calendar.resolve(time, hasOwnDate: draft.hasDate) {
      draft.told.time = instant
      draft.told.timeCorrections = corrections
      if weekClock.leapSeconds == nil {
        draft.told.timeCorrections.assumedLeapSeconds = draft.assumedLeapSeconds
      }
    }
    draft.told.satellites = sky.satellites
    draft.told.satellitesUsed = sky.countUsed(reported: draft.told.satellitesUsed)
  }
}

/// The precision of a sentence for a value that several sentences contain.
enum Rank {
  /// A position in GLL, which often has fewer decimals.
  static let coarse = 1
  /// A position or speed in RMC.
  static let minimum = 2
  /// A vendor's complete fix.
  static let vendor = 3
  /// GNS and GGA.
  static let fix = 4
  /// A vendor's complete fix with more decimals than GGA.
  static let exact = 5
  /// u-blox's Earth-centered solution, in centimeters.
  static let earthCentered = 6
  /// u-blox's separate position or velocity.
  static let place = 7
  static let velocity = 7
  /// u-blox's complete solution.
  static let solution = 8
  /// u-blox's position in tenths of a millimeter.
  static let precise = 9

  /// An altitude in meters, as part of a fix.
  static let height = 2
}

/// The number of dimensions that an epoch reported, for later epochs without that report.
///
/// A line that damages a single GGA or GSA does not change the mode of the fix.
struct HeldMode {
  fileprivate(set) var mode: FixMode?
  fileprivate(set) var time: TimeOfDay?

  /// Nanoseconds for which the mode remains valid.
  private static let memory: Int64 = 10_000_000_000

  /// The mode that is still valid at a time of day; empty if one of the times is unknown.
  fileprivate func valid(at now: TimeOfDay?) -> HeldMode {
    guard let now, let time else { return HeldMode() }
    let day: Int64 = 86_400_000_000_000
    let age = (now.nanosecondsOfDay - time.nanosecondsOfDay + day) % day
    return age <= Self.memory ? self : HeldMode()
  }
}

/// A denial of a fix by sentences without a time.
struct FixDenial {
  /// Whether a mode letter or a status denies it.
  var isExplicit = false
  /// Whether a GSA denies it.
  var isOneDimension = false
}

/// An addition to an epoch that is not part of the fix: a date or an error estimate.
struct EpochAddition {
  var time: TimeOfDay
  /// The day, with a four-digit year.
  var date: ReceivedDate?
  var errors: ErrorEstimate?
  /// The sentences that contained the addition.
  var bits: UInt64 = 0
  /// Whether an epoch without a time has listed it among its sources.
  var isNamed = false

  func joined(with other: EpochAddition) -> EpochAddition {
    var sum = self
    sum.date = other.date ?? date
    sum.isNamed = isNamed && other.date == nil
    if let errors = other.errors, errors.isBetter(than: sum.errors) { sum.errors = errors }
    sum.bits |= other.bits
    return sum
  }
}
