import Testing

@testable import NMEA

@Suite struct `A field with a time` {
  private func time(_ field: String) -> Outcome<TimeOfDay?> {
    parse(field) { FieldParsing.time($0, $1, $2) }.outcome
  }

  private func parts(_ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int = 0) -> Outcome<TimeOfDay?>
  {
    .reads(TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond))
  }

  @Test(arguments: [
    ("123519", 0), ("123519.", 0), ("123519.0", 0), ("123519.4", 400_000_000), ("123519.04", 40_000_000),
    ("123519.487", 487_000_000), ("123519.0005", 500_000), ("123519.12345", 123_450_000),
    ("123519.000001", 1000), ("123519.1234567", 123_456_700), ("123519.00000009", 90),
    ("123519.123456789", 123_456_789), ("123519.1234567899", 123_456_789),
    ("123519.00000000099", 0), ("123519.999999999999", 999_999_999),
  ])
  func `has any number of decimals, of which nine count`(field: String, nanosecond: Int) {
    #expect(time(field) == parts(12, 35, 19, nanosecond))
  }

  @Test func `reaches from midnight to the leap second`() {
    #expect(time("000000") == parts(0, 0, 0))
    #expect(time("235959.999") == parts(23, 59, 59, 999_000_000))
    #expect(time("235960") == parts(23, 59, 60))
    #expect(time("235960.75") == parts(23, 59, 60, 750_000_000))
  }

  @Test(arguments: ["240000", "250000", "126000", "120061", "999999", "240000.00"])
  func `is refused when a part of it can't be`(field: String) { #expect(time(field) == .fails(.outOfRange)) }

  @Test(arguments: [
    "1", "12351", "1235190", "12351 ", "1 3519", "12:35:19", "123519,5", "123519.x", "123519.5.", "123519.-5",
    "-23519", "noon!!", "123519 .5", ".123519",
  ])
  func `is refused when it is no time`(field: String) { #expect(time(field) == .fails(.notATime)) }

  @Test func `is read without blanks, and says nothing when it is blank`() {
    #expect(time("  123519 ") == parts(12, 35, 19) && time("") == .reads(nil))
    #expect(time("      ") == .reads(nil))
  }
}

@Suite struct `A field with a date` {
  private func date(_ field: String) -> Outcome<DayMonthYear?> {
    parse(field) { FieldParsing.date($0, $1, $2) }.outcome
  }

  @Test(arguments: [
    ("010100", 1, 1, 0), ("311299", 31, 12, 99), ("290224", 29, 2, 24), (" 201126 ", 20, 11, 26),
    // Which months have 31 days depends on the year, and which year it is is not said.
    ("310223", 31, 2, 23),
  ])
  func `has day, month and two digits of the year`(field: String, day: Int, month: Int, year: Int) {
    #expect(date(field) == .reads(DayMonthYear(day: day, month: month, year: year)))
  }

  @Test(arguments: ["000126", "320126", "010026", "011326", "999999"])
  func `is refused when a part of it can't be`(field: String) { #expect(date(field) == .fails(.outOfRange)) }

  @Test(arguments: ["20112", "2011260", "20112026", "2o1126", "20-1126", "20 126", "-10126", "x"])
  func `is refused when it is no date`(field: String) { #expect(date(field) == .fails(.notADate)) }

  @Test(arguments: ["", "      "]) func `says nothing when it is empty or blank`(field: String) {
    #expect(date(field) == .reads(nil))
  }
}

@Suite struct `A time of day` {
  @Test(arguments: [
    (-1, 0, 0, 0), (24, 0, 0, 0), (0, -1, 0, 0), (0, 60, 0, 0), (0, 0, -1, 0), (0, 0, 61, 0), (0, 0, 0, -1),
    (0, 0, 0, 1_000_000_000), (256, 0, 0, 0), (.max, .min, 0, 0),
  ])
  func `is none when a part is out of its range`(hour: Int, minute: Int, second: Int, nanosecond: Int) {
    #expect(TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond) == nil)
  }

  @Test(arguments: [
    (0, 0, 0, 0, 0), (0, 0, 0, 1, 1), (1, 2, 3, 0, 3_723_000_000_000),
    (23, 59, 59, 999_999_999, 86_399_999_999_999), (23, 59, 60, 0, 86_400_000_000_000),
  ])
  func `counts its nanoseconds from midnight on, those of the leap second behind all others`(
    hour: Int, minute: Int, second: Int, nanosecond: Int, count: Int
  ) {
    let time = TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)
    #expect(time.map { Int($0.nanosecondsOfDay) } == count)
  }

  @Test func `that is checked already is the same value`() {
    let checked = TimeOfDay(checkedHour: 12, 35, 19, 250_000_000)
    #expect(checked == TimeOfDay(hour: 12, minute: 35, second: 19, nanosecond: 250_000_000))
  }
}

@Suite struct `A day, month and year` {
  @Test(arguments: [
    (0, 1, 26), (32, 1, 26), (1, 0, 26), (1, 13, 26), (1, 1, -1), (1, 1, 100), (1, 1, 2026), (257, 1, 26),
  ])
  func `is none when a part is out of its range`(day: Int, month: Int, year: Int) {
    #expect(DayMonthYear(day: day, month: month, year: year) == nil)
  }

  @Test func `keeps its parts apart`() throws {
    let date = try #require(DayMonthYear(day: 3, month: 2, year: 1))
    #expect([date.day, date.month, date.year] == [3, 2, 1])
    #expect(date != DayMonthYear(day: 2, month: 3, year: 1))
  }
}

@Suite struct `A time and a date in words` {
  @Test(arguments: [
    (12, 35, 19, 0, "12:35:19"), (0, 0, 0, 500_000_000, "00:00:00.5"), (23, 59, 60, 1, "23:59:60.000000001"),
  ])
  func `are as ISO 8601 has the time, with the decimals that it has`(
    _ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int, _ text: String
  ) throws {
    let time = try #require(TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond))
    #expect("\(time)" == text)
  }

  @Test func `give a year only the two digits that were sent`() throws {
    let date = try #require(DayMonthYear(day: 3, month: 11, year: 6))
    #expect("\(date)" == "06-11-03")
  }
}
