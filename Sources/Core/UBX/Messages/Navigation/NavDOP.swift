/// The dilutions of precision.
///
/// ```
/// 0  U4  iTOW                                      1 ms
/// 4  U2  gDOP, pDOP, tDOP, vDOP, hDOP, nDOP, eDOP  0.01
/// ```
public struct NavDOP: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navDOP, fewestBytes: 18) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The geometric dilution of precision (GDOP), or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var geometric: Double?
  /// The position dilution of precision (PDOP), or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var position: Double?
  /// The time dilution of precision (TDOP), or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var time: Double?
  /// The vertical dilution of precision (VDOP), or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var vertical: Double?
  /// The horizontal dilution of precision (HDOP), or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var horizontal: Double?
  /// The northing dilution of precision (NDOP), or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var northing: Double?
  /// The easting dilution of precision (EDOP), or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var easting: Double?
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&timeOfWeek, &_geometric, &_position, &_time, &_vertical, &_horizontal, bytes)
    payload.fields(&_northing, &_easting, bytes)
  }
}
