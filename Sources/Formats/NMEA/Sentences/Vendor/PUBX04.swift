/// The time, and the receiver's own clock beside it.
///
/// ```
///       1  2         3      4         5    6   7   8       9
///       |  |         |      |         |    |   |   |       |
/// $PUBX,04,hhmmss.ss,ddmmyy,xxxxxx.xx,xxxx,xxx,x…x,x…x.xxx,xx*hh
/// $PUBX,04,202604.00,150824,419164.00,2327,18,-672045,-11949.632,21*11
/// ```
///
/// Described in u-blox's receiver descriptions, "UBX,04 Time of Day".
public struct PUBX04: VendorContent {
  /// The tag behind the `$`, with the field that is always the same.
  public static let tag: StaticString = "PUBX,04"
  /// A sentence with fewer fields is refused.
  public static let fewestFields = 8

  /// Time of day, UTC.
  public var time: TimeOfDay?
  /// The date, UTC.
  public var date: DayMonthYear?
  /// Seconds since the beginning of the UTC week.
  @SparseDecimal public var secondsOfWeek: Double?
  /// The week, counted from January 1980.
  @SparseInteger<Int16> public var week: Int?
  /// The leap seconds as they were sent, with a `D` behind an unconfirmed number.
  var leapSecondsText = FieldText()
  /// Seconds by which the receiver's clock is off.
  @SparseDecimal public var clockBias: Double?
  /// Seconds that the receiver's clock loses or wins in a second.
  @SparseDecimal public var clockDrift: Double?
  /// The step of the time pulse, in seconds.
  @SparseDecimal public var timePulseGranularity: Double?

  /// Makes a sentence with all fields empty.
  public init() {}

  /// Visits the fields in their order, to read them or to write them.
  public mutating func walk(_ fields: inout some FieldVisitor, _ text: Span<UInt8>) {
    fields.time(&time, text)
    fields.date(&date, text)
    fields.decimal(&_secondsOfWeek, places: 3, text)
    fields.integer(&_week, text)
    fields.text(&leapSecondsText, text)
    fields.decimal(&_clockBias, scale: Nanoseconds.inSeconds, places: 0, text)
    fields.decimal(&_clockDrift, scale: Nanoseconds.inSeconds, places: 3, text)
    fields.decimal(&_timePulseGranularity, scale: Nanoseconds.inSeconds, places: 0, text)
  }
}

extension PUBX04 {
  /// Seconds between GPS time and UTC; nil where the field is no number.
  public var leapSeconds: Int? {
    get {
      let bytes = leapSecondsText.bytes
      let end = bytes.count - (leapSecondsAreDefault ? 1 : 0)
      guard case .success(let seconds) = FieldParsing.integer(bytes.span, 0, end, in: 0...999)
      else { return nil }
      return seconds.map { Int($0) }
    }
    set {
      let mark = leapSecondsAreDefault ? [UInt8(ascii: "D")] : []
      leapSecondsText.bytes = newValue.map { DecimalText.integer($0, width: 1) + mark } ?? mark
    }
  }

  /// Whether the leap seconds are those the firmware was built with, and no satellite has confirmed them yet.
  public var leapSecondsAreDefault: Bool {
    get { leapSecondsText.bytes.last == UInt8(ascii: "D") }
    set {
      guard newValue != leapSecondsAreDefault else { return }
      leapSecondsText.bytes =
        newValue ? leapSecondsText.bytes + [UInt8(ascii: "D")] : leapSecondsText.bytes.dropLast()
    }
  }
}
