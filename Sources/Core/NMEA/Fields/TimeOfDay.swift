/// A time of day in UTC, sent as `hhmmss.sss` with any number of decimal places.
///
/// Second 60 is valid: it is a leap second.
public struct TimeOfDay: Sendable, Hashable, CustomStringConvertible {
  /// The hour, 0 to 23.
  public var hour: UInt8
  /// The minute, 0 to 59.
  public var minute: UInt8
  /// The second, 0 to 60; 60 is a leap second.
  public var second: UInt8
  /// The nanosecond, 0 to 999 999 999.
  public var nanosecond: UInt32

  /// Makes a time from its parts; nil if a part is out of range.
  public init?(hour: Int, minute: Int, second: Int, nanosecond: Int = 0) {
    guard 0..<24 ~= hour, 0..<60 ~= minute, 0...60 ~= second, 0..<1_000_000_000 ~= nanosecond
    else { return nil }
    self.hour = UInt8(hour)
    self.minute = UInt8(minute)
    self.second = UInt8(second)
    self.nanosecond = UInt32(nanosecond)
  }

  /// Makes a time from parts that the caller has validated.
  @inline(__always)
  package init(checkedHour hour: UInt8, _ minute: UInt8, _ second: UInt8, _ nanosecond: UInt32) {
    (self.hour, self.minute, self.second, self.nanosecond) = (hour, minute, second, nanosecond)
  }

  /// The nanoseconds since midnight; the leap second 23:59:60 comes after 23:59:59.
  public var nanosecondsOfDay: Int64 {
    (Int64(hour) * 3600 + Int64(minute) * 60 + Int64(second)) * 1_000_000_000 + Int64(nanosecond)
  }

  /// The time in ISO 8601, with all of its decimal places: `12:35:19.5`.
  public var description: String {
    let parts = [hour, minute, second].map { DecimalText.digits(UInt64($0), width: 2) }
    var text = Array(parts.joined(separator: [UInt8(ascii: ":")]))
    if nanosecond > 0 {
      var fraction = DecimalText.digits(UInt64(nanosecond), width: 9)
      while fraction.last == UInt8(ascii: "0") { fraction.removeLast() }
      text += [UInt8(ascii: ".")] + fraction
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// A date as sent in RMC, `ddmmyy`: the year has two digits, without a century.
public struct DayMonthYear: Sendable, Hashable, CustomStringConvertible {
  /// The day, 1 to 31.
  public var day: UInt8
  /// The month, 1 to 12.
  public var month: UInt8
  /// The year, 0 to 99.
  public var year: UInt8

  /// Makes a date from its parts; nil if a part is out of range.
  public init?(day: Int, month: Int, year: Int) {
    guard 1...31 ~= day, 1...12 ~= month, 0...99 ~= year else { return nil }
    self.day = UInt8(day)
    self.month = UInt8(month)
    self.year = UInt8(year)
  }

  /// Makes a date from parts that the caller has validated.
  @inline(__always)
  init(checkedDay day: UInt8, _ month: UInt8, _ year: UInt8) {
    (self.day, self.month, self.year) = (day, month, year)
  }

  /// The date as year, month and day, with a two-digit year: `94-03-23`.
  public var description: String {
    let parts = [year, month, day].map { DecimalText.digits(UInt64($0), width: 2) }
    return String(decoding: Array(parts.joined(separator: [UInt8(ascii: "-")])), as: UTF8.self)
  }
}
