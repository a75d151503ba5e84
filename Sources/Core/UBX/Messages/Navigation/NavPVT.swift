/// The position, velocity and time of an epoch: everything that a fix needs.
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
/// Numbers are little endian, and bits are listed highest first. The payload has 92 bytes. Before protocol 15
/// it has 84: headVeh and later fields are missing, and flags2 and flags3 are reserved.
///
/// Described as UBX-NAV-PVT (0x01 0x07) in the interface description of each receiver, for example in
/// UBX-13003221 (u-blox 8) and UBX-18010854 (ZED-F9P): <https://www.u-blox.com/en/product-resources>.
public struct NavPVT: PayloadMessage, DatedMessage {
  package static var form: PayloadForm { PayloadForm(.navPVT, fewestBytes: 84) }

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  public var moment = StoredTime()
  /// Whether the leap seconds are known; otherwise the time may be off by some seconds.
  public var isTimeFullyResolved = false
  /// The time accuracy in seconds, or nil if unknown.
  @SparseSteps<UInt32, 1_000_000_000, -1> public var timeAccuracy: Double?
  private var tellsConfirmation = false
  private var isDateConfirmed = false
  private var isTimeConfirmed = false
  /// Whether the time was verified against an external trusted source.
  public var isTimeAuthenticated = false

  /// The type of fix: satellites, dead reckoning, both, or time only.
  ///
  /// It does not imply that the fix is valid; see ``isFixOK``.
  public var fixType = FixType.none
  /// Whether position and velocity are valid and within the receiver's DOP and accuracy masks.
  public var isFixOK = false
  /// Whether the solution uses differential corrections.
  public var isDifferential = false
  private var correctionClass: UInt8 = 0
  /// The state of the carrier phase ambiguities.
  public var carrierSolution = CarrierSolution.none
  /// The state of power saving.
  public var powerState = PowerState.notActive
  private var satelliteCount: UInt8 = 0
  /// The position dilution of precision (PDOP); the maximum, 99.99, often means no fix.
  @Steps<UInt16, 100> public var positionDilution: Double

  private var place = StoredPosition()
  private var isPositionInvalid = true
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
  /// The heading of motion in degrees from true north; it keeps its last value at standstill.
  @Steps<Int32, 100_000> public var headingOfMotion: Double
  /// The speed accuracy in meters per second, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var speedAccuracy: Double?
  /// The accuracy of both headings in degrees, or nil if unknown.
  @SparseSteps<UInt32, 100_000, -1> public var headingAccuracy: Double?
  /// The vehicle's heading in degrees from true north, from sensors, or nil without them.
  @FlaggedSteps<Int32, 100_000> public var vehicleHeading: Double?
  private var unsaidVehicleHeading = UnusedField<Int32>()
  /// The magnetic declination, or nil if not reported.
  @StoredDeclination public var magneticDeclination: MagneticDeclination?
  package var kept = KeptBytes<9>()

  public init() {}
  package static func fits(_ length: Int) -> Bool { length == 84 || length >= 92 }

  /// Reads a payload; returns false if its length does not fit.
  ///
  /// Accepts the old form of 84 bytes, and longer forms of later receivers.
  /// A date, time or position that is flagged valid but out of range reads as nil.
  package mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    let isOld = !payload.hasMore(than: 84, kept.rest, bytes)
    walkTime(&payload, isOld: isOld, bytes)
    payload.code(&fixType, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flags(&isFixOK, &isDifferential, from: 0, of: &flags)
    payload.code(&powerState, bits: 2...4, of: &flags)
    if !isOld { payload.flag(&_vehicleHeading.isValid, bit: 5, of: &flags) }
    payload.code(&carrierSolution, bits: 6...7, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    var confirmation = payload.word(UInt8.self, bytes)
    if !isOld {
      payload.flags(&tellsConfirmation, &isDateConfirmed, &isTimeConfirmed, from: 5, of: &confirmation)
    }
    payload.close(confirmation, keeping: &kept.reserved)
    payload.number(&satelliteCount, bytes)
    walkPosition(&payload, bytes)
    walkMovement(&payload, bytes)
    payload.steps(&_positionDilution, bytes)
    if isOld {
      isPositionInvalid = false
      payload.skip(6, keeping: &kept.reserved, bytes)
    } else {
      walkLaterFields(&payload, bytes)
    }
  }

  @inline(__always)
  private mutating func walkTime(
    _ payload: inout some PayloadVisitor, isOld: Bool, _ bytes: Span<UInt8>
  ) {
    payload.fields(&timeOfWeek, &moment, bytes)
    var validity = payload.word(UInt8.self, bytes)
    moment.walkValidity(&payload, of: &validity)
    payload.flag(&isTimeFullyResolved, bit: 2, of: &validity)
    if !isOld { payload.flag(&_magneticDeclination.isValid, bit: 3, of: &validity) }
    payload.close(validity, keeping: &kept.reserved)
    payload.steps(&_timeAccuracy, bytes)
    moment.walkFraction(&payload, bytes)
  }

  @inline(__always)
  private mutating func walkPosition(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&place, &_horizontalAccuracy, &_verticalAccuracy, bytes)
  }

  @inline(__always)
  private mutating func walkMovement(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&_velocityNorth, &_velocityEast, &_velocityDown, &_groundSpeed, &_headingOfMotion, bytes)
    payload.fields(&_speedAccuracy, &_headingAccuracy, bytes)
  }

  @inline(__always)
  private mutating func walkLaterFields(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    var flags = payload.word(UInt16.self, bytes)
    payload.flag(&isPositionInvalid, bit: 0, of: &flags)
    payload.number(&correctionClass, bits: 1...4, of: &flags)
    payload.flag(&isTimeAuthenticated, bit: 13, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.skip(4, keeping: &kept.reserved, bytes)
    if _vehicleHeading.isValid {
      payload.steps(&_vehicleHeading.steps, bytes)
    } else {
      // Receivers without sensors repeat the heading of motion here, without setting the flag.
      var heading = unsaidVehicleHeading.raw ?? _headingOfMotion.raw
      payload.number(&heading, bytes)
      unsaidVehicleHeading.raw = heading
    }
    _magneticDeclination.walk(&payload, bytes)
  }

  /// Whether date and time were confirmed by a second source, or nil if not reported.
  public var confirmation: Confirmation? {
    get { tellsConfirmation ? Confirmation(date: isDateConfirmed, time: isTimeConfirmed) : nil }
    set {
      tellsConfirmation = newValue != nil
      isDateConfirmed = newValue?.date ?? false
      isTimeConfirmed = newValue?.time ?? false
    }
  }

  /// The age of differential corrections, or nil if not reported.
  public var correctionAge: CorrectionAge? {
    get { CorrectionAge(rawValue: correctionClass) }
    set { correctionClass = newValue?.rawValue ?? 0 }
  }

  /// The number of satellites in use, 0 to 255.
  public var satellitesUsed: Int {
    get { Int(satelliteCount) }
    set { satelliteCount = UInt8(clamping: newValue) }
  }

  /// The position, or nil if the receiver marks it as invalid.
  ///
  /// Older receivers lack this flag: without a fix they repeat the last position or send 0° 0°.
  public var position: Position? {
    get { isPositionInvalid ? nil : place.wrappedValue }
    set {
      place.wrappedValue = newValue
      isPositionInvalid = newValue == nil
    }
  }
}
