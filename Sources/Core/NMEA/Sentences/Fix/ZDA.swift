/// The time and date, with a four-digit year.
///
/// ```
///        1         2  3  4    5  6
///        |         |  |  |    |  |
/// $--ZDA,hhmmss.ss,dd,mm,yyyy,xx,xx*hh
/// $GPZDA,160012.71,11,03,2004,-1,00*7D
/// ```
///
/// Described at <https://gpsd.io/NMEA.html#_zda_time_date>.
public struct ZDA: TalkerContent {
  /// The form of a valid sentence; the zone came with NMEA 2.0.
  public static var form: SentenceForm { SentenceForm("ZDA", fewestFields: 4) }
  public var talker: Talker
  public init(talker: Talker) { self.talker = talker }

  /// The UTC time of day.
  public var time: TimeOfDay?
  /// The day, 1 to 31.
  @SparseInteger<Int16> public var day: Int?
  /// The month, 1 to 12.
  @SparseInteger<Int16> public var month: Int?
  /// The four-digit year.
  @SparseInteger<Int16> public var year: Int?
  /// The hours of the local time zone, for information only: time and date are in UTC.
  @SparseInteger<Int16> public var zoneHours: Int?
  /// The minutes of the local time zone.
  @SparseInteger<Int16> public var zoneMinutes: Int?

  @inline(__always)
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.integer(&_day, in: 1...31, width: 2, text)
    fields.integer(&_month, in: 1...12, width: 2, text)
    fields.integer(&_year, in: 0...9999, width: 4, text)
    if fields.hasMore(since: .v2_0) { fields.integer(&_zoneHours, in: -13...14, width: 2, text) }
    if fields.hasMore(since: .v2_0) { fields.integer(&_zoneMinutes, in: -59...59, width: 2, text) }
  }
}
