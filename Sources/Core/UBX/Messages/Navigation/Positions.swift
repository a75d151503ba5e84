// Positions without a validity flag, which is in NAV-STATUS, NAV-SOL or NAV-PVT of the same epoch.

/// The position in ECEF coordinates.
///
/// ```
///  0  U4  iTOW                 1 ms
///  4  I4  ecefX, ecefY, ecefZ  1 cm
/// 16  U4  pAcc                 1 cm
/// ```
public struct NavPOSECEF: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navPOSECEF, fewestBytes: 20) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The ECEF X coordinate in meters.
  @Steps<Int32, 100> public var x: Double
  /// The ECEF Y coordinate in meters.
  @Steps<Int32, 100> public var y: Double
  /// The ECEF Z coordinate in meters.
  @Steps<Int32, 100> public var z: Double
  /// The accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 100, -1> public var accuracy: Double?
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &_x, &_y, &_z, &_accuracy, bytes)
  }
}

/// The latitude, longitude and height.
///
/// ```
///  0  U4  iTOW          1 ms
///  4  I4  lon, lat      1e-7°
/// 12  I4  height, hMSL  1 mm
/// 20  U4  hAcc, vAcc    1 mm
/// ```
///
/// The receiver also sends it without a fix.
public struct NavPOSLLH: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navPOSLLH, fewestBytes: 28) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The longitude in degrees, east positive.
  @Steps<Int32, 10_000_000> public var longitude: Double
  /// The latitude in degrees, north positive.
  @Steps<Int32, 10_000_000> public var latitude: Double
  /// The height above the ellipsoid in meters.
  @Steps<Int32, 1000> public var height: Double
  /// The altitude above mean sea level in meters.
  @Steps<Int32, 1000> public var altitude: Double
  /// The horizontal accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var horizontalAccuracy: Double?
  /// The vertical accuracy in meters, or nil if unknown.
  @SparseSteps<UInt32, 1000, -1> public var verticalAccuracy: Double?
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &_longitude, &_latitude, &_height, &_altitude, bytes)
    payload.fields(&_horizontalAccuracy, &_verticalAccuracy, bytes)
  }
}
