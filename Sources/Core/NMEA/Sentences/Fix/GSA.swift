/// The satellites in use, and the dilution of precision of their geometry.
///
/// ```
///        1 2 3  …  14 15  16  17  18
///        | | |     |  |   |   |   |
/// $--GSA,a,x,xx,…,xx,x.x,x.x,x.x,h*hh
/// $GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1*39
/// ```
///
/// Field 18, the system, came with NMEA 4.10. Some receivers send 24 satellite fields instead of 12.
/// Described at <https://gpsd.io/NMEA.html#_gsa_gps_dop_and_active_satellites>.
public struct GSA: TalkerContent {
  public static var form: SentenceForm { SentenceForm("GSA", fewestFields: 2) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The selection of 2D or 3D: `M` manual, `A` automatic.
  public var selection: Selection?
  /// The type of fix: 1 no fix, 2 two-dimensional, 3 three-dimensional.
  @SparseInteger<Int16> public var dimensions: Int?
  /// The satellites in use, with the receiver's numbers; empty fields are nil.
  public var satellites = SparseIntegers<24>()
  /// The number of satellite fields in the sentence: 12, or 24.
  public var places = 12
  /// The position dilution of precision.
  @SparseDecimal public var positionDilution: Double?
  /// The horizontal dilution of precision.
  @SparseDecimal public var horizontalDilution: Double?
  /// The vertical dilution of precision.
  @SparseDecimal public var verticalDilution: Double?
  /// The satellites' system, from 1 for GPS to 6 for NavIC.
  @SparseInteger<Int16> public var system: Int?

  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.letter(&selection, text)
    fields.integer(&_dimensions, text)
    if let remaining = fields.remaining { places = remaining < 27 ? 12 : 24 }
    fields.integers(&satellites, count: places, width: 2, text)
    fields.decimal(&_positionDilution, places: 2, text)
    fields.decimal(&_horizontalDilution, places: 2, text)
    fields.decimal(&_verticalDilution, places: 2, text)
    if fields.hasMore(since: .v4_10) { fields.hexadecimal(&_system, text) }
  }

  /// Reads a plain sentence in a specialized way; returns the length of its body, or 0 if it is not plain.
  ///
  /// Like GSV, it consists of many short fields. The caller must verify the checksum.
  @inline(never)
  mutating func readQuickly(_ text: Span<UInt8>) -> Int {
    guard text.count == SentenceWindow.size else { return 0 }
    var cursor = ShortFields(from: SentenceWindow.lead + 6)
    selection = Selection(rawValue: cursor.letter(text))
    _dimensions.raw = cursor.next(text)
    for index in 0..<12 { satellites.raw[index] = cursor.next(text) }
    _positionDilution.raw = cursor.decimal(text)
    _horizontalDilution.raw = cursor.decimal(text)
    _verticalDilution.raw = cursor.decimal(text)
    if !cursor.hasEnded {
      // The system is hexadecimal: a single digit reads the same in decimal.
      _system.raw = cursor.next(text)
      guard _system.raw == .min || text[(cursor.place &- 2) & 127] == UInt8(ascii: ",") else { return 0 }
    }
    return cursor.hasEnded && !cursor.isDoubtful ? cursor.place &- SentenceWindow.lead : 0
  }

  /// The selection of 2D or 3D.
  public struct Selection: RawRepresentable, Sendable, Hashable {
    public var rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `A`: automatic, by the receiver.
    public static let automatic = Selection(rawValue: UInt8(ascii: "A"))
    /// `M`: manual, by the user.
    public static let manual = Selection(rawValue: UInt8(ascii: "M"))
  }
}
