/// A part of the navigation database, to restore after a start.
///
/// ```
///  0  U1×12  reserved
/// 12  U1×n   data
/// ```
///
/// Only the same receiver with the same firmware can read it.
package struct MgaDBD: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.mgaDBD, fewestBytes: 12) }
  package init() {}

  /// The data, in an undocumented format.
  package var data: [UInt8] = []
  package var kept = KeptBytes<12>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.skip(12, keeping: &kept.reserved, bytes)
    payload.bytes(&data, bytes)
  }
}
