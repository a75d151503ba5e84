// Positions with a resolution of 0.1 mm. Each coordinate is the sum of two fields.

/// The position in ECEF coordinates, with a resolution of 0.1 mm.
///
/// ```
///  0  U1    version                    0
///  1  U1×3  reserved
///  4  U4    iTOW                       1 ms
///  8  I4    ecefX, ecefY, ecefZ        1 cm
/// 20  I1    ecefXHp, ecefYHp, ecefZHp  0.1 mm
/// 23  X1    flags: bit 0 invalidEcef
/// 24  U4    pAcc                       0.1 mm
/// ```
public struct NavHPPOSECEF: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navHPPOSECEF, fewestBytes: 28) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 0
  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  @Steps<Int32, 100> private var coarseX: Double
  @Steps<Int32, 100> private var coarseY: Double
  @Steps<Int32, 100> private var coarseZ: Double
  @Steps<Int8, 10_000> private var fineX: Double
  @Steps<Int8, 10_000> private var fineY: Double
  @Steps<Int8, 10_000> private var fineZ: Double
  /// Whether the receiver marks the position as invalid.
  public var isInvalid = false
  /// The accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 10_000, -1> public var accuracy: Double?
  package var kept = KeptBytes<4>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    payload.skip(3, keeping: &kept.reserved, bytes)
    payload.fields(&timeOfWeek, &_coarseX, &_coarseY, &_coarseZ, bytes)
    payload.fields(&_fineX, &_fineY, &_fineZ, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flag(&isInvalid, bit: 0, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.steps(&_accuracy, bytes)
  }

  /// The ECEF X coordinate in meters.
  public var x: Double { coarseX + fineX }
  /// The ECEF Y coordinate in meters.
  public var y: Double { coarseY + fineY }
  /// The ECEF Z coordinate in meters.
  public var z: Double { coarseZ + fineZ }

  /// Sets the position, in meters.
  public mutating func move(toX x: Double, y: Double, z: Double) {
    (coarseX, coarseY, coarseZ) = (x, y, z)
    (fineX, fineY, fineZ) = (x - coarseX, y - coarseY, z - coarseZ)
  }
}

/// The latitude, longitude and height, with a resolution of 1e-9 degrees and 0.1 mm.
///
/// ```
///  0  U1    version           0
///  1  U1×2  reserved
///  3  X1    flags: bit 0 invalidLlh
///  4  U4    iTOW              1 ms
///  8  I4    lon, lat          1e-7°
/// 16  I4    height, hMSL      1 mm
/// 24  I1    lonHp, latHp      1e-9°
/// 26  I1    heightHp, hMSLHp  0.1 mm
/// 28  U4    hAcc, vAcc        0.1 mm
/// ```
public struct NavHPPOSLLH: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navHPPOSLLH, fewestBytes: 36) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 0
  /// Whether the receiver marks the position as invalid.
  public var isInvalid = false
  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  @Steps<Int32, 10_000_000> private var coarseLongitude: Double
  @Steps<Int32, 10_000_000> private var coarseLatitude: Double
  @Steps<Int32, 1000> private var coarseHeight: Double
  @Steps<Int32, 1000> private var coarseAltitude: Double
  @Steps<Int8, 1_000_000_000> private var fineLongitude: Double
  @Steps<Int8, 1_000_000_000> private var fineLatitude: Double
  @Steps<Int8, 10_000> private var fineHeight: Double
  @Steps<Int8, 10_000> private var fineAltitude: Double
  /// The horizontal accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 10_000, -1> public var horizontalAccuracy: Double?
  /// The vertical accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 10_000, -1> public var verticalAccuracy: Double?
  package var kept = KeptBytes<3>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    var flags = payload.word(UInt8.self, bytes)
    payload.flag(&isInvalid, bit: 0, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.fields(&timeOfWeek, &_coarseLongitude, &_coarseLatitude, &_coarseHeight, &_coarseAltitude, bytes)
    payload.fields(&_fineLongitude, &_fineLatitude, &_fineHeight, &_fineAltitude, bytes)
    payload.fields(&_horizontalAccuracy, &_verticalAccuracy, bytes)
  }

  /// The position, or nil if the receiver marks it as invalid.
  public var position: NavPVT.Position? {
    get {
      let position = NavPVT.Position(
        latitude: coarseLatitude + fineLatitude, longitude: coarseLongitude + fineLongitude,
        height: coarseHeight + fineHeight, altitude: coarseAltitude + fineAltitude)
      return isInvalid || !position.isOnEarth ? nil : position
    }
    set {
      isInvalid = newValue == nil
      coarseLatitude = newValue?.latitude ?? 0
      coarseLongitude = newValue?.longitude ?? 0
      coarseHeight = newValue?.height ?? 0
      coarseAltitude = newValue?.altitude ?? 0
      fineLatitude = (newValue?.latitude ?? 0) - coarseLatitude
      fineLongitude = (newValue?.longitude ?? 0) - coarseLongitude
      fineHeight = (newValue?.height ?? 0) - coarseHeight
      fineAltitude = (newValue?.altitude ?? 0) - coarseAltitude
    }
  }
}
