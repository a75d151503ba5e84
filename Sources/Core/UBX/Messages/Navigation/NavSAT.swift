/// The satellites in view, since u-blox 8.
///
/// ```
///  0  U4    iTOW      1 ms
///  4  U1    version   1
///  5  U1    numSvs    n
///  6  U1×2  reserved
///     again for each satellite:
/// +0  U1    gnssId    0…7
/// +1  U1    svId      1
/// +2  U1    cno       1 dB-Hz
/// +3  I1    elev      1°
/// +4  I2    azim      1°
/// +6  I2    prRes     0.1 m
/// +8  X4    flags: bits 0–2 qualityInd, 3 svUsed, 4–5 health, 6 diffCorr, 7 smoothed, 8–10 orbitSource,
///             11 ephAvail, 12 almAvail, 13 anoAvail, 14 aopAvail, 16 sbasCorrUsed, 17 rtcmCorrUsed,
///             18 slasCorrUsed, 19 spartnCorrUsed, 20 prCorrUsed, 21 crCorrUsed, 22 doCorrUsed,
///             23 clasCorrUsed
/// ```
public struct NavSAT: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navSAT, fewestBytes: 8) }
  public init() {}

  /// The GPS time of week of the epoch in milliseconds; the same in all messages of an epoch.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 1
  /// The satellites, at most 255.
  public var satellites: [Satellite] = []
  package var kept = KeptBytes<2>()

  @inline(__always) package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.list(&satellites, &timeOfWeek, &version, in: 1...1, keeping: &kept.reserved, bytes)
  }

  /// One satellite.
  public struct Satellite: PayloadBlock {
    /// The satellite's system.
    public var system = SatelliteSystem.gps
    /// The number within the system; 255 for an unidentified GLONASS satellite.
    public var number: UInt8 = 0
    /// The carrier-to-noise density in dB-Hz, or nil without a signal.
    @StoredSignal public var signalToNoise: Int?
    private var direction = StoredDirection()
    /// The pseudorange residual in meters.
    @Steps<Int16, 10> public var rangeResidual: Double
    /// The tracking state of the signal.
    public var quality = SignalQuality.none
    /// Whether the satellite is used in the fix.
    public var isUsed = false
    /// The health: 0 unknown, 1 healthy, 2 unhealthy.
    public var health: UInt8 = 0
    /// Whether differential corrections are available.
    public var hasCorrections = false
    /// Whether the pseudorange is carrier-smoothed.
    public var isSmoothed = false
    /// The orbit in use: 0 none, 1 ephemeris, 2 almanac, 3 and 4 predicted, above 4 others.
    public var orbitSource: UInt8 = 0
    /// Whether an ephemeris is available.
    public var hasEphemeris = false
    /// Whether an almanac is available.
    public var hasAlmanac = false
    /// Whether a predicted orbit from a service is available.
    public var hasOfflineOrbit = false
    /// Whether a predicted orbit from the receiver is available.
    public var hasAutonomousOrbit = false
    /// Whether SBAS corrections are used.
    public var usesSBAS = false
    /// Whether RTCM corrections are used.
    public var usesRTCM = false
    /// Whether QZSS SLAS corrections are used.
    public var usesSLAS = false
    /// Whether SPARTN corrections are used.
    public var usesSPARTN = false
    /// Whether pseudorange corrections are used.
    public var correctsRange = false
    /// Whether carrier phase corrections are used.
    public var correctsCarrier = false
    /// Whether Doppler corrections are used.
    public var correctsDoppler = false
    /// Whether CLAS corrections are used.
    public var usesCLAS = false
    private var reserved = Reserved<4>()

    public var length: Int { 12 }
    public init() {}

    package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.fields(&system, &number, &_signalToNoise, &direction, &_rangeResidual, bytes)
      var flags = payload.word(UInt32.self, bytes)
      payload.code(&quality, bits: 0...2, of: &flags)
      payload.flag(&isUsed, bit: 3, of: &flags)
      payload.number(&health, bits: 4...5, of: &flags)
      payload.flags(&hasCorrections, &isSmoothed, from: 6, of: &flags)
      payload.number(&orbitSource, bits: 8...10, of: &flags)
      payload.flags(&hasEphemeris, &hasAlmanac, &hasOfflineOrbit, &hasAutonomousOrbit, from: 11, of: &flags)
      payload.flags(&usesSBAS, &usesRTCM, &usesSLAS, &usesSPARTN, &correctsRange, from: 16, of: &flags)
      payload.flags(&correctsCarrier, &correctsDoppler, &usesCLAS, from: 21, of: &flags)
      payload.close(flags, keeping: &reserved)
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
  }
}
