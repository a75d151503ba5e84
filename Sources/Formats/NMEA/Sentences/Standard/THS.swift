/// The true heading, and how it was found.
///
/// ```
///        1   2
///        |   |
/// $--THS,x.x,a*hh
/// $GNTHS,77.52,E*2A
/// ```
///
/// Described at <https://www.easymanua.ls/jrc/jlr-30/manual?p=102>.
public struct THS: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "THS"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Heading in degrees from true north.
  @SparseDecimal public var heading: Double?
  /// How the heading was found.
  public var mode: Mode?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.course(&_heading, places: 3, text)
    fields.letter(&mode, text)
  }
}

extension THS {
  /// How a heading was found.
  public struct Mode: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes a mode of its letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `A`: autonomous.
    public static let autonomous = Mode(rawValue: UInt8(ascii: "A"))
    /// `E`: estimated, dead reckoning.
    public static let deadReckoning = Mode(rawValue: UInt8(ascii: "E"))
    /// `M`: manual input.
    public static let manual = Mode(rawValue: UInt8(ascii: "M"))
    /// `S`: simulator.
    public static let simulator = Mode(rawValue: UInt8(ascii: "S"))
    /// `V`: not valid.
    public static let void = Mode(rawValue: UInt8(ascii: "V"))
  }
}
