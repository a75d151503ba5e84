/// The state of antenna, noise and jamming per band, since u-blox 9.
///
/// ```
///   0  U1    version              0
///   1  U1    nBlocks              n
///   2  U1×2  reserved
///      again for each band:
///  +0  U1    blockId
///  +1  X1    flags: bits 0–1 jammingState
///  +2  U1    antStatus, antPower
///  +4  U4    postStatus
///  +8  U4    reserved
/// +12  U2    noisePerMS, agcCnt
/// +16  U1    jamInd               0…255
/// +17  I1    ofsI
/// +18  U1    magI
/// +19  I1    ofsQ
/// +20  U1    magQ
/// +21  U1×3  reserved
/// ```
///
/// Blocks have 24 bytes. One ZED-F9R firmware sends blocks of 20 bytes without a jamming state, with the same
/// version.
public struct MonRF: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.monRF, fewestBytes: 4) }
  public init() {}

  /// The version of the layout.
  public var version: UInt8 = 0
  /// The bands, at most 255.
  public var blocks: [Block] = []
  package var kept = KeptBytes<2>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 0...0, bytes)
    let count = payload.count(of: blocks, bytes)
    payload.skip(2, keeping: &kept.reserved, bytes)
    var first = Block()
    let length = payload.blockLength(count: count, bytes) ?? blocks.first?.length
    first.isShort = length.map { 20..<24 ~= $0 } ?? false
    payload.group(&blocks, count: count, of: first, bytes)
  }

  /// The state of one band.
  public struct Block: PayloadBlock {
    /// The band: 0 L1, 1 L2 or L5.
    public var band: UInt8 = 0
    /// The jamming state; unknown if it is not monitored.
    public var jamming = JammingState.unknown
    /// The state of the antenna.
    public var antennaState = AntennaState.unknown
    /// The power state of the antenna.
    public var antennaPower = AntennaPower.unknown
    /// The result of the power-on self-test.
    public var selfTest: UInt32 = 0
    /// The noise level measured by the front end.
    public var noise: UInt16 = 0
    /// The gain of the AGC, 0 to 8191.
    public var gain: UInt16 = 0
    /// The strength of continuous-wave interference, 0 to 255.
    public var interference: UInt8 = 0
    /// The offset of the in-phase part.
    public var offsetI: Int8 = 0
    /// The magnitude of the in-phase part.
    public var magnitudeI: UInt8 = 0
    /// The offset of the quadrature part.
    public var offsetQ: Int8 = 0
    /// The magnitude of the quadrature part.
    public var magnitudeQ: UInt8 = 0
    private var reserved = Reserved<8>()

    /// Whether the block has the short form, without a jamming state and in a different field order.
    public var isShort = false

    /// The length: 24 bytes, or 20 in the short form.
    public var length: Int { isShort ? 20 : 24 }

    public init() {}

    package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.number(&band, bytes)
      if !isShort {
        var flags = payload.word(UInt8.self, bytes)
        payload.code(&jamming, bits: 0...1, of: &flags)
        payload.close(flags, keeping: &reserved)
      }
      payload.fields(&antennaState, &antennaPower, bytes)
      if isShort { payload.number(&interference, bytes) }
      payload.number(&selfTest, bytes)
      payload.skip(4, keeping: &reserved, bytes)
      payload.fields(&noise, &gain, bytes)
      if !isShort { payload.number(&interference, bytes) }
      payload.fields(&offsetI, &magnitudeI, &offsetQ, &magnitudeQ, bytes)
      if !isShort { payload.skip(3, keeping: &reserved, bytes) }
    }
  }
}
