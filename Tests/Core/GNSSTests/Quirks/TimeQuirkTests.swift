import GNSS
import NMEA
import TestSupport
import Testing

@Suite struct `Date quirks` {
  private let live = DateReference.recording(CivilDate(year: 2026, month: 11, day: 20))

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
    let zda = "GPZDA,120000,20,11,2026,00,00"
    for bodies in [[gga("120000"), zda], [zda, gga("120000")]] {
      #expect(fixes(bodies).map(\.time) == [utc(2026, 11, 20, 12, 0, 0)], "\(bodies)")
    }
  }

  @Test func `quirk 28, a ZDA in front keeps its date beside a GST in front`() {
    for date in [20, 21] {
      let result = fixes(
        rmc("115959", "191126"), "GPZDA,120000,\(date),11,2026,00,00", "GPGST,120000,,,,,3.0,4.0,5.0",
        gga("120000"))
      #expect(result.last?.time == utc(2026, 11, date, 12, 0, 0))
      #expect(result.last?.errors?.source == .gst && result.last?.errors?.vertical == 5)
    }
  }

  @Test(arguments: [("2099", 2099, false), ("26", 2026, true)])
  func `quirk 28, a ZDA knows the century, and that of two digits is a guess`(
    digits: String, year: Int, isGuess: Bool
  ) {
    let result = fixes(gga("120000"), "GPZDA,120000,20,11,\(digits),00,00")
    #expect(result.map(\.time) == [utc(year, 11, 20, 12, 0, 0)])
    #expect(result.map(\.timeCorrections.century) == [isGuess])
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
    ("060415", (2026, 11, 20), (2015, 4, 6), 0),
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

@Suite struct `Time quirks` {
  @Test func `quirk 32, a leap second is an epoch of its own, in its place`() {
    let result = fixes(rmc("235959", "311216"), rmc("235960", "311216"), rmc("000000", "010117"))
    #expect(
      result.map(\.time) == [
        utc(2016, 12, 31, 23, 59, 59), utc(2016, 12, 31, 23, 59, 60), utc(2017, 1, 1, 0, 0, 0),
      ])
    #expect(result.map(\.timeCorrections.leapSecond) == [false, true, false])
    let times = result.compactMap(\.time)
    #expect(times == times.sorted())
    #expect(Set(times).count == 3)
  }

  @Test func `quirk 32, midnight behind a leap second needs no date`() {
    let result = fixes(rmc("235959", "311216"), gga("235960"), gga("000000"))
    #expect(result.last?.time == utc(2017, 1, 1, 0, 0, 0))
    #expect(result.last?.timeCorrections.midnight == true)
  }

  @Test(arguments: ["240000", "126000", "120061", "1200", "12:00:00", "-20000", "120000.x"])
  func `quirk 32, a time that no clock shows is none`(time: String) {
    #expect(fixes(gga(time)).map(\.timeOfDay) == [nil])
  }

  @Test func `quirk 33, the date moves on when the time of day falls by more than half a day`() {
    let result = fixes(
      gga("235958"), rmc("235958", "281126"), gga("235959"), gga("000000"), gga("000001"),
      rmc("000001", "291126"))
    #expect(
      result.map(\.time) == [
        utc(2026, 11, 28, 23, 59, 58), utc(2026, 11, 28, 23, 59, 59), utc(2026, 11, 29, 0, 0, 0),
        utc(2026, 11, 29, 0, 0, 1),
      ])
    #expect(result.map(\.timeCorrections.midnight) == [false, false, true, false])
  }

  @Test(arguments: [
    ("311226", utc(2027, 1, 1, 0, 0, 0)), ("280226", utc(2026, 3, 1, 0, 0, 0)),
    ("280228", utc(2028, 2, 29, 0, 0, 0)),
    ("290228", utc(2028, 3, 1, 0, 0, 0)), ("300426", utc(2026, 5, 1, 0, 0, 0)),
  ])
  func `quirk 33, the next day is the calendar's next day`(date: String, next: UTC?) {
    #expect(fixes(rmc("235959", date), gga("000000")).last?.time == next)
  }

  @Test func `quirk 33, no date is made up when the time of day falls by less`() {
    #expect(fixes(rmc("120000"), gga("060000")).map(\.time) == [utc(2026, 11, 20, 12, 0, 0), nil])
  }

  @Test func `quirk 33, a void RMC at midnight moves the date on too`() {
    let result = fixes(rmc("235959"), rmc("000000", "160606", status: "V"), rmc("000001", "211126"))
    #expect(
      result.map(\.time) == [
        utc(2026, 11, 20, 23, 59, 59), utc(2026, 11, 21, 0, 0, 0), utc(2026, 11, 21, 0, 0, 1),
      ])
  }

  @Test func `quirk 34, a time that does not advance is one epoch`() {
    #expect(fixes(rmc("120000"), gga("120000"), gga("120000"), gga("120000")).count == 1)
  }

  @Test func `quirk 34, it is not given out again after the line was quiet`() {
    var decoder = FixDecoder(.recording())
    var outputs: [DecodedOutput] = []
    for _ in 0..<3 {
      decoder.decode(wire([rmc("120000"), gga("120000")]).span) { outputs.append($0) }
      decoder.lineIsQuiet { outputs.append($0) }
    }
    #expect(outputs.count == 1)
    #expect(decoder.epochCounts.late == 4)
  }

  @Test func `quirk 35, a ZDA of another second opens no epoch`() {
    let result = fixes(
      gga("120000"), rmc("120000"), "GPZDA,120002,20,11,2026,00,00", "GPGSA,A,3,,,,,,,,,,,,,1.9,1.1,1.5",
      gga("120001"), rmc("120001"), "GPZDA,120003,20,11,2026,00,00")
    #expect(result.map(\.time) == [utc(2026, 11, 20, 12, 0, 0), utc(2026, 11, 20, 12, 0, 1)])
    #expect(result.map(\.dilution.position) == [1.9, nil])
  }

  @Test func `quirk 35, a sentence of the second before is late and changes nothing`() {
    let result = fixes(rmc("120000"), gga("120001"), gga("120000", quality: 0), rmc("120001"))
    #expect(result.map(\.time) == [utc(2026, 11, 20, 12, 0, 0), utc(2026, 11, 20, 12, 0, 1)])
    #expect(result.allSatisfy { $0.coordinate == here })
  }

  @Test(.needsRecordings, arguments: ["ac12", "ac12_binary", "eXplorist210", "gp-320fw-2019-04-07-coldboot"])
  func `quirk 35, a recording never goes back in time and never repeats one`(name: String) throws {
    let times = try RecordingShelf.fixes(name).filter(\.isValid).compactMap(\.time)
    #expect(times == times.sorted())
    #expect(Set(times).count == times.count)
  }

  @Test func `quirk 36, an empty ZDA says nothing`() {
    #expect(fixes("GPZDA,,,,,,", gga("120000"), "GPZDA,120000,,,,,").map(\.time) == [nil])
    #expect(fixes("GPZDA,,,,,,").count == 0)
  }

  @Test(arguments: ["-05,30", "13,00", "-1,00", "00,00", ",", "99,99"])
  func `quirk 37, the local zone of ZDA is not applied`(zone: String) {
    #expect(
      fixes(gga("120000"), "GPZDA,120000,20,11,2026,\(zone)").map(\.time) == [utc(2026, 11, 20, 12, 0, 0)])
  }

  @Test(arguments: ["GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,,,,,,,,", "GNGNS,,,,,,NN,00,,,,,,V"])
  func `quirk 38, a fix sentence without a time is an epoch of its own without a fix`(lost: String) {
    let result = fixes(rmc("120000"), gga("120000"), lost, lost, rmc("120003"))
    #expect(result.map(\.isValid) == [true, false, false, true])
    #expect(result.map(\.time) == [utc(2026, 11, 20, 12, 0, 0), nil, nil, utc(2026, 11, 20, 12, 0, 3)])
    #expect(result.map(\.timeOfDay?.second) == [0, nil, nil, 3])
  }

  @Test func `quirk 38, all that has lost the time in one burst is one epoch`() {
    let lost = [
      "GPRMC,,V,,,,,,,,,,N", "GPVTG,,,,,,,,,N", "GPGGA,,,,,,0,,,,,,,,", "GPGSA,A,1,,,,,,,,,,,,,,,",
      "GPGLL,,,,,,V,N",
    ]
    let outputs = decode(wire([rmc("120000")] + lost + lost))
    #expect(outputs.count == 3)
  }

  @Test(arguments: [
    ["GPVTG,,,,,,,,,N"], ["GPGSA,A,1,,,,,,,,,,,,,,,"], ["GPGLL,,,,,,V,N"],
    ["GPVTG,,,,,,,,,N", "GPGSA,A,1,,,,,,,,,,,,,,,", "GPGLL,,,,,,V,N"],
  ])
  func `quirk 38, untimed sentences of the lost state do not cancel the finished fix`(untimed: [String]) {
    let result = fixes([rmc("120000"), gga("120000")] + untimed + ["GPRMC,,V,,,,,,,,,,N"])
    #expect(result.map(\.isValid) == [true, false])
    #expect(result.first?.coordinate == here)
  }

  @Test func `quirk 38, a lost burst that begins with an untimed sentence is one epoch`() {
    var decoder = FixDecoder(.recording())
    var outputs: [DecodedOutput] = []
    for _ in 0..<3 {
      decoder.decode(wire(["GPVTG,,,,,,,,,N", "GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,,,,,,,,"]).span) {
        outputs.append($0)
      }
      decoder.lineIsQuiet { outputs.append($0) }
    }
    #expect(outputs.count == 3)
  }

  @Test(.needsRecordings) func `quirk 38, hemi tells that it has no fix before it tells that it has one`()
    throws
  {
    let fixes = try RecordingShelf.fixes("hemi")
    #expect(fixes.first?.isValid == false && fixes.first?.time == nil)
    #expect(fixes.last?.isValid == true)
  }

  @Test func `quirk 39, what has no time belongs to the epoch that is open`() {
    let result = fixes(
      gga("120000"), "GPVTG,084.4,T,077.8,M,010.0,N,,K,A", "GPGSA,A,3,,,,,,,,,,,,,1.9,1.1,1.5", gga("120001"),
      "GPVTG,085.4,T,078.8,M,020.0,N,,K,A", "GPGSA,A,2,,,,,,,,,,,,,2.9,2.1,2.5")
    let knot = 1852.0 / 3600
    #expect(result.map(\.speed) == [10 * knot, 20 * knot])
    #expect(result.map(\.course) == [84.4, 85.4])
    #expect(result.map(\.magneticCourse) == [77.8, 78.8])
    #expect(result.map(\.dilution.vertical) == [1.5, 2.5])
    #expect(result.map(\.mode) == [.threeDimensional, .twoDimensional])
  }

  @Test func `quirk 39, what comes before the first time belongs to it`() {
    let result = fixes(
      "GPVTG,084.4,T,077.8,M,010.0,N,,K,A", "GPGSA,A,3,,,,,,,,,,,,,1.9,1.1,1.5", gga("120000"))
    #expect(result.map(\.course) == [84.4])
    #expect(result.map(\.dilution.position) == [1.9])
  }
}
