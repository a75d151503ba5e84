/// Dilutions of precision.
///
/// ```
///  0  U4  iTOW  1 ms
///  4  U2  gDOP  0.01
///  6  U2  pDOP  0.01
///  8  U2  tDOP  0.01
/// 10  U2  vDOP  0.01
/// 12  U2  hDOP  0.01
/// 14  U2  nDOP  0.01
/// 16  U2  eDOP  0.01
/// ```
///
/// Described as UBX-NAV-DOP in u-blox's interface descriptions.
public struct NavDOP: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// Dilution of precision in space and time, or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var geometric: Double?
  /// Dilution of precision in three dimensions, or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var position: Double?
  /// Dilution of precision of the time, or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var time: Double?
  /// Dilution of precision of the height, or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var vertical: Double?
  /// Dilution of precision in latitude and longitude, or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var horizontal: Double?
  /// Dilution of precision to the north, or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var northing: Double?
  /// Dilution of precision to the east, or nil without a fix.
  @SparseSteps<UInt16, 100, 9999> public var easting: Double?
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navDOP }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 18 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 18 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.steps(&_geometric, bytes)
    payload.steps(&_position, bytes)
    payload.steps(&_time, bytes)
    payload.steps(&_vertical, bytes)
    payload.steps(&_horizontal, bytes)
    payload.steps(&_northing, bytes)
    payload.steps(&_easting, bytes)
    payload.end(&rest, bytes)
  }
}
