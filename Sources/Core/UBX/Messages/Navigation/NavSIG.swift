/// The signals in view, since u-blox 9.
///
/// ```
///   0  U4    iTOW                   1 ms
///   4  U1    version                0
///   5  U1    numSigs                n
///   6  U1×2  reserved
///      again for each signal:
///  +0  U1    gnssId                 0…7
///  +1  U1    svId                   1
///  +2  U1    sigId, freqId
///  +4  I2    prRes                  0.1 m
///  +6  U1    cno                    1 dB-Hz
///  +7  U1    qualityInd             0…7
///  +8  U1    corrSource, ionoModel
/// +10  X2    sigFlags: bits 0–1 health, 2 prSmoothed, 3 prUsed, 4 crUsed, 5 doUsed, 6 prCorrUsed,
///              7 crCorrUsed, 8 doCorrUsed, 9 authStatus
/// +12  U1×4  reserved
/// ```
///
/// NAV-SAT of the same epoch contains the directions of the satellites.
public struct NavSIG: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navSIG, fewestBytes: 8) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 0
  /// The signals, at most 255.
  public var signals: [Signal] = []
  package var kept = KeptBytes<2>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.list(&signals, &timeOfWeek, &version, in: 0...0, keeping: &kept.reserved, bytes)
  }

  /// One signal.
  public struct Signal: PayloadBlock {
    /// The satellite's system.
    public var system = SatelliteSystem.gps
    /// The number within the system; 255 for an unidentified GLONASS satellite.
    public var number: UInt8 = 0
    /// The signal, with u-blox's number within the system.
    public var signal: UInt8 = 0
    /// The GLONASS frequency slot plus 7.
    public var frequency: UInt8 = 0
    /// The pseudorange residual in meters.
    @Steps<Int16, 10> public var rangeResidual: Double
    /// The carrier-to-noise density in dB-Hz, or nil without a signal.
    @StoredSignal public var signalToNoise: Int?
    /// The tracking state of the signal.
    public var quality = SignalQuality.none
    /// The source of corrections: 0 none, 1 SBAS, 2 BeiDou, 3 RTCM 2, 4 RTCM 3 OSR, 5 RTCM 3 SSR, 6 QZSS
    /// SLAS, 7 SPARTN.
    public var correctionSource: UInt8 = 0
    /// The ionosphere model: 0 none, 1 and 2 GPS and Galileo, 3 BeiDou, 8 SBAS, 16 dual frequency.
    public var ionosphereModel: UInt8 = 0
    /// The health: 0 unknown, 1 healthy, 2 unhealthy.
    public var health: UInt8 = 0
    /// Whether the pseudorange is carrier-smoothed.
    public var isSmoothed = false
    /// Whether the pseudorange is used in the fix.
    public var isUsed = false
    /// Whether the carrier phase is used in the fix.
    public var usesCarrier = false
    /// Whether the Doppler shift is used in the fix.
    public var usesDoppler = false
    /// Whether pseudorange corrections are used.
    public var correctsRange = false
    /// Whether carrier phase corrections are used.
    public var correctsCarrier = false
    /// Whether Doppler corrections are used.
    public var correctsDoppler = false
    /// Whether the navigation message was authenticated.
    public var isAuthenticated = false
    private var reserved = Reserved<6>()

    public var length: Int { 16 }
    public init() {}

    package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.fields(&system, &number, &signal, &frequency, &_rangeResidual, &_signalToNoise, bytes)
      payload.fields(&quality, &correctionSource, &ionosphereModel, bytes)
      var flags = payload.word(UInt16.self, bytes)
      payload.number(&health, bits: 0...1, of: &flags)
      payload.flags(&isSmoothed, &isUsed, &usesCarrier, &usesDoppler, &correctsRange, from: 2, of: &flags)
      payload.flags(&correctsCarrier, &correctsDoppler, &isAuthenticated, from: 7, of: &flags)
      payload.close(flags, keeping: &reserved)
      payload.skip(4, keeping: &reserved, bytes)
    }
  }
}
