public import FoundationEssentials
public import GNSS

/// A receiver's position at one moment, and its accuracy.
///
/// Nothing is invented: what the receiver did not say is nil, never zero and never −1.
///
/// ```swift
/// if let altitude = location.altitude { print(altitude) }   // metres above mean sea level
/// print(location.speed ?? 0)                                // NOT the same: a car that may move "stands"
/// ```
///
/// A location is a plain value. That it is here does not say that it is *now*: ``LocationUpdate`` does.
public struct Location: Sendable {
  /// Latitude and longitude in WGS-84.
  public var coordinate: Coordinate
  /// Metres: the true place lies within this radius in 68 of 100 cases; always greater than 0.
  public var horizontalAccuracy: Double
  /// The source of the accuracy.
  public var accuracySource: AccuracySource

  /// Metres above mean sea level, by the receiver's own model of the sea.
  public var altitude: Double?
  /// Metres above the ellipsoid of WGS-84.
  public var ellipsoidalAltitude: Double?
  /// Metres that the sea's mean level lies above the ellipsoid here.
  public var geoidSeparation: Double?
  /// Metres: the true height lies within this distance of both altitudes in 68 of 100 cases.
  ///
  /// Nil if unknown, as beside a plane fix, whose altitude was found earlier or typed in.
  public var verticalAccuracy: Double?

  /// Metres per second over ground.
  public var speed: Double?
  /// Direction of travel in degrees from true north, 0 ..< 360.
  ///
  /// Receivers let it wander, or stop telling it, below half a metre a second.
  public var course: Double?
  /// Metres per second upwards.
  public var climb: Double?

  /// The moment at which it was so, not at which it was heard of.
  public var timestamp: Date
  /// The source of the timestamp.
  public var timestampSource: TimestampSource
  /// When its last byte came, on the clock that only goes forward.
  ///
  /// Ages are counted from here: this clock is never set, and the receiver's may be wrong. Nil for a location that was
  /// decoded or made by hand. It takes no part in `==` and is not encoded, so that a replay equals what it replays.
  public var received: ContinuousClock.Instant?

  /// How it was found.
  public var fix: FixInfo
  /// By which device, and whether that is one.
  public var source: SourceInfo

  /// Makes a location by hand; whatever is not named is not known.
  public init(
    coordinate: Coordinate, horizontalAccuracy: Double, accuracySource: AccuracySource = .assumed,
    altitude: Double? = nil, verticalAccuracy: Double? = nil, speed: Double? = nil, course: Double? = nil,
    timestamp: Date, received: ContinuousClock.Instant? = nil, source: SourceInfo = SourceInfo()
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.accuracySource = accuracySource
    self.altitude = altitude
    self.verticalAccuracy = verticalAccuracy
    self.speed = speed
    self.course = course
    self.timestamp = timestamp
    timestampSource = .receiver
    self.received = received
    fix = FixInfo()
    self.source = source
  }

  /// How long ago it was heard of; nil for a location that was decoded or made by hand.
  public func age(at now: ContinuousClock.Instant) -> Duration? { received.map { now - $0 } }

  /// The shortest way to another location over the ellipsoid, in metres; altitudes do not count.
  public func distance(to other: Location) -> Double { coordinate.distance(to: other.coordinate) }
}
