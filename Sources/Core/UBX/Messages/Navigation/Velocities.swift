/// The velocity in ECEF coordinates.
///
/// ```
///  0  U4  iTOW                    1 ms
///  4  I4  ecefVX, ecefVY, ecefVZ  1 cm/s
/// 16  U4  sAcc                    1 cm/s
/// ```
public struct NavVELECEF: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navVELECEF, fewestBytes: 20) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The velocity along the ECEF X axis in meters per second.
  @Steps<Int32, 100> public var velocityX: Double
  /// The velocity along the ECEF Y axis in meters per second.
  @Steps<Int32, 100> public var velocityY: Double
  /// The velocity along the ECEF Z axis in meters per second.
  @Steps<Int32, 100> public var velocityZ: Double
  /// The speed accuracy in meters per second, or nil if unknown.
  @SparseSteps<UInt32, 100, -1> public var speedAccuracy: Double?
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &_velocityX, &_velocityY, &_velocityZ, &_speedAccuracy, bytes)
  }
}

/// The velocity north, east and down.
///
/// ```
///  0  U4  iTOW              1 ms
///  4  I4  velN, velE, velD  1 cm/s
/// 16  U4  speed, gSpeed     1 cm/s
/// 24  I4  heading           1e-5°
/// 28  U4  sAcc              1 cm/s
/// 32  U4  cAcc              1e-5°
/// ```
public struct NavVELNED: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navVELNED, fewestBytes: 36) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The velocity to the north in meters per second.
  @Steps<Int32, 100> public var velocityNorth: Double
  /// The velocity to the east in meters per second.
  @Steps<Int32, 100> public var velocityEast: Double
  /// The downward velocity in meters per second.
  @Steps<Int32, 100> public var velocityDown: Double
  /// The three-dimensional speed in meters per second.
  @Steps<UInt32, 100> public var speed: Double
  /// The ground speed in meters per second.
  @Steps<UInt32, 100> public var groundSpeed: Double
  /// The heading of motion in degrees from true north.
  @Steps<Int32, 100_000> public var headingOfMotion: Double
  /// The speed accuracy in meters per second, or nil if unknown.
  @SparseSteps<UInt32, 100, -1> public var speedAccuracy: Double?
  /// The accuracy of the heading in degrees, or nil if unknown.
  @SparseSteps<UInt32, 100_000, -1> public var headingAccuracy: Double?
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &_velocityNorth, &_velocityEast, &_velocityDown, &_speed, bytes)
    payload.fields(&_groundSpeed, &_headingOfMotion, &_speedAccuracy, &_headingAccuracy, bytes)
  }
}
