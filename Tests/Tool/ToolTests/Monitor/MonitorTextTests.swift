import GNSS
import Testing

@testable import GPSBase
@testable import GPSBridgeTool
@testable import GPSFormats

@Suite struct `Times, numbers and lengths for people` {
  private func rows<Value>(_ claim: String, _ values: [Value], _ text: (Value) -> String) -> String {
    "# \(claim)\n" + values.map { "\($0): \(text($0))\n" }.joined()
  }

  @Test func `were read and found right`() throws {
    let seconds = [
      0, 0.14, 1, 9.94, 9.96, 31, 119, 120, 372, 7199, 7200, 7500, 172_799, 172_800, 273_600, -5, 2e10,
    ]
    let moment = UTC(secondsSince1970: 1_795_158_502, nanosecond: 999_999_999)
    let early = UTC(secondsSince1970: 1_795_158_502, nanosecond: 5_000_000)
    let clocks: [(Double, Int)] = [
      (0, 0), (86_399.9, 0), (86_400, 0), (0, -3600), (82_800, 7200), (-1, 0), (1_795_158_502, 0),
      (1_795_158_502, 20_700),
    ]
    let signed: [(Double, Int)] = [
      (0.14, 2), (-0.14, 2), (0, 2), (-0.004, 2), (-0.006, 2), (-12, 0), (-0.4, 0),
    ]
    var text = rows("a time has two units at most", seconds) { TimeText.short(.seconds($0)) }
    text += rows("an age has hundredths below a second", [0, 0.14, 0.994, 0.996, 1, 1.5, -3, 90]) {
      TimeText.age(.seconds($0))
    }
    text += rows("whole minutes, where it need not be exact", [0, 119, 120, 149, 150, 600]) {
      TimeText.rough(.seconds($0))
    }
    text += rows("a clock in any zone", clocks) { TimeText.clock($0.0, ahead: $0.1) }
    text += rows("the nearest of some decimals", [0, 1, 9]) { TimeText.moment(moment, decimals: $0) }
    text += rows("the nearest of some decimals", [3]) { TimeText.moment(early, decimals: $0) }
    text += rows("no number", [(Double.nan, 2), (-.infinity, 0)]) { NumberText.of($0.0, decimals: $0.1) }
    text += rows("a sign of its own, and zero has that of no debt", signed) {
      NumberText.signed($0.0, decimals: $0.1)
    }
    text += rows("two digits that matter", [0.2, 1, 3.42, 9.94, 9.96, 10.4, 0, -1], NumberText.brief)
    text += rows("a rate", [0.98, 1.04, 4.9, 0.5, 0.2, 1.5, 10.2, 0], NumberText.rate)
    text += rows("zeros in front of all digits", [(7, 2), (123, 2), (0, 3), (-7, 2), (5, 0)]) {
      NumberText.padded($0.0, $0.1)
    }
    let meters = [
      0, 100, 304.9, 925, 926, 999.4, 999.6, 1000, 1609.344, 1852, 9994, 9996, 99_949, 99_960, 123_456, .nan,
    ]
    let accuracies = [0.014, 0.994, 0.996, 1, 2.14, 15, 99.4, 99.6]
    for units in Units.allCases {
      text += rows("a way, \(units)", meters, units.distance)
      text += rows("an accuracy, \(units)", accuracies, units.accuracy)
      text += rows("a speed, \(units)", [10.0], units.speed)
      text += rows(
        "a height, \(units)", [0.02, -0.5, 0.996, 100, 545.44, -12.34, 10_000, .nan], units.length)
      text += rows("a scale, \(units)", [0.5, 1, 4.9, 100, 999, 1000, 2000, 5000, 30_000, .infinity, .nan]) {
        units.scale(upTo: $0)?.text ?? "none"
      }
    }
    text += rows("the unit of a length", Units.allCases) { "\($0.lengthUnit), then \($0.next)" }
    try Transcript.expect(text, is: "monitor-texts")
  }

  @Test func `have a scale that grows with the room that it has`() throws {
    for units in Units.allCases {
      var (before, most) = (0.0, 0.5)
      for _ in 0...120 {
        if let scale = units.scale(upTo: most) {
          #expect((before...most).contains(scale.meters), "\(units) \(scale)")
          before = scale.meters
        }
        most *= 1.1
      }
      #expect(before > 10_000)
    }
  }
}
