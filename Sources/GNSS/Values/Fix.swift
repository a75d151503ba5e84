public import NMEA

/// Everything a receiver said about one moment, exactly once.
///
/// Nothing is invented: what the receiver did not say is nil. An epoch without a fix is told too, with what is known.
public struct Fix: Sendable, Hashable {
  /// The epoch's number, from 1.
  public var epoch = 0
  /// The instant, if the date is known.
  public var time: UTC?
  /// The time of day, where the date is not known too.
  public var timeOfDay: TimeOfDay?
  /// The corrections that were made to the time.
  public var timeCorrections = TimeCorrections()

  /// How many dimensions are known; `none` is "no fix", unless the epoch ``isUnreported``; either way there is no position.
  public var mode = FixMode.none
  /// Whether the receiver reported the number of dimensions; otherwise it follows from whether there is an altitude.
  public var isModeReported = false
  /// Whether nothing in the epoch denies a fix, and none came whole, as where the message with it was damaged on its way.
  ///
  /// Then there is neither a fix nor the loss of one: `mode` is `none`, and what the epochs before have reported holds.
  public var isUnreported = false
  /// Whether the receiver computes a position, and calls it too bad to be used; then it is no fix, and is not told.
  ///
  /// Only binary messages say so.
  public var isHeldBack = false
  /// How the fix was found, if there is one.
  public var quality: FixQuality?
  /// The position of the antenna.
  public var coordinate: Coordinate?
  /// Meters above mean sea level.
  public var altitude: Double?
  /// Meters above the ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// Meters of the geoid above the ellipsoid.
  public var geoidSeparation: Double?
  /// Speed over ground in meters per second.
  public var speed: Double?
  /// Course over ground in degrees from true north.
  public var course: Double?
  /// Course over ground in degrees from magnetic north.
  public var magneticCourse: Double?
  /// Magnetic variation in degrees, east positive.
  public var magneticVariation: Double?
  /// Meters per second upwards.
  public var climb: Double?

  /// How good the geometry is.
  public var dilution = DilutionOfPrecision()
  /// How wrong the position may be.
  public var errors: ErrorEstimate?
  /// Satellites that take part, as the receiver counts them.
  ///
  /// A count of zero beside a good fix is not rare.
  public var satellitesUsed: Int?
  /// The sentences and messages that this epoch was made of.
  public var sources = Sources()
  /// The satellites of the last complete sky.
  public var satellites: Satellites = []
  /// Whether ``satellites`` are those of a fix before: the receiver has completed no new sky since.
  public var hasEarlierSatellites = false
  /// Seconds since the last differential correction.
  public var differentialAge: Double?
  /// The station that sends the corrections.
  public var differentialStation: Int?

  /// Makes an epoch without any value.
  public init() {}

  /// Whether there is a position.
  public var isValid: Bool { mode != .none && coordinate != nil }
}
