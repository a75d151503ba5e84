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
/// The accuracies are variances. The run time since power-on is the same in all messages of an epoch.
package struct CASICPosition: CASICContent, Sendable, Hashable {
  /// The time since power-on in milliseconds.
  var runTime: UInt32 = 0
  /// The type of the position fix.
  ///
  /// 0 none, 1 external, 2 estimate, 3 held, 4 projected, 5 fast, 6 2D, 7 3D, 8 with sensors.
  var positionState: UInt8 = 0
  /// The type of the velocity fix, with the same numbers.
  var velocityState: UInt8 = 0
  /// The systems in use, one bit each.
  var systems: UInt8 = 0
  /// The numbers of satellites in use: all, GPS, BeiDou and GLONASS.
  var satellitesUsed: UInt8 = 0
  var gpsUsed: UInt8 = 0
  var beidouUsed: UInt8 = 0
  var glonassUsed: UInt8 = 0
  var reserved: UInt8 = 0
  var positionDilution: Float = 0
  /// The position in degrees, east and north positive.
  var longitude = 0.0
  var latitude = 0.0
  /// The height above the ellipsoid in meters.
  var height: Float = 0
  /// The height of the geoid above the ellipsoid in meters.
  var separation: Float = 0
  /// The variances of the position in square meters.
  var horizontalVariance: Float = 0
  var verticalVariance: Float = 0
  /// The velocity in meters per second.
  var north: Float = 0
  var east: Float = 0
  var up: Float = 0
  /// The three-dimensional speed in meters per second.
  var speed: Float = 0
  /// The ground speed in meters per second.
  var groundSpeed: Float = 0
  /// The heading in degrees from true north.
  var heading: Float = 0
  /// The variances of speed and heading.
  var speedVariance: Float = 0
  var headingVariance: Float = 0
  var appended: [UInt8] = []

  mutating func walk(_ payload: inout some BinaryVisitor) {
    payload.numbers(&runTime, &positionState, &velocityState, &systems, &satellitesUsed, &gpsUsed)
    payload.numbers(&beidouUsed, &glonassUsed, &reserved, &positionDilution, &longitude, &latitude)
    payload.numbers(&height, &separation, &horizontalVariance, &verticalVariance, &north, &east)
    payload.numbers(&up, &speed, &groundSpeed, &heading, &speedVariance, &headingVariance)
  }

  /// The dimensions of the satellite fix: 0 for none, 2 or 3.
  ///
  /// A held or projected position counts as 0, because the receiver has not just determined it.
  var dimensions: Int {
    switch positionState {
    case 6: 2
    case 7, 8: 3
    default: 0
    }
  }
}
