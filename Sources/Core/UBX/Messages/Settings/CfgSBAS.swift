/// SBAS settings, up to u-blox 9.
///
/// ```
/// 0  X1  mode: bit 0 enabled, 1 test
/// 1  X1  usage: bit 0 range, 1 diffCorr, 2 integrity
/// 2  U1  maxSBAS    1
/// 3  X1  scanmode2
/// 4  X4  scanmode1
/// ```
package struct CfgSBAS: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgSBAS, fewestBytes: 8) }
  package init() {}

  package var isEnabled = false
  package var usesTestMode = false
  /// Whether SBAS satellites contribute ranges to the fix.
  package var usesRange = false
  package var usesCorrections = false
  package var usesIntegrity = false
  /// The number of SBAS channels, in old receivers.
  package var mostChannels: UInt8 = 0
  /// The satellites 152 to 158 to search, one bit each.
  package var laterNumbers: UInt8 = 0
  /// The satellites 120 to 151 to search, one bit each; without any bit in both, all are searched.
  package var numbers: UInt32 = 0
  package var kept = KeptBytes<2>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    var mode = payload.word(UInt8.self, bytes)
    payload.flags(&isEnabled, &usesTestMode, from: 0, of: &mode)
    payload.close(mode, keeping: &kept.reserved)
    var usage = payload.word(UInt8.self, bytes)
    payload.flags(&usesRange, &usesCorrections, &usesIntegrity, from: 0, of: &usage)
    payload.close(usage, keeping: &kept.reserved)
    payload.fields(&mostChannels, &laterNumbers, &numbers, bytes)
  }
}
