/// Which satellites are in use, and how good their geometry is.
///
/// ```
///        1 2 3  …  14 15  16  17  18
///        | | |     |  |   |   |   |
/// $--GSA,a,x,xx,…,xx,x.x,x.x,x.x,h*hh
/// $GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,1.3,2.1*39
/// ```
///
/// Field 18, the system, came with NMEA 4.10. Some receivers have 24 places for satellites instead of 12.
/// Described at <https://gpsd.io/NMEA.html#_gsa_gps_dop_and_active_satellites>.
public struct GSA: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "GSA"
  /// A sentence with fewer fields is refused; the system came with NMEA 4.10.
  public static let fewestFields = 2
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// `M` manual, `A` automatic choice between 2D and 3D.
  public var selection: Selection?
  /// 1 no fix, 2 two-dimensional, 3 three-dimensional.
  @SparseInteger<Int16> public var dimensions: Int?
  /// The satellites in use, as the receiver numbers them; empty places are nil.
  public var satellites = SparseIntegers<24>()
  /// Places in the sentence: 12, or 24.
  public var places = 12
  /// Dilution of precision of the position.
  @SparseDecimal public var positionDilution: Double?
  /// Dilution of precision, horizontal.
  @SparseDecimal public var horizontalDilution: Double?
  /// Dilution of precision, vertical.
  @SparseDecimal public var verticalDilution: Double?
  /// The system that the satellites belong to, 1 GPS to 6 NavIC.
  @SparseInteger<Int16> public var system: Int?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// Visits the fields in their order, to read them or to write them.
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
}

extension GSA {
  /// Reads a plain sentence in a way of its own, and answers the length of its body; 0 if anything is not plain.
  ///
  /// Like GSV it is many short fields. The checksum is for the caller to verify.
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
      // The system is hexadecimal: only one digit means the same in both.
      _system.raw = cursor.next(text)
      guard _system.raw == .min || text[(cursor.place &- 2) & 127] == UInt8(ascii: ",") else { return 0 }
    }
    return cursor.hasEnded && !cursor.isDoubtful ? cursor.place &- SentenceWindow.lead : 0
  }
}

extension GSA {
  /// The way in which the receiver chooses between 2D and 3D.
  public struct Selection: RawRepresentable, Sendable, Hashable {
    /// The letter.
    public var rawValue: UInt8
    /// Makes a selection of its letter.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// `A`: the receiver.
    public static let automatic = Selection(rawValue: UInt8(ascii: "A"))
    /// `M`: the user.
    public static let manual = Selection(rawValue: UInt8(ascii: "M"))
  }
}
