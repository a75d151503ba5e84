/// The satellites in view, up to u-blox 8.
///
/// ```
///  0  U4    iTOW         1 ms
///  4  U1    numCh        n
///  5  X1    globalFlags: bits 0–2 chipGen
///  6  U1×2  reserved
///     again for each channel:
/// +0  U1    chn          1
/// +1  U1    svid
/// +2  X1    flags: bit 0 svUsed, 1 diffCorr, 2 orbitAvail, 3 orbitEph, 4 unhealthy, 5 orbitAlm, 6 orbitAop,
///             7 smoothed
/// +3  X1    quality: bits 0–3 qualityInd
/// +4  U1    cno          1 dB-Hz
/// +5  I1    elev         1°
/// +6  I2    azim         1°
/// +8  I4    prRes        1 cm
/// ```
public struct NavSVINFO: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navSVINFO, fewestBytes: 8) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The chip: 0 ANTARIS, 1 u-blox 5, 2 u-blox 6, 3 u-blox 7, 4 u-blox 8.
  public var generation: UInt8 = 0
  /// The channels of the receiver, at most 255.
  public var channels: [Channel] = []
  package var kept = KeptBytes<3>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    let count = payload.count(of: channels, bytes)
    var globalFlags = payload.word(UInt8.self, bytes)
    payload.number(&generation, bits: 0...2, of: &globalFlags)
    payload.close(globalFlags, keeping: &kept.reserved)
    payload.skip(2, keeping: &kept.reserved, bytes)
    payload.group(&channels, count: count, bytes)
  }

  /// One channel.
  public struct Channel: PayloadBlock {
    /// The number of the channel; 255 for a satellite without a channel.
    public var channel: UInt8 = 0
    /// The satellite's number, which also encodes its system; see ``identity``.
    public var number: UInt8 = 0
    /// Whether the satellite is used in the fix.
    public var isUsed = false
    /// Whether differential corrections are available.
    public var hasCorrections = false
    /// Whether orbit data is available.
    public var hasOrbit = false
    /// Whether the orbit data is an ephemeris.
    public var isEphemeris = false
    /// Whether the satellite is marked unhealthy.
    public var isUnhealthy = false
    /// Whether the orbit data is an almanac.
    public var isAlmanac = false
    /// Whether the orbit data is a prediction.
    public var isPredicted = false
    /// Whether the pseudorange is carrier-smoothed.
    public var isSmoothed = false
    /// The tracking state of the signal.
    public var quality = SignalQuality.none
    /// The carrier-to-noise density in dB-Hz, or nil without a signal.
    @StoredSignal public var signalToNoise: Int?
    private var direction = StoredDirection()
    /// The pseudorange residual in meters.
    @Steps<Int32, 100> public var rangeResidual: Double
    private var reserved = Reserved<2>()

    public var length: Int { 12 }
    public init() {}

    package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.fields(&channel, &number, bytes)
      var flags = payload.word(UInt8.self, bytes)
      payload.flags(&isUsed, &hasCorrections, &hasOrbit, &isEphemeris, &isUnhealthy, from: 0, of: &flags)
      payload.flags(&isAlmanac, &isPredicted, &isSmoothed, from: 5, of: &flags)
      payload.close(flags, keeping: &reserved)
      var qualityBits = payload.word(UInt8.self, bytes)
      payload.code(&quality, bits: 0...3, of: &qualityBits)
      payload.close(qualityBits, keeping: &reserved)
      payload.fields(&_signalToNoise, &direction, &_rangeResidual, bytes)
    }

    /// The elevation in degrees, −90 to 90, or nil if unknown.
    public var elevation: Int? {
      get { direction.elevation }
      set { direction.elevation = newValue }
    }

    /// The azimuth in degrees from true north, 0 to 359, or nil if unknown.
    public var azimuth: Int? {
      get { direction.azimuth }
      set { direction.azimuth = newValue }
    }

    /// The system and the number within it, or nil if the number is unknown.
    public var identity: (system: SatelliteSystem, number: UInt8)? {
      switch number {
      case 1...32: (.gps, number)
      case 33...64: (.beiDou, number - 27)
      case 65...96: (.glonass, number - 64)
      case 120...158: (.sbas, number)
      case 159...163: (.beiDou, number - 158)
      case 173...182: (.imes, number - 172)
      case 193...202: (.qzss, number - 192)
      case 211...246: (.galileo, number - 210)
      case 255: (.glonass, 255)
      default: nil
      }
    }
  }
}
