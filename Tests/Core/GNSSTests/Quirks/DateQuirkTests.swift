import GNSS
import NMEA
import TestSupport
import Testing

@Suite struct `Date quirks` {
  private let place = "4807.038,N,01131.000,E"
  private let live = DateReference.recording(CivilDate(year: 2026, month: 11, day: 20))

  private func rmc(_ time: String, _ date: String, status: String = "A") -> String {
    "GPRMC,\(time),\(status),\(place),022.4,084.4,\(date),,,A"
  }

  private func gga(_ time: String) -> String { "GPGGA,\(time),\(place),1,08,0.9,545.4,M,46.9,M,," }

  @Test func `quirk 26, a sentence without a date has the last one`() {
    let result = fixes(gga("115959"), gga("120000"), rmc("120000", "201126"), gga("120001"), gga("120002"))
    #expect(
      result.map(\.time) == [
        nil, utc(2026, 11, 20, 12, 0, 0), utc(2026, 11, 20, 12, 0, 1), utc(2026, 11, 20, 12, 0, 2),
      ])
    #expect(
      result.map(\.mode) == [.threeDimensional, .threeDimensional, .threeDimensional, .threeDimensional])
  }

  @Test func `quirk 27, without any date there is a time of day and no instant`() {
    let result = fixes(gga("120000"), gga("120001"), reference: live)
    #expect(result.map(\.time) == [nil, nil])
    #expect(result.map(\.timeOfDay?.second) == [0, 1])
    #expect(result.allSatisfy { $0.timeCorrections.isEmpty })
  }

  @Test(.needsRecordings) func `quirk 27, pypilot has no date, and none is made up`() throws {
    #expect(try RecordingShelf.fixes("pypilot").allSatisfy { $0.time == nil })
  }

  @Test func `quirk 28, a ZDA may be the only date`() {
    let behind = fixes(gga("120000"), "GPZDA,120000,20,11,2026,00,00")
    let before = fixes("GPZDA,120000,20,11,2026,00,00", gga("120000"))
    #expect(behind.map(\.time) == [utc(2026, 11, 20, 12, 0, 0)])
    #expect(before.map(\.time) == [utc(2026, 11, 20, 12, 0, 0)])
  }

  @Test func `quirk 28, a ZDA in front keeps its date beside a GST in front`() {
    for date in [20, 21] {
      let result = fixes(
        rmc("115959", "191126"), "GPZDA,120000,\(date),11,2026,00,00", "GPGST,120000,,,,,3.0,4.0,5.0",
        gga("120000"))
      #expect(result.last?.time == utc(2026, 11, date, 12, 0, 0))
      #expect(result.last?.errors?.source == .gst)
      #expect(result.last?.errors?.vertical == 5)
    }
  }

  @Test func `quirk 28, a ZDA knows the century`() {
    #expect(
      fixes(gga("120000"), "GPZDA,120000,20,11,2099,00,00").map(\.time) == [utc(2099, 11, 20, 12, 0, 0)])
  }

  @Test func `quirk 28, a ZDA of two digits is read and the guess is told`() {
    let result = fixes(gga("120000"), "GPZDA,120000,20,11,26,00,00")
    #expect(result.map(\.time) == [utc(2026, 11, 20, 12, 0, 0)])
    #expect(result.map(\.timeCorrections.century) == [true])
  }

  @Test(.needsRecordings) func `quirk 28, hemi has no RMC, and all its fixes are dated`() throws {
    let fixes = try RecordingShelf.fixes("hemi").filter(\.isValid)
    #expect(fixes.count == 21)
    #expect(fixes.allSatisfy { $0.time?.date == CivilDate(year: 2018, month: 9, day: 7) })
  }

  @Test(arguments: [("00", 2000), ("26", 2026), ("79", 2079), ("80", 1980), ("99", 1999)])
  func `quirk 29, two digits mean the years from 1980 to 2079`(digits: String, year: Int) {
    #expect(fixes(rmc("120000", "2011\(digits)")).map { $0.time?.date.year } == [year])
  }

  @Test(arguments: ["060180", "010199", "051206", "0101-1", "", "000000"])
  func `quirk 30, the date of a void RMC is none`(date: String) {
    #expect(fixes(rmc("120000", date, status: "V"), gga("120001")).map(\.time) == [nil, nil])
  }

  @Test(arguments: ["0101-1", "2011", "20112026", "321126", "201326", "000000", "310226", "abcdef"])
  func `quirk 30, a date that is none leaves the fix and has no instant`(date: String) {
    let result = fixes(rmc("120000", date))
    #expect(result.map(\.mode) == [.twoDimensional])
    #expect(result.map(\.time) == [nil])
  }

  @Test(arguments: [
    "GPZDA,120000,01,01,1979,00,00", "GPZDA,120000,00,00,0000,00,00", "GPZDA,120000,31,02,2026,00,00",
  ])
  func `quirk 30, a ZDA of no day is no date`(zda: String) {
    #expect(fixes(gga("120000"), zda).map(\.time) == [nil])
  }

  @Test(.needsRecordings) func `quirk 30, the bogus dates before the fix of gp-320fw never come out`() throws
  {
    // 1999-08-22, its week 0, is what ZDA says all the time; 2006 and 2010 stand in void RMC.
    let days = try RecordingShelf.fixes("gp-320fw-2019-04-07-coldboot").compactMap { $0.time?.date.year }
    #expect(Set(days) == [2019, 1999])
  }

  /// Date of RMC, reference, what it should become, weeks.
  static let rollovers: [(String, (Int, Int, Int)?, (Int, Int, Int), Int)] = [
    ("220899", (2019, 4, 7), (2019, 4, 7), 1024),
    ("060180", (2019, 6, 1), (2019, 4, 7), 2048),
    ("060407", (2026, 11, 20), (2026, 11, 20), 1024),
    // One year from the reference, on either side, and a few days more.
    ("220899", (2020, 4, 6), (2019, 4, 7), 1024),
    ("220899", (2018, 4, 7), (2019, 4, 7), 1024),
    ("220899", (2020, 4, 10), (1999, 8, 22), 0),
    ("220899", (2018, 4, 1), (1999, 8, 22), 0),
    // Right, not explained by any rollover, in the future, and without a reference.
    ("201126", (2026, 11, 20), (2026, 11, 20), 0),
    ("201125", (2026, 11, 20), (2025, 11, 20), 0),
    ("220899", (2015, 1, 1), (1999, 8, 22), 0),
    ("201126", (2007, 4, 6), (2026, 11, 20), 0),
    ("220899", nil, (1999, 8, 22), 0),
  ]

  @Test(arguments: rollovers.indices)
  func `quirk 31, whole eras are added if the result lies within a year of the reference`(index: Int) {
    let (date, day, expected, weeks) = Self.rollovers[index]
    let reference = DateReference.recording(day.flatMap { CivilDate(year: $0.0, month: $0.1, day: $0.2) })
    let result = fixes(rmc("120000", date), reference: reference)
    #expect(result.map(\.time) == [utc(expected.0, expected.1, expected.2, 12, 0, 0)])
    #expect(result.map(\.timeCorrections.rolloverWeeks) == [weeks])
  }

  @Test func `quirk 31, a host whose clock stands in 1970 still knows the build date`() {
    let lost = DateReference.live(hostClock: UTC(secondsSince1970: 0))
    #expect(lost.day == DateReference.buildDate)
    let built = DateReference.buildDate.advanced(by: -1024 * 7)
    func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let date = pair(built.day) + pair(built.month) + pair(built.year % 100)
    let result = fixes(rmc("120000", date), reference: lost)
    #expect(result.map { $0.time?.date } == [DateReference.buildDate])
  }
}
