import GNSS
import NMEA
import TestSupport
import Testing
import UBX

/// Midnight of a Thursday in week 1729, on which 16 leap seconds applied: 28 February 2013.
private let thursday: UInt32 = 4 * 86_400_000 + 16_000

private func fixes(_ bytes: [[UInt8]]) -> [Fix] { decode(bytes.flatMap { $0 }).fixes }

private func pvt(_ second: Int) -> [UInt8] {
  NavPVT {
    $0.timeOfWeek = UInt32(43_218_004 + second * 1000)
    $0.date = NavPVT.CalendarDate(year: 2026, month: 11, day: 22)
    $0.time = NavPVT.TimeOfDay(hour: 12, minute: 0, second: second, nanosecond: 3_500_000)
    ($0.fixType, $0.isFixOK) = (.threeDimensional, true)
    $0.position = NavPVT.Position(latitude: 47, longitude: 8, height: 500, altitude: 452)
  }.encoded()
}
private func gga(_ second: Int) -> [UInt8] {
  wire("GNGGA,12000\(second).00,4700,N,00800,E,1,09,0.9,452,M,48,M,,")
}
private func located(_ timeOfWeek: UInt32) -> [UInt8] {
  NavPOSLLH { ($0.timeOfWeek, $0.latitude, $0.longitude) = (timeOfWeek, 47, 8) }.encoded()
}
private func status(_ timeOfWeek: UInt32) -> [UInt8] {
  NavSTATUS {
    ($0.timeOfWeek, $0.fixType, $0.isFixOK, $0.isTimeOfWeekValid) = (
      timeOfWeek, .threeDimensional, true, true
    )
  }.encoded()
}
private func solution(_ timeOfWeek: UInt32, week: Int16 = 1729) -> [UInt8] {
  NavSOL {
    ($0.timeOfWeek, $0.week, $0.fixType, $0.isFixOK) = (timeOfWeek, week, .threeDimensional, true)
    ($0.isTimeOfWeekValid, $0.isWeekValid) = (true, true)
    ($0.x, $0.y, $0.z) = (4_290_013.63, 641_146.83, 4_661_042.54)
  }.encoded()
}

@Suite struct `A message that another program has asked for` {
  @Test func `joins the epoch of its time of the week, although a sentence has rounded that time`() {
    let found = fixes((0..<6).flatMap { [gga($0), pvt($0), pvt($0)] })
    #expect(found.map { $0.timeOfDay?.second } == [0, 1, 2, 3, 4, 5])
  }

  @Test func `joins it as a place alone, too`() {
    let found = fixes(
      (0..<6).flatMap { second in
        let time = UInt32(43_218_004 + second * 1000)
        return [gga(second), pvt(second), located(time), located(time)]
      })
    #expect(found.count == 6)
  }

  @Test func `is late behind the end of its epoch, and proves no wrong end`() {
    var decoder = FixDecoder(.recording())
    var told: [Int] = []
    for second in 0..<8 {
      let end = NavEOE { $0.timeOfWeek = UInt32(43_218_004 + second * 1000) }.encoded()
      for bytes in [gga(second), pvt(second), end] + (second > 3 ? [pvt(second)] : []) {
        decoder.decode(bytes.span) {
          if case .fix(let fix) = $0 { told.append(Int(fix.timeOfDay?.second ?? 99)) }
        }
      }
    }
    #expect(told == Array(0..<8))
    #expect(decoder.epochCounts.late == 4 && decoder.epochCounts.early == 0)
  }
}

@Suite struct `Leap seconds of a date` {
  @Test func `come from the week of the same message`() throws {
    let fix = try #require(fixes([solution(thursday)]).first)
    #expect(fix.time == utc(2013, 2, 28, 0, 0, 0))
    #expect(fix.timeCorrections.assumedLeapSeconds == 16)
  }

  @Test func `correct an epoch that messages without a week have begun`() {
    let found = fixes(
      (0..<3).flatMap { second in
        let time = thursday + UInt32(second) * 1000
        return [located(time), status(time), solution(time)]
      })
    #expect(found.map(\.time) == (0..<3).map { utc(2013, 2, 28, 0, 0, $0) })
    #expect(found.allSatisfy { $0.isValid && $0.timeCorrections.assumedLeapSeconds == 16 })
  }

  @Test func `that the receiver learns in the middle of an epoch do not split it`() {
    let leap = NavTIMEGPS {
      ($0.timeOfWeek, $0.leapSeconds, $0.areLeapSecondsValid) = (thursday, 15, true)
      ($0.week, $0.isWeekValid, $0.isTimeOfWeekValid) = (1729, true, true)
    }.encoded()
    let found = fixes([solution(thursday), leap, located(thursday), status(thursday)])
    #expect(found.map(\.time) == [utc(2013, 2, 28, 0, 0, 1)])
  }

  @Test func `are those of the true week where the receiver's counter has rolled over`() throws {
    let bytes = solution(5 * 86_400_000 + 43_218_000, week: 2445 - 1024)
    let day = try #require(CivilDate(year: 2026, month: 11, day: 20))
    let found = decode(bytes, .recording(day)).fixes
    #expect(found.map(\.time) == [utc(2026, 11, 20, 12, 0, 0)])
  }
}

@Suite struct `A receiver that knows no time` {
  private func lost(_ second: Int) -> [[UInt8]] {
    [wire(["GNGGA,,,,,,0,00,99.99,,,,,,", "GNRMC,,V,,,,,,,,,,N,V"]), located(UInt32(5000 + second * 1000))]
  }

  @Test func `makes one epoch a second, although messages count since its start, or the place comes first`() {
    let found = fixes((0..<10).flatMap(lost))
    #expect(found.count == 10)
    #expect(found.allSatisfy { $0.timeOfDay == nil && $0.mode == .none })
    #expect(fixes((0..<10).flatMap { [lost($0)[1], lost($0)[0]] }).count <= 11)
  }

  @Test func `has times as soon as the sentences have one`() {
    let found = fixes(
      (0..<3).flatMap(lost) + (0..<3).flatMap { [gga($0), located(UInt32(43_218_000 + $0 * 1000))] })
    #expect(found.map { $0.timeOfDay?.second } == [nil, nil, nil, 0, 1, 2])
  }
}
