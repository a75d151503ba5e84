/// The orbits that the receiver knows: how much it remembers.
///
/// ```
///  0  U4    iTOW        1 ms
///  4  U1    version     1
///  5  U1    numSv       n
///  6  U1×2  reserved
///           again for each satellite:
/// +0  U1    gnssId      0…7
/// +1  U1    svId        1
/// +2  X1    svFlag
///             bits 0–1  health
///             bits 2–3  visibility
/// +3  X1    eph
///             bits 0–4  ephUsability
///             bits 5–7  ephSource
/// +4  X1    alm
///             bits 0–4  almUsability
///             bits 5–7  almSource
/// +5  X1    otherOrb
///             bits 0–4  anoAopUsability
///             bits 5–7  type
/// ```
///
/// Described as UBX-NAV-ORB in u-blox's interface descriptions.
public struct NavORB: PayloadMessage {
  /// GPS time of week of the epoch in milliseconds: all messages of one epoch say the same number.
  public var timeOfWeek: UInt32 = 0
  /// The version of the layout.
  public var version: UInt8 = 1
  /// The satellites, up to 255 of them.
  public var satellites: [Satellite] = []
  private var reserved = Reserved<2>()
  private var rest = PayloadRest()

  /// Class and identifier.
  public var kind: MessageKind { .navORB }

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
    payload.version(&version, in: 1...1, bytes)
    let count = payload.count(of: satellites, bytes)
    payload.skip(2, keeping: &reserved, bytes)
    payload.group(&satellites, count: count, bytes)
    payload.end(&rest, bytes)
  }
}

extension NavORB {
  /// One satellite.
  public struct Satellite: PayloadBlock {
    /// The system that the satellite belongs to.
    public var system = SatelliteSystem.gps
    /// The number in its system; 255 for a GLONASS satellite that is not identified yet.
    public var number: UInt8 = 0
    /// 0 not known, 1 healthy, 2 unhealthy.
    public var health: UInt8 = 0
    /// 0 not known, 1 below the horizon, 2 above it, 3 above the mask.
    public var visibility: UInt8 = 0
    /// How long the ephemeris can be used: 0 not at all, 1 to 29 in quarters of an hour, 30 longer, 31 not
    /// known.
    public var ephemerisUsability: UInt8 = 0
    /// The source of the ephemeris: 0 none, 1 from the sky, above that others.
    public var ephemerisSource: UInt8 = 0
    /// How long the almanac can be used: 0 not at all, 1 to 29 in days, 30 longer, 31 not known.
    public var almanacUsability: UInt8 = 0
    /// The source of the almanac: 0 none, 1 from the sky, above that others.
    public var almanacSource: UInt8 = 0
    /// How long the predicted orbit can be used: 0 not at all, 1 to 29 in half days, 30 longer, 31 not known.
    public var predictionUsability: UInt8 = 0
    /// The predicted orbit: 0 none, 1 by a service, 2 by the receiver.
    public var predictionKind: UInt8 = 0
    private var reserved = Reserved<4>()

    /// Always 6 bytes.
    public var length: Int { 6 }

    /// Makes one that says nothing yet.
    public init() {}

    /// Visits the fields in their order, to read them or to write them.
    public mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
      payload.code(&system, bytes)
      payload.number(&number, bytes)
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

    /// Whether an ephemeris is there that can be used.
    public var hasEphemeris: Bool { ephemerisSource != 0 && ephemerisUsability != 0 }
    /// Whether an almanac is there that can be used.
    public var hasAlmanac: Bool { almanacSource != 0 && almanacUsability != 0 }
  }
}
