/// NAV-PV: position and velocity.
///
/// ```
/// 0       4        5        6       7     8   9   10  11 12   16 R8     24 R8    32     36
/// |       |        |        |       |     |   |   |   |  |    |         |        |      |
/// runTime position velocity systems used  GPS BDS GLO –  pDop longitude latitude height separation
///
/// 40   44   48     52    56  60    64     68      72   76
/// |    |    |      |     |   |     |      |       |    |
/// hAcc vAcc north  east  up  speed ground heading sAcc cAcc
/// ```
///
/// The accuracies are variances. The run time, milliseconds since power-on, is the same in all messages of an epoch.
public struct CASICPosition: CASICContent, Sendable, Hashable {
  /// Milliseconds since power-on.
  public var runTime: UInt32 = 0
  /// How the position was found.
  ///
  /// 0 none, 1 external, 2 estimate, 3 held, 4 projected, 5 fast, 6 2D, 7 3D, 8 with sensors.
  public var positionState: UInt8 = 0
  /// How the velocity was found, in the same numbers.
  public var velocityState: UInt8 = 0
  /// A bit for each system that takes part.
  public var systems: UInt8 = 0
  /// Satellites that take part.
  public var satellitesUsed: UInt8 = 0
  /// Satellites of GPS that take part.
  public var gpsUsed: UInt8 = 0
  /// Satellites of BeiDou that take part.
  public var beidouUsed: UInt8 = 0
  /// Satellites of GLONASS that take part.
  public var glonassUsed: UInt8 = 0
  /// Reserved.
  public var reserved: UInt8 = 0
  /// Dilution of the position.
  public var positionDilution: Float = 0
  /// Degrees, east positive.
  public var longitude = 0.0
  /// Degrees, north positive.
  public var latitude = 0.0
  /// Meters above the ellipsoid.
  public var height: Float = 0
  /// Meters of the geoid above the ellipsoid.
  public var separation: Float = 0
  /// The variance in the plane, square meters.
  public var horizontalVariance: Float = 0
  /// The variance of the height, square meters.
  public var verticalVariance: Float = 0
  /// Meters per second to the north.
  public var north: Float = 0
  /// Meters per second to the east.
  public var east: Float = 0
  /// Meters per second upwards.
  public var up: Float = 0
  /// Meters per second in space.
  public var speed: Float = 0
  /// Meters per second over ground.
  public var groundSpeed: Float = 0
  /// Degrees from true north.
  public var heading: Float = 0
  /// The variance of the speed.
  public var speedVariance: Float = 0
  /// The variance of the heading.
  public var headingVariance: Float = 0
  /// Bytes after the documented fields.
  public var appended: [UInt8] = []

  /// A message of zeros: no position.
  public init() {}

  mutating func walk(_ payload: inout some CASICVisitor) {
    payload.number(&runTime)
    payload.number(&positionState)
    payload.number(&velocityState)
    payload.number(&systems)
    payload.number(&satellitesUsed)
    payload.number(&gpsUsed)
    payload.number(&beidouUsed)
    payload.number(&glonassUsed)
    payload.number(&reserved)
    payload.number(&positionDilution)
    payload.number(&longitude)
    payload.number(&latitude)
    payload.number(&height)
    payload.number(&separation)
    payload.number(&horizontalVariance)
    payload.number(&verticalVariance)
    payload.number(&north)
    payload.number(&east)
    payload.number(&up)
    payload.number(&speed)
    payload.number(&groundSpeed)
    payload.number(&heading)
    payload.number(&speedVariance)
    payload.number(&headingVariance)
  }

  /// What is known by satellites: 0 nothing, 2 a plane position, 3 a position in space.
  ///
  /// A position that is held or projected is none that the receiver has found now.
  public var dimensions: Int {
    switch positionState {
    case 6: 2
    case 7, 8: 3
    default: 0
    }
  }
}
