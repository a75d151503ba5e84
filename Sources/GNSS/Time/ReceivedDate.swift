internal import NMEA

/// A date as a receiver says it, with the century put in front where it is missing.
struct ReceivedDate: Hashable {
  var day: CivilDate
  /// Whether four digits were promised and two were sent.
  var hasGuessedCentury = false

  /// Two digits of a year mean 1980 to 2079: GPS began in 1980.
  private static func full(_ year: Int) -> Int { year + (year < 80 ? 2000 : 1900) }

  /// The date of RMC; nil for a day that the calendar does not have.
  init?(_ date: DayMonthYear) {
    guard let day = CivilDate(year: Self.full(Int(date.year)), month: Int(date.month), day: Int(date.day))
    else {
      return nil
    }
    self.day = day
  }

  /// The date of ZDA, whose year should have four digits.
  init?(year: Int, month: Int, day: Int) {
    let isShort = year < 100
    guard let day = CivilDate(year: isShort ? Self.full(year) : year, month: month, day: day) else {
      return nil
    }
    self.day = day
    hasGuessedCentury = isShort
  }
}
