internal import NMEA

/// The values that the sentences of the open epoch have given so far.
///
/// Each value is kept from the best sentence that carries it. Whether there is a fix is decided at the end only: one
/// sentence that denies it outweighs all that claim it.
struct EpochDraft {
  /// The time of day that all timed sentences of the epoch share.
  var time: TimeOfDay?
  /// The time of the week of GPS by which messages name the epoch.
  var timeOfWeek: UInt32?
  /// The values of the fix that it may become: they are given out as they stand here, without a copy of each.
  var told = Fix()
  /// The leap seconds that the time was made with, where the receiver has not told them.
  var assumedLeapSeconds: Int?
  /// Whether a date came with it.
  var hasDate = false
  /// Whether none of a time, the loss of it, or a position has come yet: without one there is no epoch.
  var isEmpty = true
  /// Whether it was opened by a sentence that should have a time and has none.
  var isTimeless = false

  /// Whether a sentence says that there is a fix, or that there is none.
  var claims = false
  var denies = false
  /// Whether the receiver has a solution, and says itself that it is too bad to be used.
  var isHeldBack = false
  /// Whether a receiver that knows its place solves for the time alone.
  var isSurveyed = false
  /// The highest GSA so far; 0 where none has come.
  var dimensions = 0
  /// How good the quality is known: GGA tells more than the mode letters.
  var qualityRank = 0

  var coordinateRank = 0
  /// The place as seen from the center of the earth, where a message said it so: velocities are turned by it.
  var earthCentered: EarthCentered?
  var altitudeRank = 0
  /// Whether an altitude was solved for, not held or typed in.
  var isAltitudeFound = false
  var speedRank = 0
  var courseRank = 0
  /// What the epochs before have reported of the mode, where it is recent enough.
  fileprivate(set) var held = HeldMode()

  /// Keeps a position from the most exact sentence; the first of equals wins.
  mutating func place(_ latitude: Double?, _ longitude: Double?, rank: Int) {
    guard rank > coordinateRank, let latitude, let longitude,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return }
    told.coordinate = coordinate
    coordinateRank = rank
  }

  /// Keeps an altitude from the most exact sentence, and a separation from the best that has one.
  mutating func height(_ altitude: Double?, _ separation: Double?, rank: Int, isFound: Bool = true) {
    guard let altitude else { return }
    if isFound { isAltitudeFound = true }
    told.geoidSeparation =
      rank > altitudeRank ? separation ?? told.geoidSeparation : told.geoidSeparation ?? separation
    guard rank > altitudeRank else { return }
    told.altitude = altitude
    altitudeRank = rank
  }

  /// Keeps speed and course, each from the best sentence that has it.
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

  /// Keeps speed and course as they follow from the velocity's parts.
  mutating func move(east: Double?, north: Double?, rank: Int) {
    guard let east, let north else { return }
    move(SquareRoot.of(east * east + north * north), Bearing.degrees(east: east, north: north), rank: rank)
  }

  /// Keeps how the fix was found.
  mutating func found(_ quality: FixQuality?, rank: Int) {
    guard rank > qualityRank, let quality else { return }
    told.quality = quality
    qualityRank = rank
  }

  /// Keeps how many satellites take part; a sentence of one system may count only its own.
  mutating func uses(_ satellites: Int?) {
    guard let satellites else { return }
    told.satellitesUsed = max(told.satellitesUsed ?? 0, satellites)
  }

  /// Keeps the estimate of the best source.
  mutating func estimate(_ errors: ErrorEstimate) {
    if errors.isBetter(than: told.errors) { told.errors = errors }
  }
}

extension EpochDraft {
  /// Whether this is a fix: at least one sentence claims it, none denies it, and there is a position.
  var isFix: Bool { claims && !denies && dimensions != 1 && told.coordinate != nil }

  /// Makes what was told the fix of this epoch, or what is left of it without one; the assembler adds times and satellites.
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
      // The place was not measured now, and what does not move has no course.
      (told.mode, told.quality) = (.time, .surveyed)
      (told.course, told.magneticCourse) = (nil, nil)
    }
    // An altitude beside a plane fix is held from before, or typed in: its error is unknown.
    if told.mode == .twoDimensional { told.errors?.vertical = nil }
  }

  /// There is no fix: no position counts, nor what was said of it.
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

  /// GSA knows; without one, an altitude that was found makes the difference, and then what the epochs before have reported.
  private var mode: FixMode { knownMode ?? held.mode ?? .twoDimensional }

  /// The mode that this epoch itself shows.
  private var knownMode: FixMode? {
    switch dimensions {
    case 2: .twoDimensional
    case 3: .threeDimensional
    default: isAltitudeFound ? .threeDimensional : nil
    }
  }

  /// What the next epochs may hold of this one.
  fileprivate var nextHeld: HeldMode {
    guard isFix else { return denies || dimensions == 1 ? HeldMode() : held }
    return knownMode.map { HeldMode(mode: $0, time: time) } ?? held
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

extension EpochAssembler {
  /// Makes the draft's fix complete where it stands: it has nearly four hundred bytes, and each copy of it costs.
  mutating func finishFix() {
    draft.held = held.valid(at: draft.time)
    draft.finish(sky.satellites)
    if lone.withholds(draft.told, at: draft.time) { draft.lose() }
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
  /// u-blox's solution as seen from the center of the earth, in centimeters.
  static let earthCentered = 6
  /// u-blox's place or velocity alone.
  static let place = 7
  static let velocity = 7
  /// u-blox's own solution.
  static let solution = 8
  /// u-blox's place in tenths of a millimeter.
  static let precise = 9

  /// An altitude in metres, as part of a fix.
  static let height = 2
}

/// The number of dimensions that an epoch has reported, for those after it in which that report is missing.
///
/// A line that damages one GGA or GSA doesn't take a dimension from the fix.
struct HeldMode {
  fileprivate(set) var mode: FixMode?
  fileprivate(set) var time: TimeOfDay?

  /// Nanoseconds for which it holds.
  private static let memory: Int64 = 10_000_000_000

  /// What is left of it at a time of day; nothing where one of the times is unknown.
  fileprivate func valid(at now: TimeOfDay?) -> HeldMode {
    guard let now, let time else { return HeldMode() }
    let day: Int64 = 86_400_000_000_000
    let age = (now.nanosecondsOfDay - time.nanosecondsOfDay + day) % day
    return age <= Self.memory ? self : HeldMode()
  }
}

/// The denial of a fix by sentences without a time.
struct FixDenial {
  /// A mode letter or a status says that there is none.
  var isExplicit = false
  /// A GSA says so.
  var isOneDimension = false
}

/// An addition to an epoch that is not part of the fix: a date, or how wrong the fix may be.
struct EpochAddition {
  /// The time of day of the epoch it belongs to.
  var time: TimeOfDay
  /// The day, with all four digits of the year.
  var date: ReceivedDate?
  /// How wrong the fix may be.
  var errors: ErrorEstimate?
  /// The sentences that said so.
  var bits: UInt64 = 0
  /// Whether an epoch without a time has named it among its reports.
  var isNamed = false

  /// Two additions to one epoch as one.
  func joined(with other: EpochAddition) -> EpochAddition {
    var sum = self
    sum.date = other.date ?? date
    sum.isNamed = isNamed && other.date == nil
    if let errors = other.errors, errors.isBetter(than: sum.errors) { sum.errors = errors }
    sum.bits |= other.bits
    return sum
  }
}
