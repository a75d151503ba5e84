/// The navigation solution of receivers up to u-blox 8, in ECEF coordinates.
///
/// ```
///  0  U4  iTOW                    1 ms
///  4  I4  fTOW                    1 ns
///  8  I2  week                    1
/// 10  U1  gpsFix                  0…5
/// 11  X1  flags: bit 0 gpsfixOK, 1 diffSoln, 2 wknSet, 3 towSet
/// 12  I4  ecefX, ecefY, ecefZ     1 cm
/// 24  U4  pAcc                    1 cm
/// 28  I4  ecefVX, ecefVY, ecefVZ  1 cm/s
/// 40  U4  sAcc                    1 cm/s
/// 44  U2  pDOP                    0.01
/// 46  U1  reserved
/// 47  U1  numSV                   1
/// 48  U4  reserved
/// ```
public struct NavSOL: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navSOL, fewestBytes: 52) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// Nanoseconds to add to the time of week, −500 000 to 500 000.
  public var fraction: Int32 = 0
  /// The GPS week, counted from 1980 without rollover; old firmware can be off by 1024.
  public var week: Int16 = 0
  /// The type of fix; it does not imply that the fix is valid.
  public var fixType = NavPVT.FixType.none
  /// Whether the solution is within the receiver's DOP and accuracy masks.
  public var isFixOK = false
  /// Whether the solution uses differential corrections.
  public var isDifferential = false
  /// Whether the week is valid.
  public var isWeekValid = false
  /// Whether the time of week is valid.
  public var isTimeOfWeekValid = false
  /// The ECEF X coordinate in meters.
  @Steps<Int32, 100> public var x: Double
  /// The ECEF Y coordinate in meters.
  @Steps<Int32, 100> public var y: Double
  /// The ECEF Z coordinate in meters.
  @Steps<Int32, 100> public var z: Double
  /// The three-dimensional accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 100, -1> public var positionAccuracy: Double?
  /// The velocity along the ECEF X axis in meters per second.
  @Steps<Int32, 100> public var velocityX: Double
  /// The velocity along the ECEF Y axis in meters per second.
  @Steps<Int32, 100> public var velocityY: Double
  /// The velocity along the ECEF Z axis in meters per second.
  @Steps<Int32, 100> public var velocityZ: Double
  /// The speed accuracy in meters per second, or nil if unknown.
  @SparseSteps<UInt32, 100, -1> public var speedAccuracy: Double?
  /// The position dilution of precision (PDOP); 99.99 often means no fix.
  @Steps<UInt16, 100> public var positionDilution: Double
  /// The number of satellites in use.
  public var satellitesUsed: UInt8 = 0
  package var kept = KeptBytes<6>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &fraction, &week, &fixType, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flags(&isFixOK, &isDifferential, &isWeekValid, &isTimeOfWeekValid, from: 0, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.fields(&_x, &_y, &_z, &_positionAccuracy, &_velocityX, &_velocityY, bytes)
    payload.fields(&_velocityZ, &_speedAccuracy, &_positionDilution, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.number(&satellitesUsed, bytes)
    payload.skip(4, keeping: &kept.reserved, bytes)
  }
}
