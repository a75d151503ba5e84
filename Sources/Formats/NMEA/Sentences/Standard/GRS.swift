/// How far each satellite in use is from where the position would have it.
///
/// ```
///        1         2 3   4       14  15 16
///        |         | |   |       |   |  |
/// $--GRS,hhmmss.ss,x,x.x,x.x,…,x.x,h,h*hh
/// $GNGRS,104148.00,1,2.6,2.2,-1.6,-1.1,-1.7,-1.5,5.8,1.7,,,,,1,1*52
/// ```
///
/// The residuals stand in the order of the satellites in the last GSA.
/// Fields 15 and 16, system and signal, came with NMEA 4.10.
/// Described at <https://gpsd.io/NMEA.html#_grs_gps_range_residuals>.
public struct GRS: TalkerContent {
  /// The three letters behind the talker.
  public static let formatter: StaticString = "GRS"
  /// A sentence with fewer fields is refused; system and signal came with NMEA 4.10.
  public static let fewestFields = 3
  /// The talker, the two letters in front of the formatter.
  public var talker: Talker

  /// Time of the fix, UTC.
  public var time: TimeOfDay?
  /// Whether the residuals were used for the position, 0, or computed after it, 1.
  @SparseInteger<Int16> public var method: Int?
  /// The residuals as they are stored, always twelve.
  var numbers = [SparseDecimal](repeating: SparseDecimal(), count: GRS.places)
  /// The system that the satellites belong to, 1 GPS to 6 NavIC.
  @SparseInteger<Int16> public var system: Int?
  /// The signal, as NMEA numbers those of the system.
  @SparseInteger<Int16> public var signal: Int?

  /// Makes a sentence with all fields empty.
  public init(talker: Talker) { self.talker = talker }

  /// How many residuals a sentence has, filled or not.
  public static let places = 12

  /// Range residuals in meters, twelve places; an empty place is nil.
  ///
  /// Setting fills the list up, or cuts it, to twelve places.
  public var residuals: [Double?] {
    get { numbers.map { $0.wrappedValue } }
    set {
      for index in numbers.indices {
        numbers[index].wrappedValue = index < newValue.count ? newValue[index] : nil
      }
    }
  }

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.integer(&_method, in: 0...1, text)
    for index in numbers.indices { fields.decimal(&numbers[index], places: 3, text) }
    if fields.hasMore(since: .v4_10) { fields.hexadecimal(&_system, text) }
    if fields.hasMore(since: .v4_10) { fields.hexadecimal(&_signal, text) }
  }
}
