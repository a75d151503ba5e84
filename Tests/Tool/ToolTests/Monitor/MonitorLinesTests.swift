import GPSBridge
@testable import GPSFormats
import SimulatedGPS
@testable import TerminalKit
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `The monitor's lines` {
  private func lines(_ scenario: Scenario, seconds: Int, isPlain: Bool = false) -> [String] {
    self.lines(MonitorRun(scenario), seconds: seconds, isPlain: isPlain)
  }

  private func lines(_ run: MonitorRun, seconds: Int, isPlain: Bool = false) -> [String] {
    var lines = MonitorLines(.metric, .dd, isPlain: isPlain)
    var all: [String] = []
    run.onTold = { output, state in
      if let line = lines.line(for: output, state.device, state) { all.append(line) }
    }
    for _ in 0..<seconds { run.advance(by: .seconds(1)) }
    return all
  }

  @Test func `end with the way to the destination`() {
    var lines = MonitorLines(.metric, .dd, to: Coordinate(latitude: 48.2, longitude: 11.6), isPlain: false)
    let run = MonitorRun(.drive)
    var last = ""
    run.onTold = { output, state in last = lines.line(for: output, state.device, state) ?? last }
    for _ in 0..<20 { run.advance(by: .seconds(1)) }
    #expect(last.firstMatch(of: /to \d+\.\d km 0\d\d°, (closing|away) \d+\.\d km\/h/) != nil, "\(last)")
  }

  @Test func `are one for each epoch`() {
    let lines = lines(.drive, seconds: 60)
    #expect(lines.count >= 55 && lines.count <= 60)
    let pattern = /07:0[89]:\d\dZ LIVE 3D 48\.1\d{5},11\.5\d{5} ±\d\.\dm \d+m \d+\.\dkm\/h \d{3}° \d+\/\d+sv/
    #expect(lines.last?.wholeMatch(of: pattern) != nil, "\(lines.last ?? "")")
  }

  @Test func `say why there is no fix`() {
    let lines = lines(.coldStart, seconds: 15)
    #expect(lines.last?.contains(" NO FIX ") == true)
    #expect(lines.last?.hasSuffix("The receiver has no position yet.") == true)
  }

  @Test func `tell once that the device has gone, and go on when it is back`() {
    let lines = lines(.unplug, seconds: 90)
    #expect(lines.count { $0.contains("DEVICE LOST The receiver was unplugged.") } == 1)
    #expect(lines.last?.contains(" LIVE ") == true)
  }

  @Test func `have one clock, the receiver's, and dashes until it has told its time`() {
    let second = Duration.seconds(1)
    let before = wire(["GPGGA,,,,,,0,00,,,M,,M,,", "GPRMC,,V,,,,,,,,,,N"])
    let run = MonitorRun(playing: [
      (.zero, before), (second, before), (second * 2, Epoch.fix(2)), (second * 3, Epoch.fix(3)),
      (second * 40, Epoch.fix(40)),
    ])
    let times = Set(lines(run, seconds: 42).map { $0.prefix { $0 != " " } })
    #expect(times.isSuperset(of: ["12:00:02Z", "12:00:03Z", "12:00:40Z"]), "\(times)")
    // This computer's clock says 03:46.
    #expect(!times.contains { $0.hasPrefix("03:") }, "\(times)")
    for time in times { #expect(time == "--:--:--Z" || time.hasPrefix("12:00:"), "\(time)") }
    let unplugged = lines(.unplug, seconds: 90)
    let lost = unplugged.firstIndex { $0.contains("DEVICE LOST") } ?? 0
    let around = unplugged[max(0, lost - 1)...(lost + 1)].map { String($0.prefix(9)) }
    #expect(around == around.sorted() && around[0].hasPrefix("07:0"), "\(around)")
  }

  @Test func `do not call dead reckoning live`() {
    let run = MonitorRun(playing: (0..<5).map { (.seconds($0), Epoch.fix($0, quality: 6)) })
    let lines = lines(run, seconds: 6)
    #expect(lines.contains { $0.contains(" DEAD RECKONING 48.1") }, "\(lines)")
    #expect(!lines.contains { $0.contains("LIVE") })
    let screen = MonitorRun(playing: (0..<5).map { (.seconds($0), Epoch.fix($0, quality: 6)) })
      .advance(by: .seconds(4)).screen()
    #expect(screen.lines[2].contains("DEAD RECKONING") && !screen.lines.joined().contains("LIVE"))
  }

  @Test func `have nothing but ASCII where that is all there is`() {
    let lines = lines(.drive, seconds: 20, isPlain: true)
    #expect(lines.allSatisfy { $0.utf8.allSatisfy { 0x20...0x7E ~= $0 } })
    #expect(lines.last?.contains(" ~") == true)
  }
}
