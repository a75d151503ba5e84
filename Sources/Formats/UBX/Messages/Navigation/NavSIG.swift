/// The signals in view, since u-blox 9.
///
/// ```
///   0  U4    iTOW        1 ms
///   4  U1    version     0
///   5  U1    numSigs     n
///   6  U1×2  reserved
///            again for each signal:
///  +0  U1    gnssId      0…7
///  +1  U1    svId        1
///  +2  U1    sigId
///  +3  U1    freqId
///  +4  I2    prRes       0.1 m
///  +6  U1    cno         1 dB-Hz
///  +7  U1    qualityInd  0…7
///  +8  U1    corrSource
///  +9  U1    ionoModel
/// +10  X2    sigFlags
///              bits 0–1  health
///              bit 2     prSmoothed
///              bit 3     prUsed
///              bit 4     crUsed
///              bit 5     doUsed
///              bit 6     prCorrUsed
///              bit 7     crCorrUsed
///              bit 8     doCorrUsed
///              bit 9     authStatus
/// +12  U1×4  reserved
/// ```
///
/// A signal has no direction: NAV-SAT of the same epoch says where its satellite stands.
///
/// Described as UBX-NAV-SIG in u-blox's interface descriptions.
public struct NavSIG: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 0
  /// The signals, up to 255 of them.
  public var signals: [Signal] = []
  private var reserved = Reserved<2>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navSIG }

  /// Makes a message that says nothing yet.
  public init() {}

  /// 8 bytes and more.
  public static func fits(_ length: Int) -> Bool { length >= 8 }

  /// Reads a payload; false for one of another length or version.
  public mutating func read(_ payload: Span<UInt8>) -> Bool { reads(payload) }

  /// Visits the fields in their order, to read them or to write them.
  @inline(__always)
  public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&timeOfWeek, bytes)
    payload.version(&version, in: 0...0, bytes)
    let count = payload.count(of: signals, bytes)
    payload.skip(2, keeping: &reserved, bytes)
    payload.group(&signals, count: count, bytes)
    payload.end(&rest, bytes)
  }
}

extension NavSIG {
  /// One signal.
  public struct Signal: PayloadBlock {
    /// The system that the satellite belongs to.
    public var system = SatelliteSystem.gps
    /// The number in its system; 255 for a GLONASS satellite that is not identified yet.
    public var number: UInt8 = 0
    /// The signal, as u-blox numbers those of the system.
    public var signal: UInt8 = 0
    /// Of GLONASS, the slot plus 7.
    public var frequency: UInt8 = 0
    /// Meters by which the measured distance differs from the solution.
    @Steps<Int16, 10> public var rangeResidual: Double
    private var storedSignal: UInt8 = 0
    /// How far the receiver has come with the signal.
    public var quality = SignalQuality.none
    /// The source of corrections: 0 none, 1 SBAS, 2 BeiDou, 3 RTCM 2, 4 RTCM 3 OSR, 5 RTCM 3 SSR, 6 QZSS, 7
    /// SPARTN.
    public var correctionSource: UInt8 = 0
    /// The model of the ionosphere: 0 none, 1 and 2 GPS and Galileo, 3 BeiDou, 8 SBAS, 16 two bands.
    public var ionosphereModel: UInt8 = 0
    /// 0 not known, 1 healthy, 2 unhealthy.
    public var health: UInt8 = 0
    /// Whether the distance is smoothed by the carrier.
    public var isSmoothed = false
    /// Whether the distance is used for the fix.
    public var isUsed = false
    /// Whether the carrier's phase is used.
    public var usesCarrier = false
    /// Whether the Doppler shift is used.
    public var usesDoppler = false
    /// Whether the distance is corrected.
    public var correctsRange = false
    /// Whether the carrier's phase is corrected.
    public var correctsCarrier = false
    /// Whether the Doppler shift is corrected.
    public var correctsDoppler = false
    /// Whether the navigation message was authenticated.
    public var isAuthenticated = false
    private var reserved = Reserved<6>()

    /// Always 16 bytes.
    public var length: Int { 16 }

    /// Makes one that says nothing yet.
    public init() {}

    /// Visits the fields in their order, to read them or to write them.
    public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.code(&system, bytes)
      payload.number(&number, bytes)
      payload.number(&signal, bytes)
      payload.number(&frequency, bytes)
      payload.steps(&_rangeResidual, bytes)
      payload.number(&storedSignal, bytes)
      payload.code(&quality, bytes)
      payload.number(&correctionSource, bytes)
      payload.number(&ionosphereModel, bytes)
      var flags = payload.word(UInt16.self, bytes)
      payload.number(&health, bits: 0...1, of: &flags)
      payload.flag(&isSmoothed, bit: 2, of: &flags)
      payload.flag(&isUsed, bit: 3, of: &flags)
      payload.flag(&usesCarrier, bit: 4, of: &flags)
      payload.flag(&usesDoppler, bit: 5, of: &flags)
      payload.flag(&correctsRange, bit: 6, of: &flags)
      payload.flag(&correctsCarrier, bit: 7, of: &flags)
      payload.flag(&correctsDoppler, bit: 8, of: &flags)
      payload.flag(&isAuthenticated, bit: 9, of: &flags)
      payload.close(flags, keeping: &reserved)
      payload.skip(4, keeping: &reserved, bytes)
    }

    /// Carrier to noise density in dB-Hz, or nil where the signal is known but not heard.
    public var signalToNoise: Int? {
      get { storedSignal == 0 ? nil : Int(storedSignal) }
      set { storedSignal = UInt8(clamping: newValue ?? 0) }
    }
  }
}
