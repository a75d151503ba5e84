extension NavPVT {
  /// A day of the Gregorian calendar, in UTC.
  public struct CalendarDate: Sendable, Hashable {
    /// 1 to 9999.
    public let year: UInt16
    /// 1 to 12.
    public let month: UInt8
    /// 1 to the last day of the month.
    public let day: UInt8

    /// Makes a date of its parts; nil where there is no such day.
    public init?(year: Int, month: Int, day: Int) {
      guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year)
      else { return nil }
      self.year = UInt16(year)
      self.month = UInt8(month)
      self.day = UInt8(day)
    }

    /// The day before.
    var preceding: CalendarDate? {
      if let date = CalendarDate(year: Int(year), month: Int(month), day: Int(day) - 1) { return date }
      guard month == 1 else {
        let last = Self.days(in: Int(month) - 1, of: Int(year))
        return CalendarDate(year: Int(year), month: Int(month) - 1, day: last)
      }
      return CalendarDate(year: Int(year) - 1, month: 12, day: 31)
    }

    /// The day after.
    var following: CalendarDate? {
      CalendarDate(year: Int(year), month: Int(month), day: Int(day) + 1)
        ?? CalendarDate(year: Int(year), month: Int(month) + 1, day: 1)
        ?? CalendarDate(year: Int(year) + 1, month: 1, day: 1)
    }

    private static func days(in month: Int, of year: Int) -> Int {
      switch month {
      case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    }
  }

  /// A time of day in UTC; second 60 is a leap second.
  public struct TimeOfDay: Sendable, Hashable {
    /// 0 to 23.
    public let hour: UInt8
    /// 0 to 59.
    public let minute: UInt8
    /// 0 to 60.
    public let second: UInt8
    /// 0 to 999 999 999.
    public let nanosecond: UInt32

    /// Makes a time of its parts; nil where a part is out of its range.
    public init?(hour: Int, minute: Int, second: Int, nanosecond: Int = 0) {
      guard 0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second, 0..<1_000_000_000 ~= nanosecond
      else { return nil }
      self.hour = UInt8(hour)
      self.minute = UInt8(minute)
      self.second = UInt8(second)
      self.nanosecond = UInt32(nanosecond)
    }

    /// Makes a time of a rounded second and a fraction of either sign, from −1e9 to 1e9.
    ///
    /// Receivers round the second and say by the fraction how far they were off.
    /// 00:00:00 with −5 ms lies on the day before: `dayShift` becomes −1 then, and 1 past the day's end.
    /// The message does not say whether a minute had a leap second: a minute that is stepped back into has 60 seconds.
    init?(hour: Int, minute: Int, second: Int, signedNanosecond: Int, dayShift: inout Int) {
      let billion = 1_000_000_000
      guard -billion...billion ~= signedNanosecond else { return nil }
      guard TimeOfDay(hour: hour, minute: minute, second: second) != nil else { return nil }
      if 0..<billion ~= signedNanosecond {
        self.init(hour: hour, minute: minute, second: second, nanosecond: signedNanosecond)
        return
      }
      let step = signedNanosecond < 0 ? -1 : 1
      let fraction = signedNanosecond - step * billion
      if 0..<60 ~= second + step {
        self.init(hour: hour, minute: minute, second: second + step, nanosecond: fraction)
        return
      }
      let minutes = hour * 60 + minute + step
      let day = 24 * 60
      dayShift = minutes < 0 ? -1 : minutes >= day ? 1 : 0
      let wrapped = minutes - dayShift * day
      self.init(
        hour: wrapped / 60, minute: wrapped % 60, second: step < 0 ? 59 : 0, nanosecond: fraction)
    }
  }
}

/// A date and a time of day as messages store them: a rounded second, and a fraction of either sign.
///
/// The numbers stay as they came, also those that are no date and no time, so that they are written again.
struct StoredTime: Sendable, Hashable {
  private var year: UInt16 = 0
  private var month: UInt8 = 0
  private var day: UInt8 = 0
  private var hour: UInt8 = 0
  private var minute: UInt8 = 0
  private var second: UInt8 = 0
  private var nanosecond: Int32 = 0

  /// The parts down to the second.
  @inline(__always)
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&year, bytes)
    payload.number(&month, bytes)
    payload.number(&day, bytes)
    payload.number(&hour, bytes)
    payload.number(&minute, bytes)
    payload.number(&second, bytes)
  }

  /// The fraction, which stands elsewhere in each message.
  @inline(__always)
  mutating func walkFraction(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&nanosecond, bytes)
  }

  /// The time of day, with the days by which the fraction leads away from the stored date.
  private func time(_ dayShift: inout Int) -> NavPVT.TimeOfDay? {
    NavPVT.TimeOfDay(
      hour: Int(hour), minute: Int(minute), second: Int(second), signedNanosecond: Int(nanosecond),
      dayShift: &dayShift)
  }

  /// The time of day, or nil where the numbers can't be one.
  var time: NavPVT.TimeOfDay? {
    get {
      var dayShift = 0
      return time(&dayShift)
    }
    set {
      hour = newValue?.hour ?? 0
      minute = newValue?.minute ?? 0
      second = newValue?.second ?? 0
      nanosecond = Int32(newValue?.nanosecond ?? 0)
    }
  }

  /// The day, or nil where the numbers can't be one; a time counts only if it is valid.
  func date(isTimeValid: Bool) -> NavPVT.CalendarDate? {
    var dayShift = 0
    if isTimeValid, !(0..<1_000_000_000 ~= nanosecond) { _ = time(&dayShift) }
    let date = NavPVT.CalendarDate(year: Int(year), month: Int(month), day: Int(day))
    return dayShift < 0 ? date?.preceding : dayShift > 0 ? date?.following : date
  }

  /// Takes a day, and leaves the time what it was.
  mutating func set(_ date: NavPVT.CalendarDate?) {
    // A fraction before midnight would take the new date back a day.
    var dayShift = 0
    if let time = time(&dayShift), dayShift != 0 { self.time = time }
    year = date?.year ?? 0
    month = date?.month ?? 0
    day = date?.day ?? 0
  }

  /// Takes a time, and leaves the day what it was.
  mutating func set(_ time: NavPVT.TimeOfDay?, isTimeValid: Bool) {
    let date = date(isTimeValid: isTimeValid)
    self.time = time
    if let date { set(date) }
  }
}
