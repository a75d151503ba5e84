/// The state of jamming and spoofing detection, in newer firmware.
///
/// ```
///        version 1                              version 2
/// 0  U1  version                          0  U1  version
/// 4  X1  bit 0 jamDetEnabled              1  X1  bit 0 jamDetEnabled     bits 1–2 jammingState
///        bits 1–2 jammingState                   bit 3 spfDetEnabled     bits 4–6 spoofingState
/// 8  X1  bit 0 spfDetEnabled              3  U1  jamNumCentFreqs n
///        bits 1–3 spoofingState           4  X4×n  bits 0–23 centFreq 1 kHz  bit 24 jammed
/// ```
public struct SecSIG: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.secSIG, fewestBytes: 4) }
  public init() {}

  /// The version of the layout, 1 or 2.
  public var version: UInt8 = 1
  /// Whether jamming detection is enabled.
  public var watchesJamming = false
  /// The state of jamming detection.
  public var jamming = JammingState.unknown
  /// Whether spoofing detection is enabled.
  public var watchesSpoofing = false
  /// The state of spoofing detection.
  public var spoofing = SpoofingState.unknown
  /// The monitored bands, in version 2.
  public var bands: [Band] = []
  package var kept = KeptBytes<11>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.version(&version, in: 1...2, bytes)
    if version == 1 { walkFirst(&payload, bytes) } else { walkSecond(&payload, bytes) }
  }

  private mutating func walkFirst(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.skip(3, keeping: &kept.reserved, bytes)
    var disturbance = payload.word(UInt8.self, bytes)
    payload.flag(&watchesJamming, bit: 0, of: &disturbance)
    payload.code(&jamming, bits: 1...2, of: &disturbance)
    payload.close(disturbance, keeping: &kept.reserved)
    payload.skip(3, keeping: &kept.reserved, bytes)
    var forgery = payload.word(UInt8.self, bytes)
    payload.flag(&watchesSpoofing, bit: 0, of: &forgery)
    payload.code(&spoofing, bits: 1...3, of: &forgery)
    payload.close(forgery, keeping: &kept.reserved)
    payload.skip(3, keeping: &kept.reserved, bytes)
  }

  private mutating func walkSecond(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    var flags = payload.word(UInt8.self, bytes)
    payload.flag(&watchesJamming, bit: 0, of: &flags)
    payload.code(&jamming, bits: 1...2, of: &flags)
    payload.flag(&watchesSpoofing, bit: 3, of: &flags)
    payload.code(&spoofing, bits: 4...6, of: &flags)
    payload.close(flags, keeping: &kept.reserved)
    payload.skip(1, keeping: &kept.reserved, bytes)
    let count = payload.count(of: bands, bytes)
    payload.group(&bands, count: count, bytes)
  }

  /// The state of one band.
  public struct Band: PayloadBlock {
    /// The center frequency in kilohertz.
    public var center: UInt32 = 0
    /// Whether the band is jammed.
    public var isJammed = false
    private var reserved = Reserved<4>()

    public var length: Int { 4 }
    public init() {}

    package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      var state = payload.word(UInt32.self, bytes)
      payload.number(&center, bits: 0...23, of: &state)
      payload.flag(&isJammed, bit: 24, of: &state)
      payload.close(state, keeping: &reserved)
    }
  }
}
