/// The position, velocity, time and attitude, from receivers with sensors since u-blox 9.
///
/// ```
///   0  U4    iTOW              1 ms
///   4  U1    version           0
///   5  X1    valid
///              bit 0           validDate
///              bit 1           validTime
///              bit 2           fullyResolved
///              bit 3           validMag
///   6  U2    year              1 a
///   8  U1    month             1…12
///   9  U1    day               1…31
///  10  U1    hour              0…23
///  11  U1    min               0…59
///  12  U1    sec               0…60
///  13  U1×3  reserved
///  16  U4    tAcc              1 ns
///  20  I4    nano              1 ns
///  24  U1    fixType           0…5
///  25  X1    flags
///              bit 0           gnssFixOK
///              bit 1           diffSoln
///              bit 3           vehRollValid
///              bit 4           vehPitchValid
///              bit 5           vehHeadingValid
///              bits 6–7        carrSoln
///  26  X1    flags2
///              bit 5           confirmedAvai
///              bit 6           confirmedDate
///              bit 7           confirmedTime
///  27  U1    numSV             1
///  28  I4    lon               1e-7°
///  32  I4    lat               1e-7°
///  36  I4    height            1 mm
///  40  I4    hMSL              1 mm
///  44  U4    hAcc              1 mm
///  48  U4    vAcc              1 mm
///  52  I4    velN              1 mm/s
///  56  I4    velE              1 mm/s
///  60  I4    velD              1 mm/s
///  64  I4    gSpeed            1 mm/s
///  68  U4    sAcc              1 mm/s
///  72  I4    vehRoll           1e-5°
///  76  I4    vehPitch          1e-5°
///  80  I4    vehHeading        1e-5°
///  84  I4    motHeading        1e-5°
///  88  U2    accRoll           0.01°
///  90  U2    accPitch          0.01°
///  92  U2    accHeading        0.01°
///  94  I2    magDec            0.01°
///  96  U2    magAcc            0.01°
///  98  U2    errEllipseOrient  0.01°
/// 100  U4    errEllipseMajor   1 mm
/// 104  U4    errEllipseMinor   1 mm
/// 108  U4×2  reserved
/// ```
///
/// Described as UBX-NAV-PVAT in u-blox's interface descriptions.
public struct NavPVAT: PayloadMessage {
  public var kind: MessageKind { .navPVAT }
  public static let fewestBytes = 116

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 0
  private var isDateValid = false
  private var isTimeValid = false
  /// Whether the leap seconds are known; otherwise the time may be off by some seconds.
  public var isTimeFullyResolved = false
  private var isDeclinationValid = false
  private var moment = StoredTime()
  /// The time accuracy in seconds, or nil if unknown.
  @SparseSteps<UInt32, 1_000_000_000, -1> public var timeAccuracy: Double?
  /// The type of fix; it does not imply that the fix is valid.
  public var fixType = NavPVT.FixType.none
  /// Whether the solution is within the receiver's DOP and accuracy masks.
  public var isFixOK = false
  /// Whether the solution uses differential corrections.
  public var isDifferential = false
  private var isRollValid = false
  private var isPitchValid = false
  private var isVehicleHeadingValid = false
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
  @Steps<Int32, 10_000_000> private var longitude: Double
  @Steps<Int32, 10_000_000> private var latitude: Double
  @Steps<Int32, 1000> private var height: Double
  @Steps<Int32, 1000> private var altitude: Double
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
  @Steps<Int32, 100_000> private var storedRoll: Double
  @Steps<Int32, 100_000> private var storedPitch: Double
  @Steps<Int32, 100_000> private var storedVehicleHeading: Double
  /// The heading of motion in degrees from true north.
  @Steps<Int32, 100_000> public var headingOfMotion: Double
  /// The accuracy of the roll in degrees, or nil if unknown.
  @SparseSteps<UInt16, 100, -1> public var rollAccuracy: Double?
  /// The accuracy of the pitch in degrees, or nil if unknown.
  @SparseSteps<UInt16, 100, -1> public var pitchAccuracy: Double?
  /// The accuracy of the vehicle's heading in degrees, or nil if unknown.
  @SparseSteps<UInt16, 100, -1> public var headingAccuracy: Double?
  @Steps<Int16, 100> private var declination: Double
  @Steps<UInt16, 100> private var declinationAccuracy: Double
  /// The orientation of the error ellipse's major axis, in degrees from true north.
  @Steps<UInt16, 100> public var ellipseOrientation: Double
  /// The semi-major axis of the error ellipse in meters, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var ellipseMajor: Double?
  /// The semi-minor axis of the error ellipse in meters, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var ellipseMinor: Double?
  private var reserved = Reserved<14>()
  private var rest = PayloadRest()

  public init() {}
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.version(&version, in: 0...0, bytes)
    var validity = payload.word(UInt8.self, bytes)
    payload.flag(&isDateValid, bit: 0, of: &validity)
    payload.flag(&isTimeValid, bit: 1, of: &validity)
    payload.flag(&isTimeFullyResolved, bit: 2, of: &validity)
    payload.flag(&isDeclinationValid, bit: 3, of: &validity)
    payload.close(validity, keeping: &reserved)
    moment.walk(&payload, bytes)
    payload.skip(3, keeping: &reserved, bytes)
    payload.steps(&_timeAccuracy, bytes)
    moment.walkFraction(&payload, bytes)
    payload.code(&fixType, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flag(&isFixOK, bit: 0, of: &flags)
    payload.flag(&isDifferential, bit: 1, of: &flags)
    payload.flag(&isRollValid, bit: 3, of: &flags)
    payload.flag(&isPitchValid, bit: 4, of: &flags)
    payload.flag(&isVehicleHeadingValid, bit: 5, of: &flags)
    payload.code(&carrierSolution, bits: 6...7, of: &flags)
    payload.close(flags, keeping: &reserved)
    var confirmation = payload.word(UInt8.self, bytes)
    payload.flag(&tellsConfirmation, bit: 5, of: &confirmation)
    payload.flag(&isDateConfirmed, bit: 6, of: &confirmation)
    payload.flag(&isTimeConfirmed, bit: 7, of: &confirmation)
    payload.close(confirmation, keeping: &reserved)
    payload.number(&satellitesUsed, bytes)
    payload.steps(&_longitude, bytes)
    payload.steps(&_latitude, bytes)
    payload.steps(&_height, bytes)
    payload.steps(&_altitude, bytes)
    payload.steps(&_horizontalAccuracy, bytes)
    payload.steps(&_verticalAccuracy, bytes)
    payload.steps(&_velocityNorth, bytes)
    payload.steps(&_velocityEast, bytes)
    payload.steps(&_velocityDown, bytes)
    payload.steps(&_groundSpeed, bytes)
    payload.steps(&_speedAccuracy, bytes)
    payload.steps(&_storedRoll, bytes)
    payload.steps(&_storedPitch, bytes)
    payload.steps(&_storedVehicleHeading, bytes)
    payload.steps(&_headingOfMotion, bytes)
    payload.steps(&_rollAccuracy, bytes)
    payload.steps(&_pitchAccuracy, bytes)
    payload.steps(&_headingAccuracy, bytes)
    payload.steps(&_declination, bytes)
    payload.steps(&_declinationAccuracy, bytes)
    payload.steps(&_ellipseOrientation, bytes)
    payload.steps(&_ellipseMajor, bytes)
    payload.steps(&_ellipseMinor, bytes)
    payload.skip(8, keeping: &reserved, bytes)
    payload.end(&rest, bytes)
  }
}

extension NavPVAT {
  /// The date in UTC, or nil if it is not valid.
  public var date: NavPVT.CalendarDate? {
    get { isDateValid ? moment.date(isTimeValid: isTimeValid) : nil }
    set {
      moment.set(newValue)
      isDateValid = newValue != nil
    }
  }

  /// The time of day in UTC, or nil if it is not valid.
  public var time: NavPVT.TimeOfDay? {
    get { isTimeValid ? moment.time : nil }
    set {
      moment.set(newValue, isTimeValid: isTimeValid)
      isTimeValid = newValue != nil
    }
  }

  /// The position, or nil if the numbers are out of range.
  public var position: NavPVT.Position? {
    get {
      let position = NavPVT.Position(
        latitude: latitude, longitude: longitude, height: height, altitude: altitude)
      return position.isOnEarth ? position : nil
    }
    set {
      latitude = newValue?.latitude ?? 0
      longitude = newValue?.longitude ?? 0
      height = newValue?.height ?? 0
      altitude = newValue?.altitude ?? 0
    }
  }

  /// The roll in degrees, positive to the right, or nil if unknown.
  public var roll: Double? {
    get { isRollValid ? storedRoll : nil }
    set {
      storedRoll = newValue ?? 0
      isRollValid = newValue != nil
    }
  }

  /// The pitch in degrees, positive with the nose up, or nil if unknown.
  public var pitch: Double? {
    get { isPitchValid ? storedPitch : nil }
    set {
      storedPitch = newValue ?? 0
      isPitchValid = newValue != nil
    }
  }

  /// The vehicle's heading in degrees from true north, or nil if unknown.
  public var vehicleHeading: Double? {
    get { isVehicleHeadingValid ? storedVehicleHeading : nil }
    set {
      storedVehicleHeading = newValue ?? 0
      isVehicleHeadingValid = newValue != nil
    }
  }

  /// The magnetic declination, or nil if not reported.
  public var magneticDeclination: NavPVT.MagneticDeclination? {
    get {
      isDeclinationValid
        ? NavPVT.MagneticDeclination(degrees: declination, accuracy: declinationAccuracy) : nil
    }
    set {
      declination = newValue?.degrees ?? 0
      declinationAccuracy = newValue?.accuracy ?? 0
      isDeclinationValid = newValue != nil
    }
  }
}
