/// The satellites in view, up to u-blox 8.
///
/// ```
///  0  U4    iTOW         1 ms
///  4  U1    numCh        n
///  5  X1    globalFlags
///             bits 0–2   chipGen
///  6  U1×2  reserved
///           again for each channel:
/// +0  U1    chn          1
/// +1  U1    svid
/// +2  X1    flags
///             bit 0      svUsed
///             bit 1      diffCorr
///             bit 2      orbitAvail
///             bit 3      orbitEph
///             bit 4      unhealthy
///             bit 5      orbitAlm
///             bit 6      orbitAop
///             bit 7      smoothed
/// +3  X1    quality
///             bits 0–3   qualityInd
/// +4  U1    cno          1 dB-Hz
/// +5  I1    elev         1°
/// +6  I2    azim         1°
/// +8  I4    prRes        1 cm
/// ```
///
/// Described as UBX-NAV-SVINFO in u-blox's interface descriptions.
public struct NavSVINFO: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// The chip: 0 ANTARIS, 1 u-blox 5, 2 u-blox 6, 3 u-blox 7, 4 u-blox 8.
  public var generation: UInt8 = 0
  /// The channels of the receiver, up to 255 of them.
  public var channels: [Channel] = []
  private var reserved = Reserved<3>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navSVINFO }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 8 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 8 }

  /// Reads a payload; false for one of another length.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    let count = payload.count(of: channels, bytes)
    var globalFlags = payload.word(UInt8.self, bytes)
    payload.number(&generation, bits: 0...2, of: &globalFlags)
    payload.close(globalFlags, keeping: &reserved)
    payload.skip(2, keeping: &reserved, bytes)
    payload.group(&channels, count: count, bytes)
    payload.end(&rest, bytes)
  }
}

extension NavSVINFO {
  /// One channel.
  public struct Channel: PayloadBlock {
    /// The number of the channel; 255 for a satellite that has none.
    public var channel: UInt8 = 0
    /// The satellite's number in one row for all systems: ``identity`` takes it apart.
    public var number: UInt8 = 0
    /// Whether the satellite is used for the fix.
    public var isUsed = false
    /// Whether differential corrections are there.
    public var hasCorrections = false
    /// Whether an orbit is there.
    public var hasOrbit = false
    /// Whether that orbit is an ephemeris.
    public var isEphemeris = false
    /// Whether the satellite says that it is not to be used.
    public var isUnhealthy = false
    /// Whether that orbit is an almanac.
    public var isAlmanac = false
    /// Whether that orbit is predicted.
    public var isPredicted = false
    /// Whether the distance is smoothed by the carrier.
    public var isSmoothed = false
    /// How far the receiver has come with the signal.
    public var quality = SignalQuality.none
    private var storedSignal: UInt8 = 0
    private var storedElevation: Int8 = 0
    private var storedAzimuth: Int16 = 0
    /// Meters by which the measured distance differs from the solution.
    @Steps<Int32, 100> public var rangeResidual: Double
    private var reserved = Reserved<2>()

    /// Always 12 bytes.
    public var length: Int { 12 }

    /// Makes one that says nothing yet.
    public init() {}

    /// Visits the fields in their order, to read them or to write them.
    public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.number(&channel, bytes)
      payload.number(&number, bytes)
      var flags = payload.word(UInt8.self, bytes)
      payload.flag(&isUsed, bit: 0, of: &flags)
      payload.flag(&hasCorrections, bit: 1, of: &flags)
      payload.flag(&hasOrbit, bit: 2, of: &flags)
      payload.flag(&isEphemeris, bit: 3, of: &flags)
      payload.flag(&isUnhealthy, bit: 4, of: &flags)
      payload.flag(&isAlmanac, bit: 5, of: &flags)
      payload.flag(&isPredicted, bit: 6, of: &flags)
      payload.flag(&isSmoothed, bit: 7, of: &flags)
      payload.close(flags, keeping: &reserved)
      var qualityBits = payload.word(UInt8.self, bytes)
      payload.code(&quality, bits: 0...3, of: &qualityBits)
      payload.close(qualityBits, keeping: &reserved)
      payload.number(&storedSignal, bytes)
      payload.number(&storedElevation, bytes)
      payload.number(&storedAzimuth, bytes)
      payload.steps(&_rangeResidual, bytes)
    }

    /// Degrees above the horizon, −90 to 90, or nil where the receiver does not know.
    public var elevation: Int? {
      get { -90...90 ~= storedElevation ? Int(storedElevation) : nil }
      set { storedElevation = newValue.flatMap { Int8(exactly: $0) } ?? -91 }
    }

    /// Degrees from true north, 0 to 359, or nil where the receiver does not know.
    public var azimuth: Int? {
      get { elevation != nil && 0...360 ~= storedAzimuth ? Int(storedAzimuth) % 360 : nil }
      set { storedAzimuth = newValue.flatMap { Int16(exactly: $0) } ?? 0 }
    }

    /// Carrier to noise density in dB-Hz, or nil where the satellite is known but not heard.
    public var signalToNoise: Int? {
      get { storedSignal == 0 ? nil : Int(storedSignal) }
      set { storedSignal = UInt8(clamping: newValue ?? 0) }
    }

    /// The system and the number in it, or nil where the number belongs to none that is known.
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
