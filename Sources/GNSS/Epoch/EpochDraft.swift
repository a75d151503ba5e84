internal import NMEA

/// What the sentences of the open epoch have said so far.
///
/// Each value is kept from the best sentence that carries it. Whether there is a fix is decided at the end only: one
/// sentence that denies it outweighs all that claim it.
struct EpochDraft {
  /// The time of day that all timed sentences of the epoch share.
  var time: TimeOfDay?
  /// Whether a date came with it.
  var hasDate = false
  /// Whether nothing has come yet that makes an epoch: a time, the loss of it, or a position.
  var isEmpty = true
  /// Whether it was opened by a sentence that should have a time and has none.
  var isTimeless = false

  /// Whether a sentence says that there is a fix, or that there is none.
  var claims = false
  var denies = false
  /// Whether a receiver that knows its place solves for the time alone.
  var isTimeOnly = false
  /// The highest GSA so far; 0 where none has come.
  var dimensions = 0
  var quality: FixQuality?
  /// How good `quality` is known: GGA tells more than the mode letters.
  var qualityRank = 0

  var coordinate: Coordinate?
  var coordinateRank = 0
  var altitude: Double?
  var altitudeRank = 0
  /// Whether an altitude was solved for, not held or typed in.
  var isAltitudeFound = false
  var ellipsoidalAltitude: Double?
  var geoidSeparation: Double?
  var speed: Double?
  var speedRank = 0
  var course: Double?
  var courseRank = 0
  var magneticCourse: Double?
  var magneticVariation: Double?
  var climb: Double?

  var dilution = DilutionOfPrecision()
  var errors: ErrorEstimate?
  var satellitesUsed: Int?
  var differentialAge: Double?
  var differentialStation: Int?

  /// Keeps a position from the most exact sentence; the first of equals wins.
  mutating func place(_ latitude: Double?, _ longitude: Double?, rank: Int) {
    guard rank > coordinateRank, let latitude, let longitude,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    else { return }
    self.coordinate = coordinate
    coordinateRank = rank
  }

  /// Keeps an altitude from the most exact sentence, and a separation from the best that has one.
  mutating func height(_ altitude: Double?, _ separation: Double?, rank: Int, isFound: Bool = true) {
    guard let altitude else { return }
    if isFound { isAltitudeFound = true }
    geoidSeparation = rank > altitudeRank ? separation ?? geoidSeparation : geoidSeparation ?? separation
    guard rank > altitudeRank else { return }
    self.altitude = altitude
    altitudeRank = rank
  }

  /// Keeps speed and course, each from the best sentence that has it.
  mutating func move(_ speed: Double?, _ course: Double?, rank: Int) {
    if rank > speedRank, let speed {
      self.speed = speed
      speedRank = rank
    }
    if rank > courseRank, let course {
      self.course = course
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
    self.quality = quality
    qualityRank = rank
  }

  /// Keeps the estimate of the best source.
  mutating func estimate(_ errors: ErrorEstimate) {
    if errors.isBetter(than: self.errors) { self.errors = errors }
  }
}
