import GNSS
import NMEA
import Testing

@Suite struct `The calendar of a stream` {
  @Test func `stays right over a week without a date`() {
    var bodies = [rmc("000000", "281226")]
    for _ in 0..<7 {
      for hour in 0..<24 { bodies.append(gga((hour < 10 ? "0" : "") + "\(hour)3000")) }
    }
    let times = fixes(bodies).compactMap(\.time)
    #expect(times.count == 169 && times == times.sorted())
    #expect(times.last == utc(2027, 1, 3, 23, 30, 0))
  }

  @Test func `takes a rolled-over date over midnight with it`() {
    let reference = DateReference.recording(CivilDate(year: 2019, month: 4, day: 7))
    let result = fixes(rmc("235959", "210899"), gga("000000"), rmc("000001", "220899"), reference: reference)
    #expect(
      result.map(\.time) == [utc(2019, 4, 6, 23, 59, 59), utc(2019, 4, 7, 0, 0, 0), utc(2019, 4, 7, 0, 0, 1)])
    #expect(result.map(\.timeCorrections.rolloverWeeks) == [1024, 1024, 1024])
  }

  @Test func `believes a date of the receiver more than its own`() {
    let result = fixes(rmc("235959", "201126"), gga("000000"), rmc("000011", "201126"))
    #expect(result.map { $0.time?.date.day } == [20, 21, 20])
  }

  @Test func `is a day later where the receiver changes its date some epochs late`() {
    let late = fixes(
      rmc("235958", "311226"), rmc("235959", "311226"), rmc("000000", "311226"), rmc("000001", "311226"),
      rmc("000002", "010127"), rmc("000003", "010127"))
    #expect(
      late.map(\.time) == [58, 59].map { utc(2026, 12, 31, 23, 59, $0) }
        + (0...3).map { utc(2027, 1, 1, 0, 0, $0) })
    let mixed = fixes(
      rmc("235959", "311226"), gga("000000"), rmc("000000", "311226"), rmc("000001", "010127"))
    #expect(
      mixed.allSatisfy { ($0.time?.date.day == 31) == ($0.time?.secondsSince1970 ?? 0 < 1_798_761_600) })
  }

  @Test(arguments: ["071011", "235501", "120000"])
  func `does not know the day any more when the clock was set without one`(time: String) {
    // A cold start: the receiver's own clock, or what it has heard of the time so far.
    let result = fixes(
      rmc("191000", "201126"), gga("191001"), gga(time), rmc("191500", "201126"), gga("191501"))
    #expect(
      result.map(\.time) == [
        utc(2026, 11, 20, 19, 10, 0), utc(2026, 11, 20, 19, 10, 1), nil, utc(2026, 11, 20, 19, 15, 0),
        utc(2026, 11, 20, 19, 15, 1),
      ])
    #expect(result.map { $0.timeOfDay == nil } == [false, false, false, false, false])
  }

  @Test func `is not led astray by a first ZDA that is a second ahead of midnight`() {
    let result = fixes(
      "GPZDA,000001,21,11,2026,00,00", gga("235959"), "GPZDA,000002,21,11,2026,00,00", gga("000000"),
      gga("000001"))
    #expect(
      result.map(\.time) == [
        utc(2026, 11, 20, 23, 59, 59), utc(2026, 11, 21, 0, 0, 0), utc(2026, 11, 21, 0, 0, 1),
      ])
  }
}
