import GNSS
import NMEA
import TestSupport
import Testing

/// A receiver whose time goes back: it was restarted, or it has just found the time.
@Suite struct `A clock that goes back` {
  private func seconds(_ fixes: [Fix]) -> [Int] {
    fixes.compactMap { $0.timeOfDay.map { 60 * Int($0.minute) + Int($0.second) } }
  }

  /// The epochs told of 30 s, then of 30 s more that begin so many hundredths before the time is due.
  private func told(back: Int, step: Int, _ shape: String, isLive: Bool, pauses: Bool) -> (
    before: [Fix], after: [Fix]
  ) {
    var line = Line(isLive: isLive)
    var fixes: [Fix] = []
    func hear(from start: Int, to end: Int) {
      for time in stride(from: start, to: end, by: step) {
        fixes += line.hear(shape, at: time)
        if pauses { fixes += line.quiet() }
      }
    }
    hear(from: 0, to: 3000)
    fixes += line.quiet()
    let before = fixes
    fixes = []
    hear(from: 3000 - back, to: 6000 - back)
    fixes += line.finish()
    return (before, fixes)
  }

  @Test(arguments: 1...12)
  func `by some seconds costs no epoch, but for the one that says the newest time again`(back: Int) {
    for shape in ["RMC GGA GSA VTG", "RMC", "GGA GSA GSV RMC"] {
      for (isLive, pauses) in [(false, false), (true, false), (true, true)] {
        let (before, after) = told(back: 100 * back, step: 100, shape, isLive: isLive, pauses: pauses)
        #expect(seconds(before) == Array(0..<30))
        // One second back, the first burst has the time of the newest one: that may be the same burst once more.
        // Where a burst is one sentence, two of them may both be repetitions.
        let lost = back == 1 ? 1 : back == 2 && shape == "RMC" ? 2 : 0
        let expected = Array((30 - back + lost)..<(60 - back))
        #expect(seconds(after) == expected, "\(back) s, \(shape)")
      }
    }
  }

  @Test(arguments: [20, 50, 100, 250, 300, 400, 900])
  func `at ten epochs a second costs no epoch`(back: Int) {
    for isLive in [false, true] {
      let (before, after) = told(back: back, step: 10, "RMC GGA GSA", isLive: isLive, pauses: false)
      #expect(before.count == 300)
      #expect(after.count == 300, "\(back) hundredths")
    }
  }

  @Test(arguments: 1...8)
  func `behind an interruption costs no epoch, but for one that is told already`(back: Int) {
    var line = Line()
    for second in 0..<20 { _ = line.hear("RMC GGA VTG", at: second * 100) }
    line.decoder.restart(.recording())
    var fixes: [Fix] = []
    for second in (20 - back)..<40 { fixes += line.hear("RMC GGA VTG", at: second * 100) }
    fixes += line.finish()
    #expect(seconds(fixes) == Array((back == 1 ? 20 : 20 - back)..<40))
  }

  // MARK: The time is found

  private let lost = ["GPRMC,,V,,,,,,,,,,N", "GPGGA,,,,,,0,,,,,,,,"]

  @Test(arguments: [1, 2, 3])
  func `a few tenths of a second in the first epochs with a time loses none`(epochs: Int) {
    for isLive in [false, true] {
      var line = Line(isLive: isLive)
      var fixes: [Fix] = []
      for _ in 0..<3 { fixes += line.hear(lost) }
      for index in 0..<epochs { fixes += line.hear("RMC GGA", at: 1030 + 100 * index) }
      let back = 1030 + 100 * (epochs - 1) - 30
      for index in 0..<5 { fixes += line.hear("RMC GGA", at: back + 100 * index) }
      fixes += line.finish()
      let tenths = fixes.compactMap { fix in
        fix.timeOfDay.map { 10 * Int($0.second) + Int($0.nanosecond) / 100_000_000 }
      }
      #expect(tenths == (0..<epochs).map { 103 + 10 * $0 } + (0..<5).map { back / 10 + 10 * $0 })
      #expect(line.decoder.epochCounts.late == 0)
    }
  }

  @Test func `in the fourth epoch with a time is a straggler until it goes on`() {
    var line = Line(isLive: false)
    _ = line.hear(lost)
    for second in 10..<14 { _ = line.hear("RMC GGA", at: 100 * second + 30) }
    #expect(seconds(line.hear("RMC GGA", at: 1300)) == [13])
    // The burst of the newest time comes once more, and is late too.
    #expect(seconds(line.hear("RMC GGA", at: 1330)) == [])
    #expect(line.decoder.epochCounts.late == 4)
  }

  @Test func `is not believed for a sentence that the newest epoch has not had`() {
    var line = Line(isLive: false)
    _ = line.hear(lost)
    _ = line.hear("RMC GGA", at: 1000)
    _ = line.hear("RMC", at: 1100)
    _ = line.hear("GGA", at: 1050)
    #expect(line.decoder.epochCounts.late == 1)
    #expect(seconds(line.finish()) == [11])
  }

  // MARK: Stragglers

  @Test func `is no clock where single sentences come late`() {
    var line = Line(isLive: false)
    var fixes: [Fix] = []
    for second in 0..<20 {
      fixes += line.hear("RMC GGA", at: second * 100)
      if second >= 3 {
        fixes += line.hear("GLL", at: (second - 2) * 100) + line.hear("RMC", at: (second - 3) * 100)
      }
    }
    fixes += line.finish()
    #expect(seconds(fixes) == Array(0..<20))
    #expect(line.decoder.epochCounts.late == 34)
  }

  @Test func `is no clock where another receiver on the wire lags behind`() {
    var line = Line(isLive: false)
    var fixes: [Fix] = []
    for second in 0..<20 {
      fixes += line.hear("RMC GGA", at: 300 + second * 100) + line.hear("RMC GGA", at: 150 + second * 100)
    }
    fixes += line.finish()
    #expect(seconds(fixes) == Array(3..<23))
  }

  @Test func `takes nothing without a time into the epoch before it`() {
    var line = Line(isLive: false)
    for second in 0..<10 { _ = line.hear("RMC GGA", at: second * 100) }
    let fixes = line.hear("RMC GGA", at: 500)
    #expect(seconds(fixes) == [9])
    #expect(fixes.map(\.dilution.position) == [nil])
    #expect(fixes.map(\.magneticCourse) == [nil])
    #expect(seconds(line.hear("VTG GSA RMC", at: 600)) == [5])
  }

  @Test func `is none where one burst comes twice, or once more at the end`() {
    var line = Line(isLive: false)
    var fixes: [Fix] = []
    for second in 0..<10 { fixes += line.hear("RMC GGA", at: second * 100) }
    fixes += line.hear("RMC GGA", at: 700) + line.hear("RMC GGA", at: 1000)
    fixes += line.hear("RMC GGA", at: 800) + line.finish()
    #expect(seconds(fixes) == Array(0..<11))
    #expect(line.decoder.epochCounts.late == 4)
  }
}
