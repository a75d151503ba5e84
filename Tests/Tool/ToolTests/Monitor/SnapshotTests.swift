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

  /// A file, a story, the second of it, and a size.
  private static let table: [(name: String, story: Scenario, second: Int, width: Int, height: Int)] = [
    ("cold-start", .coldStart, 12, 80, 24), ("live", .drive, 90, 80, 24), ("live-large", .drive, 90, 132, 50),
    ("live-high", .drive, 90, 72, 60), ("live-40x10", .drive, 90, 40, 10), ("live-39x10", .drive, 90, 39, 10),
    ("tunnel-beginning", .tunnel, 64, 80, 24), ("tunnel", .tunnel, 95, 80, 24),
    ("tunnel-end", .tunnel, 125, 80, 24), ("unplugged", .unplug, 66, 80, 24),
    ("replugged", .unplug, 80, 80, 24), ("wrong-speed", .babble, 6, 80, 24), ("silent", .silent, 9, 80, 24),
    ("no-fix-40x10", .noFix, 90, 40, 10), ("no-fix-30x1", .noFix, 90, 30, 1),
  ]

  @Test(arguments: table.indices)
  func `says what is the case and what to do, at each moment of a story and in each size`(_ index: Int) throws
  {
    let row = Self.table[index]
    let run = MonitorRun(row.story).advance(by: .seconds(row.second))
    try expect(run.screen(row.width, row.height), is: row.name)
  }

  @Test func `says who may open a port and who has it, and names what may be a receiver`() throws {
    try expect(PortStories.denied.screen(), is: "denied")
    try expect(PortStories.busy.screen(), is: "busy")
    try expect(PortStories.waiting([]).screen(), is: "waiting")
    try expect(PortStories.waiting(PortStories.bridges).screen(), is: "only-bridges")
    try expect(PortStories.waiting(PortStories.bridges).screen(40, 10), is: "only-bridges-40x10")
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
  ]) func `shows a part in full`(_ key: String, _ name: String) throws {
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
