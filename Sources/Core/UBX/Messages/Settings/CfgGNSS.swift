/// The enabled satellite systems, u-blox 7 to 9.
///
/// ```
///  0  U1  msgVer                   0
///  1  U1  numTrkChHw, numTrkChUse  1
///  3  U1  numConfigBlocks          n
///     again for each system:
/// +0  U1  gnssId                   0…7
/// +1  U1  resTrkCh, maxTrkCh       1
/// +3  U1  reserved
/// +4  X4  flags: bit 0 enable, 16–23 sigCfMask
/// ```
///
/// Read the message, change the bits and send it back as a whole.
package struct CfgGNSS: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.cfgGNSS, fewestBytes: 4) }
  package init() {}

  package var version: UInt8 = 0
  /// The number of channels in the chip.
  package var channels: UInt8 = 0
  /// The number of channels to use; 255 for all.
  package var channelsToUse: UInt8 = 0
  /// The systems, at most 255.
  package var blocks: [Block] = []
  package var kept = KeptBytes<0>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    payload.fields(&channels, &channelsToUse, bytes)
    let count = payload.count(of: blocks, bytes)
    payload.group(&blocks, count: count, bytes)
  }

  package struct Block: PayloadBlock {
    package var system = SatelliteSystem.gps
    /// The number of channels reserved for the system.
    package var fewestChannels: UInt8 = 0
    /// The number of channels that the system may use.
    package var mostChannels: UInt8 = 0
    package var isEnabled = false
    /// The signals of the system, one bit each; 1 is the L1 signal.
    package var signals: UInt8 = 0
    private var reserved = Reserved<5>()

    package var length: Int { 8 }
    package init() {}

    package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.fields(&system, &fewestChannels, &mostChannels, bytes)
      payload.skip(1, keeping: &reserved, bytes)
      var flags = payload.word(UInt32.self, bytes)
      payload.flag(&isEnabled, bit: 0, of: &flags)
      payload.number(&signals, bits: 16...23, of: &flags)
      payload.close(flags, keeping: &reserved)
    }
  }
}
