import GPSBridge
import SimulatedGPS
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats
@testable import TerminalKit
@testable import GPSBase

@Suite struct `The monitor's state` {
  private let start = ContinuousClock.now

  private func state(_ devices: Int) -> MonitorState {
    MonitorState((1...devices).map { MonitoredDevice(source: "device \($0)") }, at: start, utcSeconds: 0)
  }

  @Test func `goes from one device to the next, around the end`() {
    var state = state(3)
    #expect(state.press(.tab) == nil && state.device.source == "device 2")
    _ = state.press(.right)
    _ = state.press(.tab)
    #expect(state.device.source == "device 1")
    _ = state.press(.backTab)
    #expect(state.device.source == "device 3")
  }

  @Test func `shows a part with its key, and everything with the same key or escape`() {
    var state = state(1)
    _ = state.press(.character("s"))
    #expect(state.view.pane == .sky)
    _ = state.press(.character("g"))
    #expect(state.view.pane == .signals)
    _ = state.press(.character("g"))
    #expect(state.view.pane == .overview)
    _ = state.press(.character("?"))
    _ = state.press(.escape)
    #expect(state.view.pane == .overview)
  }

  @Test func `turns units and coordinates round`() {
    var state = state(1)
    for units in [Units.imperial, .nautical, .metric] {
      _ = state.press(.character("u"))
      #expect(state.view.units == units)
    }
    for _ in CoordinateStyle.allCases { _ = state.press(.character("x")) }
    #expect(state.view.coordinates == .dd)
  }

  @Test func `ends with q, and draws anew with Ctrl-L`() {
    var state = state(1)
    #expect(state.press(.character("q")) == .quit && state.press(.refresh) == .redraw)
    #expect(state.press(.character("ß")) == nil)
  }

  @Test func `stands still when paused, and misses nothing`() {
    let run = MonitorRun(.drive).advance(by: .seconds(30))
    run.press(.character("p"))
    let shown = run.screen()
    run.advance(by: .seconds(20))
    // But for the age of what stands there.
    for y in 0..<24 where y != 2 { #expect(run.screen().lines[y] == shown.lines[y]) }
    #expect(shown.lines[0].hasSuffix("PAUSED, p resumes"))
    run.press(.character("p"))
    #expect(run.screen() != shown && run.state.device.track.time >= .seconds(45))
  }

  @Test func `calls nothing live on a screen that stands still, and lets the age go on`() {
    let run = MonitorRun(.drive).advance(by: .seconds(30)).press(.character("p"))
    run.advance(by: .seconds(45))
    for screen in [run.screen(), run.screen(60, 15), run.screen(40, 10), run.screen(20, 2)] {
      #expect(screen.lines.contains { $0.contains("PAUSED") })
    }
    for pane in "sgtedc".unicodeScalars {
      run.press(.character(pane))
      #expect(run.screen(40, 12).lines[0].hasSuffix("PAUSED"), "\(pane)")
      run.press(.character(pane))
    }
    let headline = run.screen().lines[2]
    #expect(headline.contains("PAUSED  LIVE 45 s ago") && headline.contains("age 45 s"), "\(headline)")
    #expect(!run.screen().lines.contains { $0.contains("◆") })
    run.press(.character("p"))
    #expect(run.screen().lines[2].contains("LIVE  3D"))
  }

  @Test func `scrolls back in a list, and not beyond its ends`() {
    let run = MonitorRun(.drive).advance(by: .seconds(30)).press(.character("r"))
    let newest = run.screen()
    run.press(.up)
    #expect(run.screen() != newest)
    run.press(.down, .down, .down)
    #expect(run.screen() == newest)
    run.press(.home)
    let oldest = run.screen()
    #expect(oldest.lines[2].contains("$") && run.state.view.scroll == run.state.device.raw.lines.count - 20)
    // One line back is one line back, and not the first of hundreds that lead nowhere.
    run.press(.up, .up, .up, .down)
    #expect(run.screen() != oldest)
    run.press(.end)
    #expect(run.screen() == newest)
  }

  @Test(arguments: ["?", "d", "c", "g"])
  func `scrolls a page down that is longer than the screen, and not beyond its end`(key: String) {
    let run = MonitorRun(.drive).advance(by: .seconds(30)).press(
      .character(Unicode.Scalar(key.utf8.first ?? 0)))
    run.resize(40, 10)
    let top = run.screen(40, 10)
    #expect(top.lines[8].contains("more"))
    run.press(.up, .pageUp, .home)
    #expect(run.screen(40, 10) == top)
    run.press(.down)
    #expect(run.screen(40, 10).lines[2] == top.lines[3])
    run.press(.end)
    let bottom = run.screen(40, 10)
    #expect(!bottom.lines[8].contains("more"))
    run.press(.down, .pageDown)
    #expect(run.screen(40, 10) == bottom)
    run.press(.up)
    #expect(run.screen(40, 10).lines[8].contains("1 more"))
  }

  @Test func `scrolls nothing where all is seen`() {
    let run = MonitorRun(.drive).advance(by: .seconds(30)).press(.up, .pageUp, .home)
    #expect(run.state.view.scroll == 0)
    run.press(.character("e"), .home)
    #expect(run.state.view.scroll == 0)
  }

  @Test func `says the same number of satellites wherever it says one`() {
    let run = MonitorRun(.drive).advance(by: .seconds(90))
    let used = run.state.device.facts.satellitesUsed ?? 0
    // More than GGA has a field for.
    #expect(used > 12)
    let lines = run.screen().lines
    #expect(lines.contains { $0.contains("SKY \(used) used") })
    #expect(lines.contains { $0.contains("sats  \(used) used") })
    // The text of a good verdict has no figure that could differ.
    #expect(lines.contains { $0.contains("good    ") && $0.contains("The signals are strong.") })
  }

  @Test func `keeps a few hundred sentences, events, and ten minutes`() {
    let run = MonitorRun(.drive)
    for _ in 0..<14 { run.advance(by: .seconds(60)) }
    #expect(run.state.device.raw.lines.count <= 350 && run.state.device.track.points.count <= 660)
    #expect(run.state.device.track.time <= Track.length)
    #expect(run.state.device.events.entries.count <= EventLog.most)
  }

  @Test func `counts the same event in a row, and keeps the latest`() {
    var log = EventLog()
    for second in 0..<5 { log.note("again", .plain, at: Double(second)) }
    #expect(log.entries == [EventLog.Entry(utcSeconds: 4, text: "again", ink: .plain, count: 5)])
    for number in 0..<300 { log.note("event \(number)", .plain, at: 10) }
    #expect(log.entries.count == EventLog.most && log.entries.last?.text == "event 299")
  }

  @Test func `shows each of several devices by its number`() {
    var state = MonitorState(
      [MonitoredDevice(source: "/dev/ttyACM0"), MonitoredDevice(source: "/dev/ttyUSB0")], at: start,
      utcSeconds: 0)
    #expect(state.screen().lines[0].contains("1/2  /dev/ttyACM0"))
    _ = state.press(.tab)
    #expect(state.screen().lines[0].contains("2/2  /dev/ttyUSB0"))
    #expect(state.screen().lines[23].contains("tab next"))
  }

  @Test func `lets no escape of a device's name through`() {
    var state = state(1)
    let place = DevicePlace(
      key: "k", node: "/dev/tty\u{1B}[31m", name: "evil\u{1B}]0;owned\u{7}\u{202E}stick")
    state.take(.event(ReceiverEvent(.attached(place), at: start)), StreamTotals(), from: 0)
    state.take(.event(ReceiverEvent(.opened(place, speed: nil), at: start)), StreamTotals(), from: 0)
    for size in [ScreenSize.usual, ScreenSize(width: 40, height: 10), ScreenSize(width: 20, height: 1)] {
      let screen = MonitorPicture.draw(state, size, MonitorOptions())
      #expect(!screen.lines.joined().unicodeScalars.contains { !VisibleText.isHarmless($0) })
    }
  }

  @Test func `says on the screen that a position is held, and it makes no way on the track`() {
    let run = MonitorRun(.staticDesk, isHolding: true).advance(by: .seconds(60))
    #expect(run.screen().lines[1].contains("FIX held: it stands") && run.state.device.track.distance == 0)
    #expect(Set(run.state.device.track.points.map(\.place)).count == 1)
    let free = MonitorRun(.staticDesk).advance(by: .seconds(60))
    #expect(!free.screen().lines[1].contains("held"))
    let moving = MonitorRun(.drive, isHolding: true).advance(by: .seconds(60))
    #expect(!moving.state.device.isHeld && moving.state.device.track.distance > 100)
  }

  @Test func `can be drawn at any size and in any part`() {
    let run = MonitorRun(.drive).advance(by: .seconds(40))
    for pane in MonitorView.Pane.allCases {
      run.show { $0.pane = pane }
      for width in [1, 2, 39, 40, 41, 71, 72, 80, 200, 1000] {
        for height in [1, 2, 9, 10, 11, 19, 20, 24, 60] {
          #expect(run.screen(width, height).lines.count == height)
        }
      }
    }
  }
}
