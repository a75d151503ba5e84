/// The distance traveled.
///
/// ```
/// 0  U1    version                               0
/// 1  U1×3  reserved
/// 4  U4    iTOW                                  1 ms
/// 8  U4    distance, totalDistance, distanceStd  1 m
/// ```
public struct NavODO: PayloadMessage {
  public static var form: PayloadForm { PayloadForm(.navODO, fewestBytes: 20) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 0
  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The distance since the last reset, in meters.
  public var distance: UInt32 = 0
  /// The total distance in meters.
  public var totalDistance: UInt32 = 0
  /// The accuracy of the distance in meters.
  public var distanceAccuracy: UInt32 = 0
  private var kept = KeptBytes<3>()

  @inline(__always) public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    payload.skip(3, keeping: &kept.reserved, bytes)
    payload.fields(&timeOfWeek, &distance, &totalDistance, &distanceAccuracy, bytes)
    payload.end(&kept.rest, bytes)
  }
}

/// The progress of a base station's survey-in.
///
/// ```
///  0  U1    version                    0
///  1  U1×3  reserved
///  4  U4    iTOW                       1 ms
///  8  U4    dur                        1 s
/// 12  I4    meanX, meanY, meanZ        1 cm
/// 24  I1    meanXHP, meanYHP, meanZHP  0.1 mm
/// 27  U1    reserved
/// 28  U4    meanAcc                    0.1 mm
/// 32  U4    obs                        1
/// 36  U1    valid, active              0, 1
/// 38  U1×2  reserved
/// ```
public struct NavSVIN: PayloadMessage {
  public static var form: PayloadForm { PayloadForm(.navSVIN, fewestBytes: 40) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 0
  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The duration of the survey in seconds.
  public var duration: UInt32 = 0
  private var axes = FineAxes()
  /// The accuracy of the mean position in meters, or nil if unknown.
  @SparseSteps<UInt32, 10_000, -1> public var accuracy: Double?
  /// The number of positions in the mean.
  public var observations: UInt32 = 0
  /// 1 if the surveyed position is valid.
  public var validity: UInt8 = 0
  /// 1 while the survey is in progress.
  public var activity: UInt8 = 0
  private var kept = KeptBytes<6>()

  @inline(__always) public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    payload.skip(3, keeping: &kept.reserved, bytes)
    payload.fields(&timeOfWeek, &duration, &axes, bytes)
    payload.skip(1, keeping: &kept.reserved, bytes)
    payload.fields(&_accuracy, &observations, &validity, &activity, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.end(&kept.rest, bytes)
  }
}

extension NavSVIN {
  /// The ECEF X coordinate in meters.
  public var x: Double { axes.x }
  /// The ECEF Y coordinate in meters.
  public var y: Double { axes.y }
  /// The ECEF Z coordinate in meters.
  public var z: Double { axes.z }
}
