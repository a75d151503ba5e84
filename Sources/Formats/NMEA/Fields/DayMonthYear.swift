/// A date as RMC writes it, `ddmmyy`: the year has two digits, and which century is meant is not said.
public struct DayMonthYear: Sendable, Hashable {
  /// 1 to 31.
  public var day: UInt8
  /// 1 to 12.
  public var month: UInt8
  /// 0 to 99.
  public var year: UInt8

  /// Makes a date of its parts; nil where a part is out of its range.
  public init?(day: Int, month: Int, year: Int) {
    guard 1...31 ~= day, 1...12 ~= month, 0...99 ~= year else { return nil }
    self.day = UInt8(day)
    self.month = UInt8(month)
    self.year = UInt8(year)
  }
}
