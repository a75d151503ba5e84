public import NMEA

/// Everything that a receiver reported for one epoch.
///
/// Nothing is made up: a value that the receiver did not report is nil. Each epoch is delivered exactly once,
/// even without a fix, with the values that are known.
public struct Fix: Sendable, Hashable {
  /// The epoch's number, from 1.
  public var epoch = 0
  /// The instant, if the date is known.
  public var time: UTC?
  /// The time of day, if known; also set if the date is unknown.
  public var timeOfDay: TimeOfDay?
  /// The corrections that were made to the time.
  public var timeCorrections = TimeCorrections()

  /// The number of known dimensions; `none` means no position: no fix, or unknown if ``isUnreported`` is set.
  public var mode = FixMode.none
  /// Whether the receiver reported the number of dimensions; otherwise it depends on the altitude.
  public var isModeReported = false
  /// Whether the epoch neither confirms nor denies a fix, for example because its message was damaged.
  ///
  /// Then `mode` is `none`, but the fix is not lost: the reports of earlier epochs remain valid.
  public var isUnreported = false
  /// Whether the receiver computes a position but rejects it as too inaccurate; it then counts as no fix.
  ///
  /// Only binary messages report this.
  public var isHeldBack = false
  /// How the fix was found, if there is one.
  public var quality: FixQuality?
  /// Hundredths of a second since the first epoch with this time, `unknownSinceTime`, or 0 if the time is unique;
  /// declared here to keep the fix small.
  package var sinceTime: UInt16 = 0
  /// The position of the antenna.
  public var coordinate: Coordinate?
  /// Meters above mean sea level.
  public var altitude: Double?
  /// Meters above the ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// The height of the geoid above the ellipsoid in meters.
  public var geoidSeparation: Double?
  /// Speed over ground in meters per second.
  public var speed: Double?
  /// Course over ground in degrees from true north.
  public var course: Double?
  /// Course over ground in degrees from magnetic north.
  public var magneticCourse: Double?
  /// Magnetic variation in degrees, east positive.
  public var magneticVariation: Double?
  /// Upward speed in meters per second.
  public var climb: Double?

  /// The quality of the satellite geometry.
  public var dilution = DilutionOfPrecision()
  /// The estimated error of the position.
  public var errors: ErrorEstimate?
  /// The number of satellites used, as the receiver counts them.
  ///
  /// A count of zero with a good fix is not unusual.
  public var satellitesUsed: Int?
  /// The sentences and messages of the epoch.
  public var sources = Sources()
  /// The satellites of the last complete sky.
  public var satellites: Satellites = []
  /// Whether ``satellites`` belong to an earlier fix: the receiver has not completed a new sky since.
  public var hasEarlierSatellites = false
  /// Seconds since the last differential correction.
  public var differentialAge: Double?
  /// The station that sends the corrections.
  public var differentialStation: Int?

  /// Creates an empty epoch.
  public init() {}

  /// Whether the fix has a position.
  public var isValid: Bool { mode != .none && coordinate != nil }

  static let unknownSinceTime = UInt16.max

  /// Whether intervals can be computed from its time or time of day.
  package var hasSteadyTime: Bool { sinceTime != Self.unknownSinceTime }

  /// The time from which intervals are computed: the epochs of a coarse clock are spread over its steps.
  ///
  /// It is nil until a whole step has passed, since the number of epochs in it is not known before.
  package var steadyTime: UTC? {
    guard hasSteadyTime else { return nil }
    guard sinceTime > 0, let time else { return time }
    let nanoseconds = Int64(time.nanosecond) + Int64(sinceTime) * 10_000_000
    return UTC(
      secondsSince1970: time.secondsSince1970 + nanoseconds / 1_000_000_000,
      nanosecond: Int32(nanoseconds % 1_000_000_000))
  }
}
