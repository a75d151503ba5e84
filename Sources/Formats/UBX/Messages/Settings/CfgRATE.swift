/// How often there is a fix, up to u-blox 9.
///
/// ```
/// 0  U2  measRate  1 ms
/// 2  U2  navRate   1
/// 4  U2  timeRef
/// ```
///
/// Described as UBX-CFG-RATE in u-blox's interface descriptions.
public struct CfgRATE: PayloadMessage {
  /// Milliseconds from one measurement to the next.
  public var interval: UInt16 = 0
  /// Measurements for one fix.
  public var measurementsPerFix: UInt16 = 0
  /// The time that the measurements are aligned to: 0 UTC, 1 GPS, 2 GLONASS, 3 BeiDou, 4 Galileo.
  public var timeReference: UInt16 = 0
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgRATE }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 6 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 6 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&interval, bytes)
    payload.number(&measurementsPerFix, bytes)
    payload.number(&timeReference, bytes)
    payload.end(&rest, bytes)
  }
}
