/// The orbit data that the receiver has.
///
/// ```
///  0  U4    iTOW      1 ms
///  4  U1    version   1
///  5  U1    numSv     n
///  6  U1×2  reserved
///     again for each satellite:
/// +0  U1    gnssId    0…7
/// +1  U1    svId      1
/// +2  X1    svFlag: bits 0–1 health, 2–3 visibility
/// +3  X1    eph: bits 0–4 ephUsability, 5–7 ephSource
/// +4  X1    alm: bits 0–4 almUsability, 5–7 almSource
/// +5  X1    otherOrb: bits 0–4 anoAopUsability, 5–7 type
/// ```
public struct NavORB: PayloadMessage {
  package static var form: PayloadForm { PayloadForm(.navORB, fewestBytes: 8) }
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
    /// The health: 0 unknown, 1 healthy, 2 unhealthy.
    public var health: UInt8 = 0
    /// The visibility: 0 unknown, 1 below the horizon, 2 above it, 3 above the elevation mask.
    public var visibility: UInt8 = 0
    /// The remaining usability of the ephemeris: 0 unusable, 1 to 29 quarter hours, 30 longer, 31 unknown.
    public var ephemerisUsability: UInt8 = 0
    /// The source of the ephemeris: 0 none, 1 satellite signals, above 1 others.
    public var ephemerisSource: UInt8 = 0
    /// The remaining usability of the almanac: 0 unusable, 1 to 29 days, 30 longer, 31 unknown.
    public var almanacUsability: UInt8 = 0
    /// The source of the almanac: 0 none, 1 satellite signals, above 1 others.
    public var almanacSource: UInt8 = 0
    /// The remaining usability of the predicted orbit: 0 unusable, 1 to 29 half days, 30 longer, 31 unknown.
    public var predictionUsability: UInt8 = 0
    /// The origin of the predicted orbit: 0 none, 1 a service, 2 the receiver.
    public var predictionKind: UInt8 = 0
    private var reserved = Reserved<4>()

    public var length: Int { 6 }
    public init() {}

    package mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.fields(&system, &number, bytes)
      var state = payload.word(UInt8.self, bytes)
      payload.number(&health, bits: 0...1, of: &state)
      payload.number(&visibility, bits: 2...3, of: &state)
      payload.close(state, keeping: &reserved)
      var ephemeris = payload.word(UInt8.self, bytes)
      payload.number(&ephemerisUsability, bits: 0...4, of: &ephemeris)
      payload.number(&ephemerisSource, bits: 5...7, of: &ephemeris)
      payload.close(ephemeris, keeping: &reserved)
      var almanac = payload.word(UInt8.self, bytes)
      payload.number(&almanacUsability, bits: 0...4, of: &almanac)
      payload.number(&almanacSource, bits: 5...7, of: &almanac)
      payload.close(almanac, keeping: &reserved)
      var other = payload.word(UInt8.self, bytes)
      payload.number(&predictionUsability, bits: 0...4, of: &other)
      payload.number(&predictionKind, bits: 5...7, of: &other)
      payload.close(other, keeping: &reserved)
    }

    /// Whether a usable ephemeris is available.
    public var hasEphemeris: Bool { ephemerisSource != 0 && ephemerisUsability != 0 }
    /// Whether a usable almanac is available.
    public var hasAlmanac: Bool { almanacSource != 0 && almanacUsability != 0 }
  }
}
