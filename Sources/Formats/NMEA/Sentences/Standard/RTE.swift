/// The waypoints of a route, as many as go into a sentence.
///
/// ```
///        1  2  3 4    5        n
///        |  |  | |    |        |
/// $--RTE,xx,xx,a,c--c,c--c,…,c--c*hh
/// $GPRTE,2,1,c,0,PBRCPK,PBRTO,PTELGR,PPLAND,PYAMBU,PPFAIR,PWARRN,PMORTL,PLISMR*73
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_rte_routes>.
public struct RTE: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "RTE"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 4
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Sentences in this route.
  @SparseInteger<Int16> public var total: Int?
  /// The number of this one, from 1.
  @SparseInteger<Int16> public var number: Int?
  /// Which waypoints are listed.
  public var mode: Mode?
  /// The name of the route.
  public var route = FieldText()
  /// The names of the waypoints, in their order.
  public var waypoints: [FieldText] = []

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.integer(&_total, text)
    fields.integer(&_number, text)
    fields.letter(&mode, text)
    fields.text(&route, text)
    if let remaining = fields.remaining {
      waypoints = Array(repeating: FieldText(), count: max(remaining, 0))
    }
    for index in waypoints.indices { fields.text(&waypoints[index], text) }
  }
}

extension RTE {
  /// Which waypoints of a route are listed.
  public struct Mode: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes a mode of its letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `c`: the complete route.
    public static let complete = Mode(rawValue: UInt8(ascii: "c"))
    /// `w`: the working route, from the waypoint just left.
    public static let working = Mode(rawValue: UInt8(ascii: "w"))
  }
}
