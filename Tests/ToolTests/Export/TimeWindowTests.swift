import GNSS
import Testing

@testable import GPSBridgeTool

@Suite struct `A window of time` {
  /// 20 November 2026 and so many seconds.
  private func instant(_ seconds: Int64) -> UTC { UTC(secondsSince1970: 1_795_132_800 + seconds) }

  private func window(_ from: String?, _ to: String?) -> TimeWindow {
    TimeWindow(
      from: from.flatMap { TimeWindow.Bound($0, isEnd: false) },
      to: to.flatMap { TimeWindow.Bound($0, isEnd: true) })
  }

  @Test func `without ends holds everything, also what has no time`() {
    var all = window(nil, nil)
    #expect(all.contains(nil))
    #expect(all.contains(instant(0)))
  }

  @Test func `with an end holds nothing that has no time`() {
    var late = window("2026-11-20", nil)
    #expect(!late.contains(nil))
  }

  @Test func `holds both of its ends`() {
    var hour = window("2026-11-20T10:00:00Z", "2026-11-20T11:00Z")
    #expect(!hour.contains(instant(35_999)))
    #expect(hour.contains(instant(36_000)))
    #expect(hour.contains(instant(39_600)))
    #expect(!hour.contains(instant(39_601)))
  }

  @Test func `of a day holds its last second, and a leap second behind it`() {
    var day = window("2026-11-20", "2026-11-20")
    #expect(!day.contains(instant(-1)))
    #expect(day.contains(instant(86_399)))
    #expect(day.contains(UTC(secondsSince1970: 1_795_219_199, nanosecond: 5, isLeapSecond: true)))
    #expect(!day.contains(instant(86_400)))
  }

  @Test func `of times of day is on the day on which the recording begins`() {
    var hour = window("10:00", "11:00:30")
    #expect(!hour.contains(instant(10)))
    #expect(hour.contains(instant(36_000)))
    #expect(hour.contains(instant(39_630)))
    #expect(!hour.contains(instant(36_000 + 86_400)))
  }

  @Test func `goes over midnight when it ends before it begins`() {
    var night = window("23:00", "01:00")
    #expect(!night.contains(instant(80_000)))
    #expect(night.contains(instant(86_000)))
    #expect(night.contains(instant(86_400 + 3600)))
    #expect(!night.contains(instant(86_400 + 3601)))
  }

  @Test(arguments: [
    "", "10", "24:00", "10:60", "10:00:60", "1:00", "2026-02-30", "2026-11-20T", "2026-11-20 10:00",
    "2026-11-20T10", "-1:00", "+1:00", "2026-11-20T10:00:00+01:00", "20.11.2026", "10:0٣",
  ])
  func `is not made of`(text: String) {
    #expect(TimeWindow.Bound(text, isEnd: false) == nil)
  }
}

@Suite struct `A measure` {
  @Test func `of way is metres, unless a unit says otherwise`() {
    #expect(Measure.metres("2") == 2)
    #expect(Measure.metres("2m") == 2)
    #expect(Measure.metres("0.5km") == 500)
    #expect(Measure.metres("50cm") == 0.5)
  }

  @Test func `of time is seconds, unless a unit says otherwise`() {
    #expect(Measure.seconds("90") == 90)
    #expect(Measure.seconds("500ms") == 0.5)
    #expect(Measure.seconds("5min") == 300)
    #expect(Measure.seconds("1.5h") == 5400)
    #expect(Measure.seconds("1d") == 86_400)
  }

  @Test func `of size goes by powers of 1024`() {
    #expect(Measure.bytes("10") == 10)
    #expect(Measure.bytes("2G") == 2_147_483_648)
    #expect(Measure.bytes("1.5k") == 1536)
  }

  @Test(arguments: ["", "m", "-2m", "+2", "2 m", "2mm", "nan", "inf", "1e3", ".5", "5.", "1.2.3", "2M", "9999999999999999"])
  func `is not made of`(text: String) {
    #expect(Measure.metres(text) == nil)
  }

  @Test func `that no file can have is none`() { #expect(Measure.bytes("99999999T") == nil) }
}
