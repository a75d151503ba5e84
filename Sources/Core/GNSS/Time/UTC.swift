public import NMEA

/// An instant of Coordinated Universal Time, including leap seconds.
public struct UTC: Sendable, Hashable, Comparable {
  /// Whole seconds since 1970 in Unix time, which has no leap seconds.
  ///
  /// A leap second has the same number as the second before it.
  public var secondsSince1970: Int64
  /// Nanoseconds, from 0 to 999,999,999.
  public var nanosecond: Int32
  /// Whether the instant is in the second 23:59:60.
  public var isLeapSecond: Bool

  /// Creates an instant from Unix time.
  public init(secondsSince1970: Int64, nanosecond: Int32 = 0, isLeapSecond: Bool = false) {
    (self.secondsSince1970, self.nanosecond, self.isLeapSecond) = (secondsSince1970, nanosecond, isLeapSecond)
  }

  /// Creates an instant from a day and a time of day.
  ///
  /// A second 60 elsewhere becomes the first second of the next minute: leap seconds occur at midnight.
  public init(_ date: CivilDate, _ time: TimeOfDay) { self.init(daysSince1970: date.daysSince1970, time) }

  init(daysSince1970 days: Int, _ time: TimeOfDay) {
    let minutes = Int64(days) * 1440 + Int64(time.hour) * 60 + Int64(time.minute)
    isLeapSecond = time.second == 60 && time.hour == 23 && time.minute == 59
    secondsSince1970 = minutes * 60 + Int64(time.second) - (isLeapSecond ? 1 : 0)
    nanosecond = Int32(time.nanosecond)
  }

  /// The date in UTC.
  public var date: CivilDate { CivilDate(daysSince1970: Int(secondsSince1970 - secondOfDay) / 86_400) }

  /// The second of the day, from 0 to 86,399.
  var secondOfDay: Int64 {
    let rest = secondsSince1970 % 86_400
    return rest < 0 ? rest + 86_400 : rest
  }

  /// The time of day in UTC.
  public var timeOfDay: TimeOfDay {
    let second = Int(secondOfDay)
    return TimeOfDay(
      checkedHour: UInt8(second / 3600), UInt8(second / 60 % 60), isLeapSecond ? 60 : UInt8(second % 60),
      UInt32(nanosecond))
  }

  /// Seconds from another instant to this one; a leap second counts as one second after its Unix time.
  public func seconds(since other: UTC) -> Double {
    let whole =
      secondsSince1970 - other.secondsSince1970 + (isLeapSecond ? 1 : 0) - (other.isLeapSecond ? 1 : 0)
    return Double(whole) + Double(nanosecond - other.nanosecond) / 1e9
  }

  // MARK: - Rounding for text

  /// The instant for text formats: the tenths of a leap second become the last ten milliseconds of the second
  /// before it, from .990 to .999, so that ten epochs in it have ten different times.
  ///
  /// JavaScript, Python and `xsd:dateTime` all reject a second 60.
  package var withoutSecond60: UTC {
    guard isLeapSecond else { return self }
    let nanosecond = Self.leapNanosecond(UInt32(clamping: nanosecond))
    return UTC(secondsSince1970: secondsSince1970, nanosecond: nanosecond)
  }

  /// Maps a time within a leap second to the second before it.
  fileprivate static func leapNanosecond(_ nanosecond: UInt32) -> Int32 {
    990_000_000 + min(9, Int32(nanosecond / 100_000_000)) * 1_000_000
  }

  /// Rounds to a number of decimals of the second, 0 to 9, for every text format.
  ///
  /// A receiver that computes its time sends 08:23:18.999999999 for 08:23:19; truncating it would be a second
  /// too early for a program that reads whole seconds.
  package func rounded(decimals: Int) -> UTC {
    let (nanosecond, carry) = TimeOfDay.rounded(UInt32(clamping: nanosecond), decimals: decimals)
    // A leap second shares its number with the second before it; midnight, which follows, has the next one.
    guard carry else {
      return UTC(
        secondsSince1970: secondsSince1970, nanosecond: Int32(nanosecond), isLeapSecond: isLeapSecond)
    }
    return UTC(secondsSince1970: secondsSince1970 + 1)
  }

  /// The earlier instant is less.
  public static func < (a: UTC, b: UTC) -> Bool {
    (a.secondsSince1970, a.isLeapSecond ? 1 : 0, a.nanosecond)
      < (b.secondsSince1970, b.isLeapSecond ? 1 : 0, b.nanosecond)
  }
}

extension TimeOfDay {
  /// The time of day for text formats: see ``UTC/withoutSecond60``.
  package var withoutSecond60: TimeOfDay {
    guard second == 60 else { return self }
    let nanosecond = Int(UTC.leapNanosecond(nanosecond))
    return TimeOfDay(hour: Int(hour), minute: Int(minute), second: 59, nanosecond: nanosecond) ?? self
  }

  /// Rounds a time of day without a date, wrapping at the end of the day: see ``UTC/rounded(decimals:)``.
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

/// The corrections that were made to a receiver's time.
///
/// Every correction is listed here.
public struct TimeCorrections: Sendable, Hashable {
  /// Weeks added after a rollover of the receiver's week counter: a multiple of 1024.
  public var rolloverWeeks = 0
  /// Whether the date was moved by a day, because midnight separates it from the time of day.
  public var midnight = false
  /// Whether the receiver sent a second 60.
  public var leapSecond = false
  /// Whether the century was added to a year with two digits instead of four.
  public var century = false
  /// Whether several epochs have the same time: the receiver's time advances in steps of more than one epoch.
  public var isCoarse = false
  /// Leap seconds from a table, for a receiver that reports GPS time and has not reported them yet.
  public var assumedLeapSeconds: Int?

  /// Creates an empty list of corrections.
  public init() {}

  /// Whether nothing was corrected.
  public var isEmpty: Bool { self == TimeCorrections() }
}
