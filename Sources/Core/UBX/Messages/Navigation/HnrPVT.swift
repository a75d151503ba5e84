/// The high-rate position, velocity and time from sensors, up to 30 times a second.
///
/// ```
///  0  U4    iTOW              1 ms
///  4  U2    year              1 a
///  6  U1    month             1…12
///  7  U1    day               1…31
///  8  U1    hour              0…23
///  9  U1    min               0…59
/// 10  U1    second            0…60
/// 11  X1    valid: bit 0 validDate, 1 validTime, 2 fullyResolved
/// 12  I4    nano              1 ns
/// 16  U1    gpsFix            0…5
/// 17  X1    flags: bit 0 GPSfixOK, 1 DiffSoln, 2 WKNSET, 3 TOWSET, 4 headVehValid
/// 18  U1×2  reserved
/// 20  I4    lon, lat          1e-7°
/// 28  I4    height, hMSL      1 mm
/// 36  I4    gSpeed, speed     1 mm/s
/// 44  I4    headMot, headVeh  1e-5°
/// 52  U4    hAcc, vAcc        1 mm
/// 60  U4    sAcc              1 mm/s
/// 64  U4    headAcc           1e-5°
/// 68  U4    reserved
/// ```
///
/// Each message is an epoch with its own time.
public struct HnrPVT: PayloadMessage, DatedMessage {
  package static var form: PayloadForm { PayloadForm(.hnrPVT, fewestBytes: 72) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  public var moment = StoredTime()
  /// Whether the leap seconds are known; otherwise the time may be off by some seconds.
  public var isTimeFullyResolved = false
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
  /// The position, or nil if the numbers are out of range.
  @StoredPosition public var position: NavPVT.Position?
  /// The ground speed in meters per second.
  @Steps<Int32, 1000> public var groundSpeed: Double
  /// The three-dimensional speed in meters per second.
  @Steps<Int32, 1000> public var speed: Double
  /// The heading of motion in degrees from true north.
  @Steps<Int32, 100_000> public var headingOfMotion: Double
  /// The vehicle's heading in degrees from true north, from sensors, or nil without them.
  @FlaggedSteps<Int32, 100_000> public var vehicleHeading: Double?
  /// The horizontal accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var horizontalAccuracy: Double?
  /// The vertical accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var verticalAccuracy: Double?
  /// The speed accuracy in meters per second, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var speedAccuracy: Double?
  /// The accuracy of both headings in degrees, or nil if unknown.
  @SparseSteps<UInt32, 100_000, -1> public var headingAccuracy: Double?
  package var kept = KeptBytes<8>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &moment, bytes)
    var validity = payload.word(UInt8.self, bytes)
    moment.walkValidity(&payload, of: &validity)
    payload.flag(&isTimeFullyResolved, bit: 2, of: &validity)
    payload.close(validity, keeping: &kept.reserved)
    moment.walkFraction(&payload, bytes)
    payload.code(&fixType, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flags(&isFixOK, &isDifferential, &isWeekValid, from: 0, of: &flags)
    payload.flags(&isTimeOfWeekValid, &_vehicleHeading.isValid, from: 3, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.fields(&_position, &_groundSpeed, &_speed, &_headingOfMotion, &_vehicleHeading.steps, bytes)
    payload.fields(&_horizontalAccuracy, &_verticalAccuracy, &_speedAccuracy, &_headingAccuracy, bytes)
    payload.skip(4, keeping: &kept.reserved, bytes)
  }
}
