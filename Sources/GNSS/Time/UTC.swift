public import NMEA

/// An instant of Coordinated Universal Time, leap seconds included.
public struct UTC: Sendable, Hashable {
  /// Whole seconds since 1970, as Unix counts them: without leap seconds.
  ///
  /// A leap second shares the number of the second before it.
  public var secondsSince1970: Int64
  /// 0 to 999 999 999.
  public var nanosecond: Int32
  /// Whether this is the second 23:59:60.
  public var isLeapSecond: Bool

  /// Makes an instant of its Unix time.
  public init(secondsSince1970: Int64, nanosecond: Int32 = 0, isLeapSecond: Bool = false) {
    self.secondsSince1970 = secondsSince1970
    self.nanosecond = nanosecond
    self.isLeapSecond = isLeapSecond
  }

  /// Makes an instant of a day and a time of day.
  ///
  /// A second 60 that does not end the day is the first second of the next minute: leap seconds come at midnight.
  public init(_ date: CivilDate, _ time: TimeOfDay) {
    self.init(daysSince1970: date.daysSince1970, time)
  }

  /// The same, with the day as a number.
  init(daysSince1970 days: Int, _ time: TimeOfDay) {
    let minutes = Int64(days) * 1440 + Int64(time.hour) * 60 + Int64(time.minute)
    isLeapSecond = time.second == 60 && time.hour == 23 && time.minute == 59
    secondsSince1970 = minutes * 60 + Int64(time.second) - (isLeapSecond ? 1 : 0)
    nanosecond = Int32(time.nanosecond)
  }

  /// The day.
  public var date: CivilDate {
    CivilDate(daysSince1970: Int(secondsSince1970 - secondOfDay) / 86_400)
  }

  /// 0 to 86 399.
  var secondOfDay: Int64 {
    let rest = secondsSince1970 % 86_400
    return rest < 0 ? rest + 86_400 : rest
  }

  /// The time of day.
  public var timeOfDay: TimeOfDay {
    let second = Int(secondOfDay)
    return TimeOfDay(
      checkedHour: UInt8(second / 3600), UInt8(second / 60 % 60), isLeapSecond ? 60 : UInt8(second % 60),
      UInt32(nanosecond))
  }

  /// Seconds from another instant to this one, as Unix counts them; a leap second lies one second behind its number.
  public func seconds(since other: UTC) -> Double {
    let whole =
      secondsSince1970 - other.secondsSince1970 + (isLeapSecond ? 1 : 0) - (other.isLeapSecond ? 1 : 0)
    return Double(whole) + Double(nanosecond - other.nanosecond) / 1e9
  }
}

// MARK: - Decimals of a text

extension UTC {
  /// The instant that each text of this one names: the tenths of a leap second are the last ten milliseconds of the
  /// second before it, from .990 to .999, so that ten epochs in it have ten times.
  ///
  /// Neither JavaScript, Python nor `xsd:dateTime` reads a second 60.
  package var withoutSecond60: UTC {
    guard isLeapSecond else { return self }
    let nanosecond = Self.leapNanosecond(UInt32(clamping: nanosecond))
    return UTC(secondsSince1970: secondsSince1970, nanosecond: nanosecond)
  }

  /// The place of a moment of a leap second in the second before it.
  fileprivate static func leapNanosecond(_ nanosecond: UInt32) -> Int32 {
    990_000_000 + min(9, Int32(nanosecond / 100_000_000)) * 1_000_000
  }

  /// The nearest instant with a number of decimals of the second, 0 to 9: each text of an instant is made of it.
  ///
  /// A receiver that computes its time sends 08:23:18.999999999 for 08:23:19: to cut it would be a second too early for
  /// a program that reads whole seconds.
  package func rounded(decimals: Int) -> UTC {
    let (nanosecond, carry) = TimeOfDay.rounded(UInt32(clamping: nanosecond), decimals: decimals)
    // The end of a leap second is midnight, whose number comes after that of both its seconds.
    guard carry else {
      return UTC(
        secondsSince1970: secondsSince1970, nanosecond: Int32(nanosecond), isLeapSecond: isLeapSecond)
    }
    return UTC(secondsSince1970: secondsSince1970 + 1)
  }
}

extension TimeOfDay {
  /// The time that each text of this one names: see ``UTC/withoutSecond60``.
  package var withoutSecond60: TimeOfDay {
    guard second == 60 else { return self }
    let nanosecond = Int(UTC.leapNanosecond(nanosecond))
    return TimeOfDay(hour: Int(hour), minute: Int(minute), second: 59, nanosecond: nanosecond) ?? self
  }

  /// The same for a time of day without a date: the end of the day is its beginning.
  package func rounded(decimals: Int) -> TimeOfDay {
    let (nanosecond, carry) = Self.rounded(nanosecond, decimals: decimals)
    guard carry else { return TimeOfDay(checkedHour: hour, minute, second, nanosecond) }
    let next = (Int(hour) * 3600 + Int(minute) * 60 + Int(second) + 1) % 86_400
    return TimeOfDay(checkedHour: UInt8(next / 3600), UInt8(next / 60 % 60), UInt8(next % 60), 0)
  }

  fileprivate static func rounded(_ nanosecond: UInt32, decimals: Int) -> (UInt32, carry: Bool) {
    var step: UInt32 = 1
    for _ in 0..<(9 - min(max(decimals, 0), 9)) { step *= 10 }
    let rounded = (nanosecond + step / 2) / step * step
    return rounded < 1_000_000_000 ? (rounded, false) : (0, true)
  }
}

extension UTC: Comparable {
  /// The order of instants.
  public static func < (a: UTC, b: UTC) -> Bool {
    (a.secondsSince1970, a.isLeapSecond ? 1 : 0, a.nanosecond)
      < (b.secondsSince1970, b.isLeapSecond ? 1 : 0, b.nanosecond)
  }
}

/// The corrections that were made to a receiver's time.
///
/// Nothing is ever corrected without being named here.
public struct TimeCorrections: Sendable, Hashable {
  /// Weeks that were added because the receiver's week counter has rolled over: a multiple of 1024.
  public var rolloverWeeks = 0
  /// Whether the date was moved by a day: midnight lies between the time of day and the sentence with the date.
  public var midnight = false
  /// Whether the second 60 was given.
  public var leapSecond = false
  /// Whether the century was put in front of a year that has only two digits where four belong.
  public var century = false
  /// The leap seconds that were taken from a table, for a receiver that tells the time of GPS and has not told them yet.
  public var assumedLeapSeconds: Int?

  /// Nothing corrected.
  public init() {}

  /// Whether nothing was corrected.
  public var isEmpty: Bool { self == TimeCorrections() }
}
