public import GPSBridge

/// A simulated receiver's report for one moment, before rounding and damage.
public struct SimulatedEpoch: Sendable, Hashable {
  /// The number of the epoch, starting with 1 when the receiver is switched on.
  public internal(set) var number: Int
  /// The time since the beginning of the simulation.
  public internal(set) var instant: Duration
  /// The receiver's time of day; nil until it knows one.
  public internal(set) var timeOfDay: TimeOfDay?
  /// The receiver's date; nil until it knows one.
  public internal(set) var date: CivilDate?
  /// The dimensions of the fix.
  public internal(set) var mode: FixMode
  /// Whether the position is extrapolated from the last speed because satellites were just lost.
  public internal(set) var isEstimated: Bool
  /// The position and motion that the receiver reports; without a fix, the last known ones.
  public internal(set) var motion: Scenario.Motion
  /// Whether the receiver has or had a position.
  public internal(set) var hasPlace: Bool
  /// The true position and motion.
  public internal(set) var truth: Scenario.Motion
  /// The height of the geoid above the ellipsoid, in meters.
  public internal(set) var geoidSeparation: Double
  package internal(set) var satellites: [SimulatedSatellite]
  /// The number of satellites used in the fix.
  public internal(set) var usedCount: Int
  /// The geometry of the used satellites; nil without a fix.
  package internal(set) var geometry: SimulatedEpoch.Geometry?
  /// The deviation of one range, in meters.
  public internal(set) var rangeDeviation: Double

  /// Whether there is a position.
  public var hasFix: Bool { mode != .none }

  /// Meters: the deviations east, north and up that the receiver computes; nil without a geometry.
  var deviation: Vector? { geometry.map { PositionError.deviation($0, range: rangeDeviation) } }
  /// Meters: the horizontal deviation; nil without a geometry.
  var horizontalDeviation: Double? { deviation.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() } }
}

/// One satellite as a simulated receiver knows it.
package struct SimulatedSatellite: Sendable, Hashable {
  package let identity: SatelliteIdentity
  /// Degrees from true north.
  package let azimuth: Double
  /// Degrees above the horizon.
  package let elevation: Double
  /// The carrier-to-noise density in whole dB-Hz; nil without a signal.
  package internal(set) var carrierToNoise: Int?
  package internal(set) var isUsed: Bool
  /// Whether the receiver knows the satellite's direction.
  ///
  /// After a cold start it tracks satellites before it knows their directions.
  package internal(set) var hasDirection: Bool
  /// Whether the receiver knows its exact orbit.
  package internal(set) var hasOrbit = false

  /// The azimuth in whole degrees from 0 to 359, as in sentences.
  package var wholeAzimuth: Int { Int(azimuth + 0.5) % 360 }
  /// The elevation in whole degrees, as in sentences.
  package var wholeElevation: Int { Int(elevation + 0.5) }
}
