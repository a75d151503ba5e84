import GPSFormats
import Testing

@testable import GPSServiceVerbs
@testable import GPSBase

@Suite struct `Progress` {
  private func said(isTerminal: Bool, total: Int?, after: Duration = .seconds(20)) -> [String] {
    var report = ProgressReport(name: "drive.gpx", total: total, isTerminal: isTerminal)
    return (0...1000).compactMap { report.text(done: $0 * 3000, after: after) }
  }

  @Test func `is a line for each tenth where nobody draws`() {
    #expect(said(isTerminal: false, total: 3_000_000) == (1...9).map { "drive.gpx: \($0)0 %\n" })
  }

  @Test func `is a bar on a terminal, drawn again where it stands`() {
    let bars = said(isTerminal: true, total: 3_000_000)
    #expect(bars.count == 99 && bars.first == "\r[------------------------------] 1 %")
    #expect(bars[49] == "\r[###############---------------] 50 %")
  }

  @Test func `is wiped away at the end, if there was any`() {
    var report = ProgressReport(name: "a", total: 100, isTerminal: true)
    #expect(report.end == "")
    _ = report.text(done: 50, after: .seconds(2))
    #expect(report.end == "\r" + String(repeating: " ", count: 40) + "\r")
  }

  @Test func `is not talked about in the first second, and in a log in the first ten`() {
    #expect(said(isTerminal: true, total: 3_000_000, after: .milliseconds(999)) == [])
    #expect(said(isTerminal: true, total: 3_000_000, after: .seconds(1)).count == 99)
    #expect(said(isTerminal: false, total: 3_000_000, after: .milliseconds(9999)) == [])
    #expect(said(isTerminal: false, total: 3_000_000, after: .seconds(10)).count == 9)
  }

  @Test func `of what has no known end is megabytes, on a terminal only`() {
    #expect(said(isTerminal: true, total: nil) == ["\r1 MB", "\r2 MB", "\r3 MB"])
    #expect(said(isTerminal: false, total: nil) == [])
  }
}

@Suite struct `Numbers for people` {
  @Test(arguments: [(0.0, "0 m"), (999.4, "999 m"), (38_449, "38.4 km"), (123_456, "123 km")])
  func `of distance`(meters: Double, text: String) { #expect(HumanText.distance(meters) == text) }

  @Test(arguments: [
    (0.2, "0 s"), (59.6, "1 min"), (290, "4 min 50 s"), (3600, "1 h"), (6720, "1 h 52 min"),
    (90_000, "1 d 1 h"), (.infinity, "-"),
  ]) func `of time have two units at most`(seconds: Double, text: String) {
    #expect(HumanText.time(seconds) == text)
  }
}
