/// The covariances of position and velocity, north, east and down.
///
/// ```
///  0  U4    iTOW                                    1 ms
///  4  U1    version                                 0
///  5  U1    posCovValid, velCovValid                0, 1
///  7  U1×9  reserved
/// 16  R4    posCovNN, posCovNE, posCovND, posCovEE  1 m²
/// 32  R4    posCovED, posCovDD                      1 m²
/// 40  R4    velCovNN, velCovNE, velCovND, velCovEE  1 m²/s²
/// 56  R4    velCovED, velCovDD                      1 m²/s²
/// ```
public struct NavCOV: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navCOV, fewestBytes: 64) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 0
  /// 1 if the position covariances are valid.
  public var positionValidity: UInt8 = 0
  /// 1 if the velocity covariances are valid.
  public var velocityValidity: UInt8 = 0
  /// The position covariance north-north in square meters.
  public var positionNorthNorth: Float = 0
  /// The position covariance north-east in square meters.
  public var positionNorthEast: Float = 0
  /// The position covariance north-down in square meters.
  public var positionNorthDown: Float = 0
  /// The position covariance east-east in square meters.
  public var positionEastEast: Float = 0
  /// The position covariance east-down in square meters.
  public var positionEastDown: Float = 0
  /// The position covariance down-down in square meters.
  public var positionDownDown: Float = 0
  /// The velocity covariance north-north in m²/s².
  public var velocityNorthNorth: Float = 0
  /// The velocity covariance north-east in m²/s².
  public var velocityNorthEast: Float = 0
  /// The velocity covariance north-down in m²/s².
  public var velocityNorthDown: Float = 0
  /// The velocity covariance east-east in m²/s².
  public var velocityEastEast: Float = 0
  /// The velocity covariance east-down in m²/s².
  public var velocityEastDown: Float = 0
  /// The velocity covariance down-down in m²/s².
  public var velocityDownDown: Float = 0
  package var kept = KeptBytes<9>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.version(&version, in: 0...0, bytes)
    payload.fields(&positionValidity, &velocityValidity, bytes)
    payload.skip(9, keeping: &kept.reserved, bytes)
    payload.fields(&positionNorthNorth, &positionNorthEast, &positionNorthDown, &positionEastEast, bytes)
    payload.fields(&positionEastDown, &positionDownDown, &velocityNorthNorth, &velocityNorthEast, bytes)
    payload.fields(&velocityNorthDown, &velocityEastEast, &velocityEastDown, &velocityDownDown, bytes)
  }
}
