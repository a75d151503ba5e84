import GPSBridge
import SimulatedGPS
@testable import TerminalKit
import Testing

@testable import GPSBridgeTool

/// What the screen says about each story of the simulator, at the moment when it matters.
@Suite struct `The verdict on the screen` {
  /// A scenario, seconds, the code, and words that stand on the screen.
  static let table: [(Scenario, Int, Verdict.Code, String)] = [
    (.staticDesk, 30, .good, "LIVE"),
    (.walk, 30, .good, "LIVE"),
    (.drive, 30, .good, "LIVE"),
    (.boat, 30, .good, "LIVE"),
    (.flight, 30, .good, "LIVE"),
    (.coldStart, 12, .searching, "NO FIX"),
    (.coldStart, 120, .good, "LIVE"),
    (.tunnel, 50, .good, "LIVE"),
    (.tunnel, 98, .noSignal, "FIX LOST"),
    (.tunnel, 140, .good, "LIVE"),
    (.tunnel, 62, .deadReckoning, "dead reckoning"),
    (.tunnel, 68, .noSignal, "receives no satellite"),
    (.jam, 58, .good, "LIVE"),
    (.jam, 72, .jammed, "All signals fell together from 41 to"),
    (.jam, 118, .jammed, "FIX LOST"),
    (.jam, 180, .good, "LIVE"),
    (.spoof, 50, .good, "LIVE"),
    (.spoof, 100, .spoofed, "SPOOFED  do not trust the position"),
    (.canyon, 170, .multipath, "LIVE"),
    (.rollover, 30, .rollover, "1024 weeks"),
    (.leapSecond, 90, .good, "LIVE"),
    (.midnight, 90, .good, "LIVE"),
    (.unplug, 50, .good, "LIVE"),
    (.unplug, 65, .deviceGone, "DEVICE LOST"),
    (.unplug, 90, .good, "LIVE"),
    (.garbage, 60, .badChecksums, "Many sentences arrive damaged"),
    (.wrongSpeed, 40, .good, "LIVE"),
    (.babble, 5, .wrongSpeed, "make no sense at"),
    (.babble, 60, .notAGPS, "does not come from a GPS receiver"),
    (.silent, 10, .noData, "the receiver sends nothing"),
    (.noFix, 120, .weakSignal, "too weak for a fix"),
    (.refused(.permissionDenied), 3, .permissionDenied, "NO PERMISSION"),
    (.refused(.busy), 3, .portBusy, "PORT BUSY"),
    (.frozenTime, 40, .stuckTime, "repeats the same time"),
  ]

  @Test(arguments: table.indices) func `is right for each scenario that has one`(_ index: Int) {
    let (scenario, seconds, code, words) = Self.table[index]
    let run = MonitorRun(scenario)
    // In steps, as a screen is drawn: what is forgotten in between must not come back.
    for _ in 0..<seconds { run.advance(by: .seconds(1)) }
    let verdict = run.state.device.verdicts(at: run.state.now)[0]
    #expect(verdict.code == code, "sim:\(scenario.name) after \(seconds) s: \(verdict)")
    let screen = run.screen(100, 40).lines.joined(separator: " ")
    #expect(screen.contains(code.rawValue), "sim:\(scenario.name) after \(seconds) s")
    #expect(
      screen.contains(words),
      "sim:\(scenario.name) after \(seconds) s:\n\(run.screen(100, 40).lines.joined(separator: "\n"))")
  }
}

extension Scenario {
  /// A port that nobody may open.
  static func refused(_ why: Scenario.OpenRefusal) -> Scenario {
    var scenario = Scenario.staticDesk
    scenario.events = [Scenario.Event(from: .zero, .refusal(why))]
    return scenario
  }

  /// A receiver whose time stands still after twenty seconds.
  static var frozenTime: Scenario {
    var scenario = Scenario.staticDesk
    scenario.events = [Scenario.Event(from: .seconds(20), .fault(.frozenTime))]
    return scenario
  }
}
