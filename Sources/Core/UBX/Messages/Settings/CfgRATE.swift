/// The measurement and navigation rate, up to u-blox 9.
///
/// ```
/// 0  U2  measRate  1 ms
/// 2  U2  navRate   1
/// 4  U2  timeRef
/// ```
public struct CfgRATE: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgRATE, fewestBytes: 6) }
  public init() {}

  /// The time between measurements in milliseconds.
  public var interval: UInt16 = 0
  /// The number of measurements per fix.
  public var measurementsPerFix: UInt16 = 0
  /// The time system that measurements are aligned to: 0 UTC, 1 GPS, 2 GLONASS, 3 BeiDou, 4 Galileo.
  public var timeReference: UInt16 = 0
  private var rest = PayloadRemainder()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&interval, &measurementsPerFix, &timeReference, bytes)
    payload.end(&rest, bytes)
  }
}
