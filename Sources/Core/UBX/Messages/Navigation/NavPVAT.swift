/// The position, velocity, time and attitude, from receivers with sensors since u-blox 9.
///
/// ```
///   0  U4    iTOW                                       1 ms
///   4  U1    version                                    0
///   5  X1    valid: bit 0 validDate, 1 validTime, 2 fullyResolved, 3 validMag
///   6  U2    year                                       1 a
///   8  U1    month                                      1…12
///   9  U1    day                                        1…31
///  10  U1    hour                                       0…23
///  11  U1    min                                        0…59
///  12  U1    sec                                        0…60
///  13  U1×3  reserved
///  16  U4    tAcc                                       1 ns
///  20  I4    nano                                       1 ns
///  24  U1    fixType                                    0…5
///  25  X1    flags: bit 0 gnssFixOK, 1 diffSoln, 3 vehRollValid, 4 vehPitchValid, 5 vehHeadingValid,
///              6–7 carrSoln
///  26  X1    flags2: bit 5 confirmedAvai, 6 confirmedDate, 7 confirmedTime
///  27  U1    numSV                                      1
///  28  I4    lon, lat                                   1e-7°
///  36  I4    height, hMSL                               1 mm
///  44  U4    hAcc, vAcc                                 1 mm
///  52  I4    velN, velE, velD, gSpeed                   1 mm/s
///  68  U4    sAcc                                       1 mm/s
///  72  I4    vehRoll, vehPitch, vehHeading, motHeading  1e-5°
///  88  U2    accRoll, accPitch, accHeading              0.01°
///  94  I2    magDec                                     0.01°
///  96  U2    magAcc, errEllipseOrient                   0.01°
/// 100  U4    errEllipseMajor, errEllipseMinor           1 mm
/// 108  U4×2  reserved
/// ```
public struct NavPVAT: PayloadMessage, DatedMessage {
  package static var form: PayloadForm { PayloadForm(.navPVAT, fewestBytes: 116) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 0
  /// Whether the leap seconds are known; otherwise the time may be off by some seconds.
  public var isTimeFullyResolved = false
  public var moment = StoredTime()
  /// The time accuracy in seconds, or nil if unknown.
  @SparseSteps<UInt32, 1_000_000_000, -1> public var timeAccuracy: Double?
  /// The type of fix; it does not imply that the fix is valid.
  public var fixType = NavPVT.FixType.none
  /// Whether the solution is within the receiver's DOP and accuracy masks.
  public var isFixOK = false
  /// Whether the solution uses differential corrections.
  public var isDifferential = false
  /// The state of the carrier phase ambiguities.
  public var carrierSolution = NavPVT.CarrierSolution.none
  /// Whether the receiver reports confirmation by a second source.
  public var tellsConfirmation = false
  /// Whether the date was confirmed, if reported.
  public var isDateConfirmed = false
  /// Whether the time of day was confirmed, if reported.
  public var isTimeConfirmed = false
  /// The number of satellites in use.
  public var satellitesUsed: UInt8 = 0
  /// The position, or nil if the numbers are out of range.
  @StoredPosition public var position: NavPVT.Position?
  /// The horizontal accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var horizontalAccuracy: Double?
  /// The vertical accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var verticalAccuracy: Double?
  /// The velocity to the north in meters per second.
  @Steps<Int32, 1000> public var velocityNorth: Double
  /// The velocity to the east in meters per second.
  @Steps<Int32, 1000> public var velocityEast: Double
  /// The downward velocity in meters per second.
  @Steps<Int32, 1000> public var velocityDown: Double
  /// The ground speed in meters per second.
  @Steps<Int32, 1000> public var groundSpeed: Double
  /// The speed accuracy in meters per second, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var speedAccuracy: Double?
  /// The roll in degrees, positive to the right, or nil if unknown.
  @FlaggedSteps<Int32, 100_000> public var roll: Double?
  /// The pitch in degrees, positive with the nose up, or nil if unknown.
  @FlaggedSteps<Int32, 100_000> public var pitch: Double?
  /// The vehicle's heading in degrees from true north, or nil if unknown.
  @FlaggedSteps<Int32, 100_000> public var vehicleHeading: Double?
  /// The heading of motion in degrees from true north.
  @Steps<Int32, 100_000> public var headingOfMotion: Double
  /// The accuracy of the roll in degrees, or nil if unknown.
  @SparseSteps<UInt16, 100, -1> public var rollAccuracy: Double?
  /// The accuracy of the pitch in degrees, or nil if unknown.
  @SparseSteps<UInt16, 100, -1> public var pitchAccuracy: Double?
  /// The accuracy of the vehicle's heading in degrees, or nil if unknown.
  @SparseSteps<UInt16, 100, -1> public var headingAccuracy: Double?
  /// The magnetic declination, or nil if not reported.
  @StoredDeclination public var magneticDeclination: NavPVT.MagneticDeclination?
  /// The orientation of the error ellipse's major axis, in degrees from true north.
  @Steps<UInt16, 100> public var ellipseOrientation: Double
  /// The semi-major axis of the error ellipse in meters, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var ellipseMajor: Double?
  /// The semi-minor axis of the error ellipse in meters, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var ellipseMinor: Double?
  package var kept = KeptBytes<14>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.version(&version, in: 0...0, bytes)
    var validity = payload.word(UInt8.self, bytes)
    moment.walkValidity(&payload, of: &validity)
    payload.flags(&isTimeFullyResolved, &_magneticDeclination.isValid, from: 2, of: &validity)
    payload.close(validity, keeping: &kept.reserved)
    moment.walk(&payload, bytes)
    payload.skip(3, keeping: &kept.reserved, bytes)
    payload.steps(&_timeAccuracy, bytes)
    moment.walkFraction(&payload, bytes)
    payload.code(&fixType, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flags(&isFixOK, &isDifferential, from: 0, of: &flags)
    payload.flags(&_roll.isValid, &_pitch.isValid, &_vehicleHeading.isValid, from: 3, of: &flags)
    payload.code(&carrierSolution, bits: 6...7, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    var confirmation = payload.word(UInt8.self, bytes)
    payload.flags(&tellsConfirmation, &isDateConfirmed, &isTimeConfirmed, from: 5, of: &confirmation)
    payload.close(confirmation, keeping: &kept.reserved)
    payload.fields(
      &satellitesUsed, &_position, &_horizontalAccuracy, &_verticalAccuracy, &_velocityNorth, bytes)
    payload.fields(&_velocityEast, &_velocityDown, &_groundSpeed, &_speedAccuracy, &_roll.steps, bytes)
    payload.fields(&_pitch.steps, &_vehicleHeading.steps, &_headingOfMotion, &_rollAccuracy, bytes)
    payload.fields(&_pitchAccuracy, &_headingAccuracy, &_magneticDeclination, &_ellipseOrientation, bytes)
    payload.fields(&_ellipseMajor, &_ellipseMinor, bytes)
    payload.skip(8, keeping: &kept.reserved, bytes)
  }
}
