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
    #expect(rules(["TERM": "xterm"]).isColored && !rules(["TERM": "xterm"], isTerminal: false).isColored)
    #expect(!rules([:]).isColored && !rules(["TERM": "dumb"]).isColored)
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

  @Test(arguments: [
    (["LANG": "C.UTF-8"], false), (["LANG": "de_DE.utf8"], false), (["LANG": "C"], true), ([:], true),
    (["LANG": "C.UTF-8", "LC_ALL": "C"], true), (["LANG": "C", "LC_CTYPE": "en_US.UTF-8"], false),
    (["LANG": "C.UTF-8", "LC_ALL": ""], false), (["LANG": "de_DE.ISO-8859-1"], true),
  ]) func `is plain where the locale is not UTF-8`(_ environment: [String: String], _ isPlain: Bool) {
    #expect(rules(environment).isPlain == isPlain && rules(environment, ascii: true).isPlain)
  }

  @Test func `is lines where nothing can be drawn`() {
    #expect(TerminalRules.canDraw(on: "xterm-256color") && !TerminalRules.canDraw(on: "dumb"))
    #expect(!TerminalRules.canDraw(on: "") && !TerminalRules.canDraw(on: nil))
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
}
