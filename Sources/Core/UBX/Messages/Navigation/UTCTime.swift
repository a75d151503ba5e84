extension NavPVT {
  /// A date of the Gregorian calendar in UTC.
  public struct CalendarDate: Sendable, Hashable {
    /// The year, 1 to 9999.
    public let year: UInt16
    /// The month, 1 to 12.
    public let month: UInt8
    /// The day, 1 to the last day of the month.
    public let day: UInt8

    /// Makes a date from its parts; nil if the date does not exist.
    public init?(year: Int, month: Int, day: Int) {
      guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year)
      else { return nil }
      self.year = UInt16(year)
      self.month = UInt8(month)
      self.day = UInt8(day)
    }

    var preceding: CalendarDate? {
      if let date = CalendarDate(year: Int(year), month: Int(month), day: Int(day) - 1) { return date }
      guard month == 1 else {
        let last = Self.days(in: Int(month) - 1, of: Int(year))
        return CalendarDate(year: Int(year), month: Int(month) - 1, day: last)
      }
      return CalendarDate(year: Int(year) - 1, month: 12, day: 31)
    }

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
    /// The hour, 0 to 23.
    public let hour: UInt8
    /// The minute, 0 to 59.
    public let minute: UInt8
    /// The second, 0 to 60.
    public let second: UInt8
    /// The nanosecond, 0 to 999 999 999.
    public let nanosecond: UInt32

    /// Makes a time from its parts; nil if a part is out of range.
    public init?(hour: Int, minute: Int, second: Int, nanosecond: Int = 0) {
      guard 0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second, 0..<1_000_000_000 ~= nanosecond
      else { return nil }
      self.hour = UInt8(hour)
      self.minute = UInt8(minute)
      self.second = UInt8(second)
      self.nanosecond = UInt32(nanosecond)
    }

    /// Makes a time from a rounded second and a signed fraction, from −1e9 to 1e9.
    ///
    /// Receivers round the second and report the rounding error as the fraction.
    /// 00:00:00 with −5 ms is on the previous day: `dayShift` is then −1; after the end of the day it is 1.
    /// The message does not report leap seconds, so stepping back to a previous minute assumes 60 seconds.
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
      self.init(hour: wrapped / 60, minute: wrapped % 60, second: step < 0 ? 59 : 0, nanosecond: fraction)
    }
  }
}

/// A message with a date and a time of day, each of which the receiver marks as valid or not.
public protocol DatedMessage: Sendable, Hashable {
  /// The date and the time as stored.
  var moment: StoredTime { get set }
}

extension DatedMessage {
  /// The date in UTC, or nil if it is not valid.
  @inlinable public var date: NavPVT.CalendarDate? {
    get { moment.validDate }
    set { moment.validDate = newValue }
  }

  /// The time of day in UTC, or nil if it is not valid.
  @inlinable public var time: NavPVT.TimeOfDay? {
    get { moment.validTime }
    set { moment.validTime = newValue }
  }
}

/// A date and time as stored in messages, with a rounded second and a signed fraction.
///
/// The numbers are kept even if they are not a valid date or time, so that they can be written back.
public struct StoredTime: Sendable, Hashable, PayloadField {
  private var year: UInt16 = 0
  private var month: UInt8 = 0
  private var day: UInt8 = 0
  private var hour: UInt8 = 0
  private var minute: UInt8 = 0
  private var second: UInt8 = 0
  private var nanosecond: Int32 = 0
  /// Whether the receiver marks the date as valid, in a ``DatedMessage``.
  var isDateValid = false
  /// Whether the receiver marks the time of day as valid, in a ``DatedMessage``.
  var isTimeValid = false

  /// Makes a time that is not valid.
  public init() {}

  /// Visits the parts down to the second.
  @inline(__always)
  mutating func walk(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.fields(&year, &month, &day, &hour, &minute, &second, bytes)
  }

  /// Visits the fraction, whose place differs between messages.
  @inline(__always)
  mutating func walkFraction(_ payload: inout some PayloadVisitor, _ bytes: Span<UInt8>) {
    payload.number(&nanosecond, bytes)
  }

  /// Visits the two lowest bits of a word: whether the date and the time of day are valid.
  @inline(__always)
  mutating func walkValidity(_ payload: inout some PayloadVisitor, of word: inout PayloadWord<UInt8>) {
    payload.flags(&isDateValid, &isTimeValid, from: 0, of: &word)
  }

  /// The date in UTC, or nil if it is not valid.
  public var validDate: NavPVT.CalendarDate? {
    get { isDateValid ? date(isTimeValid: isTimeValid) : nil }
    set {
      set(newValue)
      isDateValid = newValue != nil
    }
  }

  /// The time of day in UTC, or nil if it is not valid.
  public var validTime: NavPVT.TimeOfDay? {
    get { isTimeValid ? time : nil }
    set {
      set(newValue, isTimeValid: isTimeValid)
      isTimeValid = newValue != nil
    }
  }

  /// The time of day, and the day shift that the fraction causes.
  private func time(_ dayShift: inout Int) -> NavPVT.TimeOfDay? {
    NavPVT.TimeOfDay(
      hour: Int(hour), minute: Int(minute), second: Int(second), signedNanosecond: Int(nanosecond),
      dayShift: &dayShift)
  }

  /// The time of day, or nil if the numbers are invalid.
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

  /// The date, or nil if the numbers are invalid; the fraction shifts it only if the time is valid.
  func date(isTimeValid: Bool) -> NavPVT.CalendarDate? {
    var dayShift = 0
    if isTimeValid, !(0..<1_000_000_000 ~= nanosecond) { _ = time(&dayShift) }
    let date = NavPVT.CalendarDate(year: Int(year), month: Int(month), day: Int(day))
    return dayShift < 0 ? date?.preceding : dayShift > 0 ? date?.following : date
  }

  /// Sets the date without changing the time.
  mutating func set(_ date: NavPVT.CalendarDate?) {
    // A fraction before midnight would shift the new date back by a day.
    var dayShift = 0
    if let time = time(&dayShift), dayShift != 0 { self.time = time }
    year = date?.year ?? 0
    month = date?.month ?? 0
    day = date?.day ?? 0
  }

  /// Sets the time without changing the date.
  mutating func set(_ time: NavPVT.TimeOfDay?, isTimeValid: Bool) {
    let date = date(isTimeValid: isTimeValid)
    self.time = time
    if let date { set(date) }
  }
}
