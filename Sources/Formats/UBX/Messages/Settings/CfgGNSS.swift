/// The systems that are received, u-blox 7 to 9.
///
/// ```
///  0  U1  msgVer           0
///  1  U1  numTrkChHw       1
///  2  U1  numTrkChUse      1
///  3  U1  numConfigBlocks  n
///         again for each system:
/// +0  U1  gnssId           0…7
/// +1  U1  resTrkCh         1
/// +2  U1  maxTrkCh         1
/// +3  U1  reserved
/// +4  X4  flags
///           bit 0          enable
///           bits 16–23     sigCfMask
/// ```
///
/// Read it, change the bits, write it back whole.
///
/// Described as UBX-CFG-GNSS in u-blox's interface descriptions.
public struct CfgGNSS: PayloadMessage {
  /// The version of the layout.
  public var version: UInt8 = 0
  /// Channels that the chip has.
  public var channels: UInt8 = 0
  /// Channels to use; 255 for all.
  public var channelsToUse: UInt8 = 0
  /// The systems, up to 255 of them.
  public var blocks: [Block] = []
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .cfgGNSS }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 4 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 4 }

  /// Reads a payload; false for one of another length or version.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    payload.number(&channels, bytes)
    payload.number(&channelsToUse, bytes)
    let count = payload.count(of: blocks, bytes)
    payload.group(&blocks, count: count, bytes)
    payload.end(&rest, bytes)
  }
}

extension CfgGNSS {
  /// One system.
  public struct Block: PayloadBlock {
    /// The system.
    public var system = SatelliteSystem.gps
    /// Channels that it has for itself.
    public var fewestChannels: UInt8 = 0
    /// Channels that it may use.
    public var mostChannels: UInt8 = 0
    /// Whether it is received.
    public var isEnabled = false
    /// The signals of the system, a bit for each; 1 is the one on L1.
    public var signals: UInt8 = 0
    private var reserved = Reserved<5>()

    /// Always 8 bytes.
    public var length: Int { 8 }

    /// Makes one that says nothing yet.
    public init() {}

    /// Visits the fields in their order, to read them or to write them.
    public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.code(&system, bytes)
      payload.number(&fewestChannels, bytes)
      payload.number(&mostChannels, bytes)
      payload.skip(1, keeping: &reserved, bytes)
      var flags = payload.word(UInt32.self, bytes)
      payload.flag(&isEnabled, bit: 0, of: &flags)
      payload.number(&signals, bits: 16...23, of: &flags)
      payload.close(flags, keeping: &reserved)
    }
  }
}
