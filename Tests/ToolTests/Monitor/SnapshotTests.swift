import GNSS
import GPSBridge
@testable import GPSFormats
import SimulatedGPS
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

/// Whole screens, compared with files: they change only when somebody wants them to, and sees how.
@Suite struct `The monitor's screen` {
  private func expect(_ canvas: Canvas, is name: String) throws {
    let lines = canvas.lines
    #expect(try SnapshotFile(name).lines(replacingWith: lines) == lines)
  }

  @Test func `says why there is no fix, and what to do, at a cold start`() throws {
    try expect(MonitorRun(.coldStart).advance(by: .seconds(12)).screen(), is: "cold-start")
  }

  @Test func `shows a full sky and a fix on the usual screen`() throws {
    try expect(MonitorRun(.drive).advance(by: .seconds(90)).screen(), is: "live")
  }

  @Test func `uses all of a large screen`() throws {
    try expect(MonitorRun(.drive).advance(by: .seconds(90)).screen(132, 50), is: "live-large")
  }

  @Test func `is high and narrow where the terminal is`() throws {
    try expect(MonitorRun(.drive).advance(by: .seconds(90)).screen(72, 60), is: "live-high")
  }

  @Test func `says in a tunnel that the fix is lost, and where it was`() throws {
    try expect(MonitorRun(.tunnel).advance(by: .seconds(64)).screen(), is: "tunnel-beginning")
    try expect(MonitorRun(.tunnel).advance(by: .seconds(95)).screen(), is: "tunnel")
  }

  @Test func `says behind a tunnel how long it was`() throws {
    try expect(MonitorRun(.tunnel).advance(by: .seconds(125)).screen(), is: "tunnel-end")
  }

  @Test func `says that the cable was pulled, and that it waits`() throws {
    try expect(MonitorRun(.unplug).advance(by: .seconds(66)).screen(), is: "unplugged")
  }

  @Test func `goes on when the cable is back under another name`() throws {
    try expect(MonitorRun(.unplug).advance(by: .seconds(80)).screen(), is: "replugged")
  }

  @Test func `says that bytes make no sense at a speed`() throws {
    try expect(MonitorRun(.babble).advance(by: .seconds(6)).screen(), is: "wrong-speed")
  }

  @Test func `says that a port is silent`() throws {
    try expect(MonitorRun(.silent).advance(by: .seconds(9)).screen(), is: "silent")
  }

  @Test func `says who may open the port`() throws {
    try expect(PortStories.denied.screen(), is: "denied")
  }

  @Test func `says who has the port`() throws {
    try expect(PortStories.busy.screen(), is: "busy")
  }

  @Test func `waits for a receiver`() throws {
    try expect(PortStories.waiting([]).screen(), is: "waiting")
  }

  @Test func `names each adapter that may be a receiver, with the command to try`() throws {
    try expect(PortStories.waiting(PortStories.bridges).screen(), is: "only-bridges")
    try expect(PortStories.waiting(PortStories.bridges).screen(40, 10), is: "only-bridges-40x10")
  }

  @Test func `is whole at forty by ten`() throws {
    try expect(MonitorRun(.drive).advance(by: .seconds(90)).screen(40, 10), is: "live-40x10")
    try expect(MonitorRun(.noFix).advance(by: .seconds(90)).screen(40, 10), is: "no-fix-40x10")
  }

  @Test func `is one line below that`() throws {
    try expect(MonitorRun(.drive).advance(by: .seconds(90)).screen(39, 10), is: "live-39x10")
    try expect(MonitorRun(.noFix).advance(by: .seconds(90)).screen(30, 1), is: "no-fix-30x1")
  }

  @Test func `has nothing but ASCII where that is all there is`() throws {
    let run = MonitorRun(.drive).advance(by: .seconds(90))
    let screen = run.screen(80, 24, MonitorOptions(isPlain: true))
    #expect(screen.lines.allSatisfy { $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } })
    try expect(screen, is: "live-ascii")
  }

  @Test func `measures in the units that were chosen`() throws {
    let run = MonitorRun(.boat).advance(by: .seconds(90))
    try expect(run.show { ($0.units, $0.coordinates) = (.nautical, .dm) }.screen(), is: "boat-nautical-dm")
    try expect(run.show { ($0.units, $0.coordinates) = (.imperial, .utm) }.screen(), is: "boat-imperial-utm")
    try expect(run.show { ($0.units, $0.coordinates) = (.metric, .dms) }.screen(), is: "boat-metric-dms")
    try expect(run.show { $0.coordinates = .maidenhead }.screen(), is: "boat-maidenhead")
    let harbor = Coordinate(latitude: 54, longitude: 10)
    try expect(
      run.show { ($0.coordinates, $0.destination) = (.mgrs, harbor) }.screen(), is: "boat-mgrs-to-harbor")
  }

  @Test func `leaves the sky out where nobody wants it`() throws {
    try expect(
      MonitorRun(.drive).advance(by: .seconds(90)).show { $0.hasNoSky = true }.screen(), is: "no-sky")
  }

  @Test(arguments: [
    ("s", "sky"), ("g", "signals"), ("t", "track"), ("r", "raw"), ("e", "events"), ("c", "configure"),
    ("i", "receiver"), ("?", "help"),
  ])
  func `shows a part in full`(_ key: String, _ name: String) throws {
    let run = MonitorRun(.drive).advance(by: .seconds(90))
    try expect(run.press(.character(Unicode.Scalar(key.utf8.first ?? 0))).screen(), is: "pane-\(name)")
  }

  @Test func `shows on a page what the receiver reports, and how it started`() throws {
    let run = MonitorRun(.drive).advance(by: .seconds(90))
    var start = ReceiverStart(.restored, timeToFix: .milliseconds(2300))
    (start.given, start.taken) = (64, 60)
    let instant = run.time.now
    run.tell(
      .condition(.disturbedInOneBand), .event(ReceiverEvent(.started(start), at: instant)),
      .event(ReceiverEvent(.memory(.given(pieces: 64, taken: 60)), at: instant)))
    try expect(run.press(.character("i")).screen(), is: "receiver-disturbed")
    try expect(run.screen(40, 10), is: "receiver-disturbed-40x10")
  }

  @Test func `tells everything that is the case`() throws {
    let run = MonitorRun(.garbage).advance(by: .seconds(60))
    try expect(run.press(.character("d")).screen(), is: "pane-why")
  }
}

extension HardwareCondition {
  /// A receiver of two bands with a short-circuited antenna in one of them, a jammer, and words of a stranger.
  fileprivate static var disturbedInOneBand: HardwareCondition {
    var upper = FrontEnd(number: 0)
    (upper.antenna, upper.jamming, upper.interference, upper.noise, upper.gain) = (
      .short, .critical, 231, 89, 4
    )
    var lower = FrontEnd(number: 1)
    (lower.antenna, lower.jamming, lower.noise) = (.ok, .nothingFound, 71)
    var hardware = HardwareCondition()
    hardware.frontEnds = [upper, lower]
    (hardware.antenna, hardware.isAntennaPowered, hardware.jamming) = (.short, false, .critical)
    (hardware.spoofing, hardware.load.processor, hardware.temperature) = (.indicated, 31, 44)
    (hardware.timeSinceStart, hardware.timeToFirstFix) = (8100, 27.4)
    hardware.notice = Notice("txbuf \u{1B}[2Jalloc")
    return hardware
  }
}

extension Scenario {
  /// A receiver that speaks at a speed that no computer has.
  static var babble: Scenario {
    var scenario = Scenario.staticDesk
    scenario.dialect = .sirf
    scenario.device = "ttyUSB0"
    scenario.events = [Scenario.Event(from: .zero, .fault(.wrongSpeed(1234)))]
    return scenario
  }
}
