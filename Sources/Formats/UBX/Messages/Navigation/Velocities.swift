/// A velocity as seen from the center of the earth.
///
/// ```
///  0  U4  iTOW    1 ms
///  4  I4  ecefVX  1 cm/s
///  8  I4  ecefVY  1 cm/s
/// 12  I4  ecefVZ  1 cm/s
/// 16  U4  sAcc    1 cm/s
/// ```
///
/// Described as UBX-NAV-VELECEF in u-blox's interface descriptions.
public struct NavVELECEF: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// Meters per second along the axis through 0° 0°.
  @Steps<Int32, 100> public var velocityX: Double
  /// Meters per second along the axis through 0° north 90° east.
  @Steps<Int32, 100> public var velocityY: Double
  /// Meters per second along the axis through the north pole.
  @Steps<Int32, 100> public var velocityZ: Double
  /// Meters per second that the speed may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 100, -1> public var speedAccuracy: Double?
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navVELECEF }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 20 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 20 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.steps(&_velocityX, bytes)
    payload.steps(&_velocityY, bytes)
    payload.steps(&_velocityZ, bytes)
    payload.steps(&_speedAccuracy, bytes)
    payload.end(&rest, bytes)
  }
}

/// A velocity to the north, east and down.
///
/// ```
///  0  U4  iTOW     1 ms
///  4  I4  velN     1 cm/s
///  8  I4  velE     1 cm/s
/// 12  I4  velD     1 cm/s
/// 16  U4  speed    1 cm/s
/// 20  U4  gSpeed   1 cm/s
/// 24  I4  heading  1e-5°
/// 28  U4  sAcc     1 cm/s
/// 32  U4  cAcc     1e-5°
/// ```
///
/// Described as UBX-NAV-VELNED in u-blox's interface descriptions.
public struct NavVELNED: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// Meters per second to the north.
  @Steps<Int32, 100> public var velocityNorth: Double
  /// Meters per second to the east.
  @Steps<Int32, 100> public var velocityEast: Double
  /// Meters per second downwards.
  @Steps<Int32, 100> public var velocityDown: Double
  /// Meters per second in space.
  @Steps<UInt32, 100> public var speed: Double
  /// Meters per second over ground.
  @Steps<UInt32, 100> public var groundSpeed: Double
  /// Degrees from true north in which the receiver moves.
  @Steps<Int32, 100_000> public var headingOfMotion: Double
  /// Meters per second that the speed may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 100, -1> public var speedAccuracy: Double?
  /// Degrees that the heading may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 100_000, -1> public var headingAccuracy: Double?
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navVELNED }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 36 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 36 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.steps(&_velocityNorth, bytes)
    payload.steps(&_velocityEast, bytes)
    payload.steps(&_velocityDown, bytes)
    payload.steps(&_speed, bytes)
    payload.steps(&_groundSpeed, bytes)
    payload.steps(&_headingOfMotion, bytes)
    payload.steps(&_speedAccuracy, bytes)
    payload.steps(&_headingAccuracy, bytes)
    payload.end(&rest, bytes)
  }
}
