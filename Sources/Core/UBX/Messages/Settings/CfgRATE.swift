/// The measurement and navigation rate, up to u-blox 9.
///
/// ```
/// 0  U2  measRate  1 ms
/// 2  U2  navRate   1
/// 4  U2  timeRef
/// ```
package struct CfgRATE: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgRATE, fewestBytes: 6) }
  package init() {}

  /// The time between measurements in milliseconds.
  package var interval: UInt16 = 0
  package var measurementsPerFix: UInt16 = 0
  /// The time system that measurements are aligned to: 0 UTC, 1 GPS, 2 GLONASS, 3 BeiDou, 4 Galileo.
  package var timeReference: UInt16 = 0
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&interval, &measurementsPerFix, &timeReference, bytes)
  }
}
