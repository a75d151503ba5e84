import GPSFormats
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

@Suite struct `What a terminal is shown` {
  private func rules(
    _ environment: [String: String], color: TerminalRules.ColorChoice = .auto, ascii: Bool = false,
    isTerminal: Bool = true
  ) -> TerminalRules {
    TerminalRules(color: color, isASCII: ascii, isTerminal: isTerminal) { environment[$0] }
  }

  @Test func `has colors on a terminal, and none elsewhere`() {
    #expect(rules(["TERM": "xterm"]).isColored)
    #expect(!rules(["TERM": "xterm"], isTerminal: false).isColored)
    #expect(!rules([:]).isColored)
    #expect(!rules(["TERM": "dumb"]).isColored)
  }

  @Test func `heeds NO_COLOR and CLICOLOR_FORCE where they say something`() {
    #expect(!rules(["TERM": "xterm", "NO_COLOR": "1"]).isColored)
    #expect(rules(["TERM": "xterm", "NO_COLOR": ""]).isColored)
    #expect(rules(["CLICOLOR_FORCE": "1"], isTerminal: false).isColored)
    #expect(!rules(["CLICOLOR_FORCE": "0"], isTerminal: false).isColored)
    #expect(!rules(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]).isColored)
  }

  @Test func `obeys the command line before all else`() {
    #expect(rules(["NO_COLOR": "1", "TERM": "dumb"], color: .always, isTerminal: false).isColored)
    #expect(!rules(["CLICOLOR_FORCE": "1", "TERM": "xterm"], color: .never).isColored)
  }

  @Test(
    arguments: [
      (["LANG": "C.UTF-8"], false), (["LANG": "de_DE.utf8"], false), (["LANG": "C"], true), ([:], true),
      (["LANG": "C.UTF-8", "LC_ALL": "C"], true), (["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], false),
      (["LANG": "C.UTF-8", "LC_ALL": ""], false), (["LANG": "de_DE.ISO-8859-1"], true),
    ] as [([String: String], Bool)])
  func `is plain where the locale is not UTF-8`(_ environment: [String: String], _ isPlain: Bool) {
    #expect(rules(environment).isPlain == isPlain)
    #expect(rules(environment, ascii: true).isPlain)
  }

  @Test func `is lines where nothing can be drawn`() {
    #expect(TerminalRules.canDraw(on: "xterm-256color"))
    #expect(!TerminalRules.canDraw(on: "dumb"))
    #expect(!TerminalRules.canDraw(on: ""))
    #expect(!TerminalRules.canDraw(on: nil))
  }
}

@Suite struct `The units` {
  @Test(
    arguments: [
      ([:], .metric), (["LANG": "en_US.UTF-8"], .imperial), (["LANG": "en_GB.UTF-8"], .metric),
      (["LC_MEASUREMENT": "de_DE.UTF-8", "LANG": "en_US.UTF-8"], .metric),
      (["GPSBRIDGE_UNITS": "nautical", "LANG": "en_US.UTF-8"], .nautical),
      (["GPSBRIDGE_UNITS": "furlongs", "LANG": "my_MM"], .imperial),
    ] as [([String: String], Units)])
  func `are what the environment says`(_ environment: [String: String], _ units: Units) {
    #expect(Units.usual { environment[$0] } == units)
  }

  @Test func `measure speed, length and way`() {
    #expect(Units.metric.speed(10) == "36.0 km/h")
    #expect(Units.imperial.speed(10) == "22.4 mph")
    #expect(Units.nautical.speed(10) == "19.4 kn")
    #expect(Units.metric.length(0.02) == "0.02")
    #expect(Units.imperial.length(100) == "328.1")
    #expect(Units.metric.distance(999) == "999 m")
    #expect(Units.metric.distance(3421) == "3.42 km")
    #expect(Units.imperial.distance(3421) == "2.13 mi")
    #expect(Units.nautical.distance(3421) == "1.85 NM")
  }

  @Test(
    arguments: [
      (Units.metric, 0.5, nil), (.metric, 1, "1 m"), (.metric, 4.9, "2 m"), (.metric, 999, "500 m"),
      (.metric, 1000, "1 km"), (.metric, 30_000, "20 km"), (.imperial, 100, "200 ft"),
      (.imperial, 5000, "2 mi"),
      (.nautical, 2000, "1 NM"), (.nautical, .infinity, nil), (.metric, .nan, nil),
    ] as [(Units, Double, String?)])
  func `have round lengths for a scale`(_ units: Units, _ meters: Double, _ text: String?) {
    let scale = units.scale(upTo: meters)
    #expect(scale?.text == text)
    if let scale { #expect(scale.meters <= meters) }
  }
}
