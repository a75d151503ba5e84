/// Antenna, noise and jamming of each band, since u-blox 9.
///
/// ```
///   0  U1    version     0
///   1  U1    nBlocks     n
///   2  U1×2  reserved
///            again for each band:
///  +0  U1    blockId
///  +1  X1    flags
///              bits 0–1  jammingState
///  +2  U1    antStatus
///  +3  U1    antPower
///  +4  U4    postStatus
///  +8  U4    reserved
/// +12  U2    noisePerMS
/// +14  U2    agcCnt
/// +16  U1    jamInd      0…255
/// +17  I1    ofsI
/// +18  U1    magI
/// +19  I1    ofsQ
/// +20  U1    magQ
/// +21  U1×3  reserved
/// ```
///
/// Blocks have 24 bytes. One firmware of the ZED-F9R sends blocks of 20 with the same version, without a
/// jamming state.
///
/// Described as UBX-MON-RF in u-blox's interface descriptions.
public struct MonRF: PayloadMessage {
  /// The version of the layout.
  public var version: UInt8 = 0
  /// The bands, up to 255 of them.
  public var blocks: [Block] = []
  private var reserved = Reserved<2>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .monRF }

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
    let count = payload.count(of: blocks, bytes)
    payload.skip(2, keeping: &reserved, bytes)
    var first = Block()
    let length = payload.blockLength(count: count, bytes) ?? blocks.first?.length
    first.isShort = length.map { 20..<24 ~= $0 } ?? false
    payload.group(&blocks, count: count, of: first, bytes)
    payload.end(&rest, bytes)
  }
}

extension MonRF {
  /// One band.
  public struct Block: PayloadBlock {
    /// The band: 0 L1, 1 L2 or L5.
    public var band: UInt8 = 0
    /// Whether something disturbs the reception; unknown where it is not watched.
    public var jamming = JammingState.unknown
    /// The state of the antenna.
    public var antennaState = AntennaState.unknown
    /// Whether the antenna has power.
    public var antennaPower = AntennaPower.unknown
    /// The result of the self-test after the start.
    public var selfTest: UInt32 = 0
    /// The level of noise, as the front end measures it.
    public var noise: UInt16 = 0
    /// The amplification: 0 to 8191.
    public var gain: UInt16 = 0
    /// How strong a continuous disturbance is, 0 to 255.
    public var interference: UInt8 = 0
    /// Offset of the in-phase part.
    public var offsetI: Int8 = 0
    /// Magnitude of the in-phase part.
    public var magnitudeI: UInt8 = 0
    /// Offset of the quadrature part.
    public var offsetQ: Int8 = 0
    /// Magnitude of the quadrature part.
    public var magnitudeQ: UInt8 = 0
    private var reserved = Reserved<8>()

    /// Whether it is of the short form, which has no jamming state and its other fields in another order.
    public var isShort = false

    /// 24 bytes, or 20 of the short form.
    public var length: Int { isShort ? 20 : 24 }

    /// Makes one that says nothing yet.
    public init() {}

    /// Visits the fields in their order, to read them or to write them.
    public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.number(&band, bytes)
      if !isShort {
        var flags = payload.word(UInt8.self, bytes)
        payload.code(&jamming, bits: 0...1, of: &flags)
        payload.close(flags, keeping: &reserved)
      }
      payload.code(&antennaState, bytes)
      payload.code(&antennaPower, bytes)
      if isShort { payload.number(&interference, bytes) }
      payload.number(&selfTest, bytes)
      payload.skip(4, keeping: &reserved, bytes)
      payload.number(&noise, bytes)
      payload.number(&gain, bytes)
      if !isShort { payload.number(&interference, bytes) }
      payload.number(&offsetI, bytes)
      payload.number(&magnitudeI, bytes)
      payload.number(&offsetQ, bytes)
      payload.number(&magnitudeQ, bytes)
      if !isShort { payload.skip(3, keeping: &reserved, bytes) }
    }
  }
}
