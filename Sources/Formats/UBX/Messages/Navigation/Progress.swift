/// The distance travelled.
///
/// ```
///  0  U1    version        0
///  1  U1×3  reserved
///  4  U4    iTOW           1 ms
///  8  U4    distance       1 m
/// 12  U4    totalDistance  1 m
/// 16  U4    distanceStd    1 m
/// ```
///
/// Described as UBX-NAV-ODO in u-blox's interface descriptions.
public struct NavODO: PayloadMessage {
  /// The version of the layout.
  public var version: UInt8 = 0
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// Meters since the last reset.
  public var distance: UInt32 = 0
  /// Meters in all.
  public var totalDistance: UInt32 = 0
  /// Meters that the distance may be off.
  public var distanceAccuracy: UInt32 = 0
  private var reserved = Reserved<3>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navODO }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 20 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 20 }

  /// Reads a payload; false for one of another length or version.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    payload.skip(3, keeping: &reserved, bytes)
    payload.number(&timeOfWeek, bytes)
    payload.number(&distance, bytes)
    payload.number(&totalDistance, bytes)
    payload.number(&distanceAccuracy, bytes)
    payload.end(&rest, bytes)
  }
}

/// How far a base station has come with the survey of its place.
///
/// ```
///  0  U1    version   0
///  1  U1×3  reserved
///  4  U4    iTOW      1 ms
///  8  U4    dur       1 s
/// 12  I4    meanX     1 cm
/// 16  I4    meanY     1 cm
/// 20  I4    meanZ     1 cm
/// 24  I1    meanXHP   0.1 mm
/// 25  I1    meanYHP   0.1 mm
/// 26  I1    meanZHP   0.1 mm
/// 27  U1    reserved
/// 28  U4    meanAcc   0.1 mm
/// 32  U4    obs       1
/// 36  U1    valid     0, 1
/// 37  U1    active    0, 1
/// 38  U1×2  reserved
/// ```
///
/// Described as UBX-NAV-SVIN in u-blox's interface descriptions.
public struct NavSVIN: PayloadMessage {
  /// The version of the layout.
  public var version: UInt8 = 0
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// Seconds since it began.
  public var duration: UInt32 = 0
  @Steps<Int32, 100> private var meanX: Double
  @Steps<Int32, 100> private var meanY: Double
  @Steps<Int32, 100> private var meanZ: Double
  @Steps<Int8, 10_000> private var fineX: Double
  @Steps<Int8, 10_000> private var fineY: Double
  @Steps<Int8, 10_000> private var fineZ: Double
  /// Meters that the mean may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 10_000, -1> public var accuracy: Double?
  /// Positions that went into the mean.
  public var observations: UInt32 = 0
  /// 1 if the place is found.
  public var validity: UInt8 = 0
  /// 1 while the survey runs.
  public var activity: UInt8 = 0
  private var reserved = Reserved<6>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navSVIN }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 40 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 40 }

  /// Reads a payload; false for one of another length or version.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    payload.skip(3, keeping: &reserved, bytes)
    payload.number(&timeOfWeek, bytes)
    payload.number(&duration, bytes)
    payload.steps(&_meanX, bytes)
    payload.steps(&_meanY, bytes)
    payload.steps(&_meanZ, bytes)
    payload.steps(&_fineX, bytes)
    payload.steps(&_fineY, bytes)
    payload.steps(&_fineZ, bytes)
    payload.skip(1, keeping: &reserved, bytes)
    payload.steps(&_accuracy, bytes)
    payload.number(&observations, bytes)
    payload.number(&validity, bytes)
    payload.number(&activity, bytes)
    payload.skip(2, keeping: &reserved, bytes)
    payload.end(&rest, bytes)
  }
}

extension NavSVIN {
  /// Meters along the axis through 0° 0°.
  public var x: Double { meanX + fineX }
  /// Meters along the axis through 0° north 90° east.
  public var y: Double { meanY + fineY }
  /// Meters along the axis through the north pole.
  public var z: Double { meanZ + fineZ }
}
