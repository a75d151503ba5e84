public import GPSBridge

/// A simulated receiver's account of one moment, before decimals were cut off and bytes were damaged.
public struct SimulatedEpoch: Sendable, Hashable {
  /// Its number, from 1 since the receiver was switched on.
  public internal(set) var number: Int
  /// Since the beginning of the simulation.
  public internal(set) var instant: Duration
  /// The receiver's time of day; nil until it knows one.
  public internal(set) var timeOfDay: TimeOfDay?
  /// The receiver's date; nil until it knows one.
  public internal(set) var date: CivilDate?
  /// How many dimensions are known.
  public internal(set) var mode: FixMode
  /// Whether the position is guessed from the last speed: satellites have just gone.
  public internal(set) var isEstimated: Bool
  /// The position and motion that the receiver assumes; without a fix the last position.
  public internal(set) var motion: Scenario.Motion
  /// Whether there was a position, now or before.
  public internal(set) var hasPlace: Bool
  /// The true position and motion.
  public internal(set) var truth: Scenario.Motion
  /// Metres of the geoid above the ellipsoid.
  public internal(set) var geoidSeparation: Double
  /// The satellites it knows.
  public internal(set) var satellites: [SimulatedSatellite]
  /// How many take part.
  public internal(set) var usedCount: Int
  /// How they stand; nil without a fix.
  public internal(set) var geometry: SimulatedEpoch.Geometry?
  /// Metres: the deviation of one range.
  public internal(set) var rangeDeviation: Double

  /// Whether there is a position.
  public var hasFix: Bool { mode != .none }

  /// Meters: the deviations east, north and up that the receiver computes; nil without a geometry.
  var deviation: Vector? { geometry.map { PositionError.deviation($0, range: rangeDeviation) } }
  /// Meters: the deviation in the plane; nil without a geometry.
  var horizontalDeviation: Double? { deviation.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() } }
}

/// One satellite as a simulated receiver knows it.
public struct SimulatedSatellite: Sendable, Hashable {
  /// Which one.
  public let identity: SatelliteIdentity
  /// Degrees from true north.
  public let azimuth: Double
  /// Degrees above the horizon.
  public let elevation: Double
  /// Carrier to noise density in whole dB-Hz; nil where it is not heard.
  public internal(set) var carrierToNoise: Int?
  /// Whether it takes part in the fix.
  public internal(set) var isUsed: Bool
  /// Whether the receiver knows where it stands.
  ///
  /// After a cold start it hears satellites before it knows that.
  public internal(set) var hasDirection: Bool
  /// Whether the receiver knows its exact orbit.
  public internal(set) var hasOrbit = false

  /// The azimuth as sentences have it: whole degrees of 0 to 359.
  public var wholeAzimuth: Int { Int(azimuth + 0.5) % 360 }
  /// The elevation as sentences have it: whole degrees.
  public var wholeElevation: Int { Int(elevation + 0.5) }
}
