/// Position, velocity, time and attitude of one epoch, of receivers with sensors since u-blox 9.
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
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 0
  private var isDateValid = false
  private var isTimeValid = false
  /// Whether the leap seconds are known, so that the time can't be some seconds off.
  public var isTimeFullyResolved = false
  private var isDeclinationValid = false
  private var moment = StoredTime()
  /// Seconds that the time may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1_000_000_000, -1> public var timeAccuracy: Double?
  /// The kind of solution; it does not yet say that the solution is good.
  public var fixType = NavPVT.FixType.none
  /// Whether the solution is inside the receiver's masks of precision and accuracy.
  public var isFixOK = false
  /// Whether differential corrections went into the solution.
  public var isDifferential = false
  private var isRollValid = false
  private var isPitchValid = false
  private var isVehicleHeadingValid = false
  /// Whether carrier phases went into the solution, and how surely.
  public var carrierSolution = NavPVT.CarrierSolution.none
  /// Whether the receiver tells that date and time were confirmed by a second source.
  public var tellsConfirmation = false
  /// Whether the date was confirmed, if it tells.
  public var isDateConfirmed = false
  /// Whether the time of day was confirmed, if it tells.
  public var isTimeConfirmed = false
  /// Satellites in use.
  public var satellitesUsed: UInt8 = 0
  @Steps<Int32, 10_000_000> private var longitude: Double
  @Steps<Int32, 10_000_000> private var latitude: Double
  @Steps<Int32, 1000> private var height: Double
  @Steps<Int32, 1000> private var altitude: Double
  /// Meters that latitude and longitude may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1000, -1> public var horizontalAccuracy: Double?
  /// Meters that the height may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1000, -1> public var verticalAccuracy: Double?
  /// Meters per second to the north.
  @Steps<Int32, 1000> public var velocityNorth: Double
  /// Meters per second to the east.
  @Steps<Int32, 1000> public var velocityEast: Double
  /// Meters per second downwards.
  @Steps<Int32, 1000> public var velocityDown: Double
  /// Meters per second over ground.
  @Steps<Int32, 1000> public var groundSpeed: Double
  /// Meters per second that the speed may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1000, -1> public var speedAccuracy: Double?
  @Steps<Int32, 100_000> private var storedRoll: Double
  @Steps<Int32, 100_000> private var storedPitch: Double
  @Steps<Int32, 100_000> private var storedVehicleHeading: Double
  /// Degrees from true north in which the receiver moves.
  @Steps<Int32, 100_000> public var headingOfMotion: Double
  /// Degrees that the roll may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt16, 100, -1> public var rollAccuracy: Double?
  /// Degrees that the pitch may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt16, 100, -1> public var pitchAccuracy: Double?
  /// Degrees that the vehicle's heading may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt16, 100, -1> public var headingAccuracy: Double?
  @Steps<Int16, 100> private var declination: Double
  @Steps<UInt16, 100> private var declinationAccuracy: Double
  /// Degrees from true north to the long axis of the error ellipse.
  @Steps<UInt16, 100> public var ellipseOrientation: Double
  /// Meters of half the long axis of the error ellipse, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1000, -1> public var ellipseMajor: Double?
  /// Meters of half the short axis of the error ellipse, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1000, -1> public var ellipseMinor: Double?
  private var reserved = Reserved<14>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navPVAT }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 116 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 116 }

  /// Reads a payload; false for one of another length or version.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
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
  /// The day in UTC, or nil while the receiver does not call it valid.
  public var date: NavPVT.CalendarDate? {
    get { isDateValid ? moment.date(isTimeValid: isTimeValid) : nil }
    set {
      moment.set(newValue)
      isDateValid = newValue != nil
    }
  }

  /// The time of day in UTC, or nil while the receiver does not call it valid.
  public var time: NavPVT.TimeOfDay? {
    get { isTimeValid ? moment.time : nil }
    set {
      moment.set(newValue, isTimeValid: isTimeValid)
      isTimeValid = newValue != nil
    }
  }

  /// The position, or nil where the numbers can't be one.
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

  /// Degrees by which the vehicle leans to the right, or nil where the receiver does not know.
  public var roll: Double? {
    get { isRollValid ? storedRoll : nil }
    set {
      storedRoll = newValue ?? 0
      isRollValid = newValue != nil
    }
  }

  /// Degrees by which the vehicle's nose is up, or nil where the receiver does not know.
  public var pitch: Double? {
    get { isPitchValid ? storedPitch : nil }
    set {
      storedPitch = newValue ?? 0
      isPitchValid = newValue != nil
    }
  }

  /// Degrees from true north in which the vehicle looks, or nil where the receiver does not know.
  public var vehicleHeading: Double? {
    get { isVehicleHeadingValid ? storedVehicleHeading : nil }
    set {
      storedVehicleHeading = newValue ?? 0
      isVehicleHeadingValid = newValue != nil
    }
  }

  /// How far a compass is off here, or nil where the receiver does not tell.
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
