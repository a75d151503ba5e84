// Positions without a word on whether they are valid: STATUS, SOL or PVT of their epoch says that.

/// A position as seen from the center of the earth.
///
/// ```
///  0  U4  iTOW   1 ms
///  4  I4  ecefX  1 cm
///  8  I4  ecefY  1 cm
/// 12  I4  ecefZ  1 cm
/// 16  U4  pAcc   1 cm
/// ```
///
/// Described as UBX-NAV-POSECEF in u-blox's interface descriptions.
public struct NavPOSECEF: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// Meters along the axis through 0° 0°.
  @Steps<Int32, 100> public var x: Double
  /// Meters along the axis through 0° north 90° east.
  @Steps<Int32, 100> public var y: Double
  /// Meters along the axis through the north pole.
  @Steps<Int32, 100> public var z: Double
  /// Meters that the position may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 100, -1> public var accuracy: Double?
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navPOSECEF }

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
    payload.steps(&_x, bytes)
    payload.steps(&_y, bytes)
    payload.steps(&_z, bytes)
    payload.steps(&_accuracy, bytes)
    payload.end(&rest, bytes)
  }
}

/// A position in latitude, longitude and height.
///
/// ```
///  0  U4  iTOW    1 ms
///  4  I4  lon     1e-7°
///  8  I4  lat     1e-7°
/// 12  I4  height  1 mm
/// 16  I4  hMSL    1 mm
/// 20  U4  hAcc    1 mm
/// 24  U4  vAcc    1 mm
/// ```
///
/// It comes without a fix as well.
///
/// Described as UBX-NAV-POSLLH in u-blox's interface descriptions.
public struct NavPOSLLH: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// Degrees, east positive.
  @Steps<Int32, 10_000_000> public var longitude: Double
  /// Degrees, north positive.
  @Steps<Int32, 10_000_000> public var latitude: Double
  /// Meters above the ellipsoid.
  @Steps<Int32, 1000> public var height: Double
  /// Meters above mean sea level.
  @Steps<Int32, 1000> public var altitude: Double
  /// Meters that latitude and longitude may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1000, -1> public var horizontalAccuracy: Double?
  /// Meters that the height may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1000, -1> public var verticalAccuracy: Double?
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navPOSLLH }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 28 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 28 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.steps(&_longitude, bytes)
    payload.steps(&_latitude, bytes)
    payload.steps(&_height, bytes)
    payload.steps(&_altitude, bytes)
    payload.steps(&_horizontalAccuracy, bytes)
    payload.steps(&_verticalAccuracy, bytes)
    payload.end(&rest, bytes)
  }
}
