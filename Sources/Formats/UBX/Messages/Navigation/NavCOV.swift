/// Covariances of position and velocity, in the directions north, east and down.
///
/// ```
///  0  U4    iTOW         1 ms
///  4  U1    version      0
///  5  U1    posCovValid  0, 1
///  6  U1    velCovValid  0, 1
///  7  U1×9  reserved
/// 16  R4    posCovNN     1 m²
/// 20  R4    posCovNE     1 m²
/// 24  R4    posCovND     1 m²
/// 28  R4    posCovEE     1 m²
/// 32  R4    posCovED     1 m²
/// 36  R4    posCovDD     1 m²
/// 40  R4    velCovNN     1 m²/s²
/// 44  R4    velCovNE     1 m²/s²
/// 48  R4    velCovND     1 m²/s²
/// 52  R4    velCovEE     1 m²/s²
/// 56  R4    velCovED     1 m²/s²
/// 60  R4    velCovDD     1 m²/s²
/// ```
///
/// Described as UBX-NAV-COV in u-blox's interface descriptions.
public struct NavCOV: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 0
  /// 1 if the covariances of the position are valid.
  public var positionValidity: UInt8 = 0
  /// 1 if the covariances of the velocity are valid.
  public var velocityValidity: UInt8 = 0
  /// Square meters, north and north.
  public var positionNorthNorth: Float = 0
  /// Square meters, north and east.
  public var positionNorthEast: Float = 0
  /// Square meters, north and down.
  public var positionNorthDown: Float = 0
  /// Square meters, east and east.
  public var positionEastEast: Float = 0
  /// Square meters, east and down.
  public var positionEastDown: Float = 0
  /// Square meters, down and down.
  public var positionDownDown: Float = 0
  /// Square meters per square second, north and north.
  public var velocityNorthNorth: Float = 0
  /// Square meters per square second, north and east.
  public var velocityNorthEast: Float = 0
  /// Square meters per square second, north and down.
  public var velocityNorthDown: Float = 0
  /// Square meters per square second, east and east.
  public var velocityEastEast: Float = 0
  /// Square meters per square second, east and down.
  public var velocityEastDown: Float = 0
  /// Square meters per square second, down and down.
  public var velocityDownDown: Float = 0
  private var reserved = Reserved<9>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navCOV }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 64 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 64 }

  /// Reads a payload; false for one of another length or version.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.version(&version, in: 0...0, bytes)
    payload.number(&positionValidity, bytes)
    payload.number(&velocityValidity, bytes)
    payload.skip(9, keeping: &reserved, bytes)
    payload.real(&positionNorthNorth, bytes)
    payload.real(&positionNorthEast, bytes)
    payload.real(&positionNorthDown, bytes)
    payload.real(&positionEastEast, bytes)
    payload.real(&positionEastDown, bytes)
    payload.real(&positionDownDown, bytes)
    payload.real(&velocityNorthNorth, bytes)
    payload.real(&velocityNorthEast, bytes)
    payload.real(&velocityNorthDown, bytes)
    payload.real(&velocityEastEast, bytes)
    payload.real(&velocityEastDown, bytes)
    payload.real(&velocityDownDown, bytes)
    payload.end(&rest, bytes)
  }
}
