/// The solution of receivers up to u-blox 8, as seen from the center of the earth.
///
/// ```
///  0  U4  iTOW      1 ms
///  4  I4  fTOW      1 ns
///  8  I2  week      1
/// 10  U1  gpsFix    0…5
/// 11  X1  flags
///           bit 0   gpsfixOK
///           bit 1   diffSoln
///           bit 2   wknSet
///           bit 3   towSet
/// 12  I4  ecefX     1 cm
/// 16  I4  ecefY     1 cm
/// 20  I4  ecefZ     1 cm
/// 24  U4  pAcc      1 cm
/// 28  I4  ecefVX    1 cm/s
/// 32  I4  ecefVY    1 cm/s
/// 36  I4  ecefVZ    1 cm/s
/// 40  U4  sAcc      1 cm/s
/// 44  U2  pDOP      0.01
/// 46  U1  reserved
/// 47  U1  numSV     1
/// 48  U4  reserved
/// ```
///
/// Described as UBX-NAV-SOL in u-blox's interface descriptions.
public struct NavSOL: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// Nanoseconds to be added to the time of week, −500 000 to 500 000.
  public var fraction: Int32 = 0
  /// GPS week, counted from 1980 and not modulo 1024; old firmware can be 1024 off.
  public var week: Int16 = 0
  /// The kind of solution; it does not yet say that the solution is good.
  public var fixType = NavPVT.FixType.none
  /// Whether the solution is inside the receiver's masks of precision and accuracy.
  public var isFixOK = false
  /// Whether differential corrections went into the solution.
  public var isDifferential = false
  /// Whether the week is valid.
  public var isWeekValid = false
  /// Whether the time of week is valid.
  public var isTimeOfWeekValid = false
  /// Meters along the axis through 0° 0°.
  @Steps<Int32, 100> public var x: Double
  /// Meters along the axis through 0° north 90° east.
  @Steps<Int32, 100> public var y: Double
  /// Meters along the axis through the north pole.
  @Steps<Int32, 100> public var z: Double
  /// Meters that the position may be off in space, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 100, -1> public var positionAccuracy: Double?
  /// Meters per second along the same axis as x.
  @Steps<Int32, 100> public var velocityX: Double
  /// Meters per second along the same axis as y.
  @Steps<Int32, 100> public var velocityY: Double
  /// Meters per second along the same axis as z.
  @Steps<Int32, 100> public var velocityZ: Double
  /// Meters per second that the speed may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 100, -1> public var speedAccuracy: Double?
  /// Dilution of precision in three dimensions; 99.99 often means that there is no fix.
  @Steps<UInt16, 100> public var positionDilution: Double
  /// Satellites in use.
  public var satellitesUsed: UInt8 = 0
  private var reserved = Reserved<6>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navSOL }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 52 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 52 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.number(&fraction, bytes)
    payload.number(&week, bytes)
    payload.code(&fixType, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flag(&isFixOK, bit: 0, of: &flags)
    payload.flag(&isDifferential, bit: 1, of: &flags)
    payload.flag(&isWeekValid, bit: 2, of: &flags)
    payload.flag(&isTimeOfWeekValid, bit: 3, of: &flags)
    payload.close(flags, keeping: &reserved)
    payload.steps(&_x, bytes)
    payload.steps(&_y, bytes)
    payload.steps(&_z, bytes)
    payload.steps(&_positionAccuracy, bytes)
    payload.steps(&_velocityX, bytes)
    payload.steps(&_velocityY, bytes)
    payload.steps(&_velocityZ, bytes)
    payload.steps(&_speedAccuracy, bytes)
    payload.steps(&_positionDilution, bytes)
    payload.skip(1, keeping: &reserved, bytes)
    payload.number(&satellitesUsed, bytes)
    payload.skip(4, keeping: &reserved, bytes)
    payload.end(&rest, bytes)
  }
}
