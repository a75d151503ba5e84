/// Position, velocity and time of one epoch: the message that says everything a fix needs.
///
/// ```
/// offset type name       step           offset type name    step
///  0     U4   iTOW       1 ms            44    U4   vAcc    1 mm
///  4     U2   year       1 a             48    I4   velN    1 mm/s
///  6     U1   month      1…12            52    I4   velE    1 mm/s
///  7     U1   day        1…31            56    I4   velD    1 mm/s
///  8     U1   hour       0…23            60    I4   gSpeed  1 mm/s
///  9     U1   min        0…59            64    I4   headMot 1e-5°
/// 10     U1   sec        0…60            68    U4   sAcc    1 mm/s
/// 11     X1   valid      ----mrtd        72    U4   headAcc 1e-5°
/// 12     U4   tAcc       1 ns            76    U2   pDOP    0.01
/// 16     I4   nano       1 ns            78    X2   flags3  --u--------aaaai
/// 20     U1   fixType    0…5             80    U1×4 reserved
/// 21     X1   flags      ccvpppsf        84    I4   headVeh 1e-5°  ┐
/// 22     X1   flags2     TDA-----        88    I2   magDec  0.01°  │ not before
/// 23     U1   numSV      1               90    U2   magAcc  0.01°  ┘ protocol 15
/// 24     I4   lon        1e-7°
/// 28     I4   lat        1e-7°           m validMag      r fullyResolved  t validTime  d validDate
/// 32     I4   height     1 mm            c carrSoln      v headVehValid   p psmState
/// 36     I4   hMSL       1 mm            s diffSoln      f gnssFixOK      T confirmedTime
/// 40     U4   hAcc       1 mm            D confirmedDate A confirmedAvai  u authTime
///                                        a lastCorrectionAge              i invalidLlh
/// ```
///
/// Numbers are little endian, bits stand highest first; the payload has 92 bytes, 84 before protocol 15:
/// then headVeh and what follows is missing, and flags2 and flags3 are reserved.
///
/// Described as UBX-NAV-PVT (0x01 0x07) in the interface description of each receiver, for example in
/// UBX-13003221 (u-blox 8) and UBX-18010854 (ZED-F9P): <https://www.u-blox.com/en/product-resources>.
public struct NavPVT: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  private var moment = StoredTime()
  private var isDateValid = false
  private var isTimeValid = false
  /// Whether the leap seconds are known, so that the time can't be some seconds off.
  public var isTimeFullyResolved = false
  /// Seconds that the time may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1_000_000_000, -1> public var timeAccuracy: Double?
  private var tellsConfirmation = false
  private var isDateConfirmed = false
  private var isTimeConfirmed = false
  /// Whether the time was checked against a trusted source from outside.
  public var isTimeAuthenticated = false

  /// The kind of solution: by satellites, by dead reckoning, by both, or time alone.
  ///
  /// It does not yet say that the solution is good: ``isFixOK`` does.
  public var fixType = FixType.none
  /// Whether position and velocity are valid and inside the receiver's masks of precision and accuracy.
  public var isFixOK = false
  /// Whether differential corrections went into the solution.
  public var isDifferential = false
  private var correctionClass: UInt8 = 0
  /// Whether carrier phases went into the solution, and how surely.
  public var carrierSolution = CarrierSolution.none
  /// The receiver's way of saving power.
  public var powerState = PowerState.notActive
  private var satelliteCount: UInt8 = 0
  /// Dilution of precision in three dimensions; 99.99 is the highest, and often means that there is no fix.
  @Steps<UInt16, 100> public var positionDilution: Double

  @Steps<Int32, 10_000_000> private var longitude: Double
  @Steps<Int32, 10_000_000> private var latitude: Double
  @Steps<Int32, 1000> private var height: Double
  @Steps<Int32, 1000> private var altitude: Double
  private var isPositionInvalid = true
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
  /// Degrees from true north in which the receiver moves; it keeps its last value when it stands still.
  @Steps<Int32, 100_000> public var headingOfMotion: Double
  /// Meters per second that the speed may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 1000, -1> public var speedAccuracy: Double?
  /// Degrees that either heading may be off, or nil where the receiver has no idea.
  @SparseSteps<UInt32, 100_000, -1> public var headingAccuracy: Double?
  @Steps<Int32, 100_000> private var storedVehicleHeading: Double
  private var unsaidVehicleHeading = Unsaid<Int32>()
  private var isVehicleHeadingValid = false
  @Steps<Int16, 100> private var declination: Double
  @Steps<UInt16, 100> private var declinationAccuracy: Double
  private var isDeclinationValid = false
  private var reserved = Reserved<9>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navPVT }

  /// Makes a solution that says nothing yet.
  public init() {}

  /// Reads a payload; false for one of another length.
  ///
  /// The old form of 84 bytes is read too, and one that a later receiver made longer.
  /// A date, time or position whose flag says valid but whose numbers can't be is nil.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// 84 bytes, or 92 and more.
  public static func fits(_ length: Int) -> Bool { length == 84 || length >= 92 }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    let isOld = !payload.hasMore(than: 84, rest, bytes)
    walkTime(&payload, isOld: isOld, bytes)
    payload.code(&fixType, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flag(&isFixOK, bit: 0, of: &flags)
    payload.flag(&isDifferential, bit: 1, of: &flags)
    payload.code(&powerState, bits: 2...4, of: &flags)
    if !isOld { payload.flag(&isVehicleHeadingValid, bit: 5, of: &flags) }
    payload.code(&carrierSolution, bits: 6...7, of: &flags)
    payload.close(flags, keeping: &reserved)
    var confirmation = payload.word(UInt8.self, bytes)
    if !isOld {
      payload.flag(&tellsConfirmation, bit: 5, of: &confirmation)
      payload.flag(&isDateConfirmed, bit: 6, of: &confirmation)
      payload.flag(&isTimeConfirmed, bit: 7, of: &confirmation)
    }
    payload.close(confirmation, keeping: &reserved)
    payload.number(&satelliteCount, bytes)
    walkPosition(&payload, bytes)
    walkMovement(&payload, bytes)
    payload.steps(&_positionDilution, bytes)
    if isOld {
      isPositionInvalid = false
      payload.skip(6, keeping: &reserved, bytes)
    } else {
      walkLaterFields(&payload, bytes)
    }
    payload.end(&rest, bytes)
  }

  @inline(__always)
  private mutating func walkTime(
    _ payload: inout some PayloadVisitor, isOld: Bool, _ bytes: Span<UInt8>
  ) {
    payload.number(&timeOfWeek, bytes)
    moment.walk(&payload, bytes)
    var validity = payload.word(UInt8.self, bytes)
    payload.flag(&isDateValid, bit: 0, of: &validity)
    payload.flag(&isTimeValid, bit: 1, of: &validity)
    payload.flag(&isTimeFullyResolved, bit: 2, of: &validity)
    if !isOld { payload.flag(&isDeclinationValid, bit: 3, of: &validity) }
    payload.close(validity, keeping: &reserved)
    payload.steps(&_timeAccuracy, bytes)
    moment.walkFraction(&payload, bytes)
  }

  @inline(__always)
  private mutating func walkPosition(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.steps(&_longitude, bytes)
    payload.steps(&_latitude, bytes)
    payload.steps(&_height, bytes)
    payload.steps(&_altitude, bytes)
    payload.steps(&_horizontalAccuracy, bytes)
    payload.steps(&_verticalAccuracy, bytes)
  }

  @inline(__always)
  private mutating func walkMovement(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.steps(&_velocityNorth, bytes)
    payload.steps(&_velocityEast, bytes)
    payload.steps(&_velocityDown, bytes)
    payload.steps(&_groundSpeed, bytes)
    payload.steps(&_headingOfMotion, bytes)
    payload.steps(&_speedAccuracy, bytes)
    payload.steps(&_headingAccuracy, bytes)
  }

  @inline(__always)
  private mutating func walkLaterFields(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    var flags = payload.word(UInt16.self, bytes)
    payload.flag(&isPositionInvalid, bit: 0, of: &flags)
    payload.number(&correctionClass, bits: 1...4, of: &flags)
    payload.flag(&isTimeAuthenticated, bit: 13, of: &flags)
    payload.close(flags, keeping: &reserved)
    payload.skip(4, keeping: &reserved, bytes)
    if isVehicleHeadingValid {
      payload.steps(&_storedVehicleHeading, bytes)
    } else {
      // Receivers without sensors repeat the heading of motion here, and the flag stays down.
      var heading = unsaidVehicleHeading.raw ?? _headingOfMotion.raw
      payload.number(&heading, bytes)
      unsaidVehicleHeading.raw = heading
    }
    payload.steps(&_declination, bytes)
    payload.steps(&_declinationAccuracy, bytes)
  }
}

extension NavPVT {
  /// The day in UTC, or nil while the receiver does not call it valid.
  public var date: CalendarDate? {
    get { isDateValid ? moment.date(isTimeValid: isTimeValid) : nil }
    set {
      moment.set(newValue)
      isDateValid = newValue != nil
    }
  }

  /// The time of day in UTC, or nil while the receiver does not call it valid.
  public var time: TimeOfDay? {
    get { isTimeValid ? moment.time : nil }
    set {
      moment.set(newValue, isTimeValid: isTimeValid)
      isTimeValid = newValue != nil
    }
  }

  /// Whether date and time were confirmed by a second source, or nil where the receiver does not tell.
  public var confirmation: Confirmation? {
    get { tellsConfirmation ? Confirmation(date: isDateConfirmed, time: isTimeConfirmed) : nil }
    set {
      tellsConfirmation = newValue != nil
      isDateConfirmed = newValue?.date ?? false
      isTimeConfirmed = newValue?.time ?? false
    }
  }

  /// How old the corrections are, or nil where the receiver does not tell.
  public var correctionAge: CorrectionAge? {
    get { CorrectionAge(rawValue: correctionClass) }
    set { correctionClass = newValue?.rawValue ?? 0 }
  }

  /// Satellites in use, 0 to 255.
  public var satellitesUsed: Int {
    get { Int(satelliteCount) }
    set { satelliteCount = UInt8(clamping: newValue) }
  }

  /// The position, or nil if the receiver calls it invalid.
  ///
  /// Older receivers have no such flag: without a fix they repeat the last position, or say 0° 0°.
  public var position: Position? {
    get {
      let position = Position(latitude: latitude, longitude: longitude, height: height, altitude: altitude)
      return isPositionInvalid || !position.isOnEarth ? nil : position
    }
    set {
      latitude = newValue?.latitude ?? 0
      longitude = newValue?.longitude ?? 0
      height = newValue?.height ?? 0
      altitude = newValue?.altitude ?? 0
      isPositionInvalid = newValue == nil
    }
  }

  /// Degrees from true north in which the vehicle looks, known by sensors, or nil without them.
  public var vehicleHeading: Double? {
    get { isVehicleHeadingValid ? storedVehicleHeading : nil }
    set {
      storedVehicleHeading = newValue ?? 0
      isVehicleHeadingValid = newValue != nil
    }
  }

  /// How far a compass is off here, or nil where the receiver does not tell.
  public var magneticDeclination: MagneticDeclination? {
    get {
      isDeclinationValid ? MagneticDeclination(degrees: declination, accuracy: declinationAccuracy) : nil
    }
    set {
      declination = newValue?.degrees ?? 0
      declinationAccuracy = newValue?.accuracy ?? 0
      isDeclinationValid = newValue != nil
    }
  }
}
