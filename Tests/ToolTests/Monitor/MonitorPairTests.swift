import GPSFormats
import GPSBridge
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import TerminalKit

/// Two receivers, each on its own clock that is moved by hand, in one state.
private final class PairRun {
  let runs: [MonitorRun]
  private(set) var state: MonitorState

  init(_ one: MonitorRun, _ other: MonitorRun) {
    runs = [one, other]
    state = MonitorState(
      runs.map { MonitoredDevice(source: $0.state.device.source, isRecording: $0.state.device.isRecording) },
      at: one.time.now, utcSeconds: one.time.utcSeconds, compares: true)
    state.view.pane = .both
    for (index, run) in runs.enumerated() {
      run.onTold = { [unowned self, receiver = run.simulated.receiver] report, _ in
        state.take(report, receiver.counts, from: index)
      }
    }
  }

  @discardableResult func advance(by seconds: Int) -> PairRun {
    for _ in 0..<seconds {
      for run in runs {
        run.advance(by: .seconds(1))
        state.advance(to: run.time.now, utcSeconds: run.time.utcSeconds)
      }
      for (index, run) in runs.enumerated() { state.count(run.simulated.receiver.counts, of: index) }
    }
    return self
  }

  func press(_ key: Key) -> PairRun {
    _ = state.press(key)
    return self
  }

  func resize(_ width: Int, _ height: Int) { state.size = ScreenSize(width: width, height: height) }

  func view(_ change: (inout MonitorView) -> Void) { change(&state.view) }

  func screen(_ width: Int = 80, _ height: Int = 24) -> Canvas {
    MonitorPicture.draw(state, ScreenSize(width: width, height: height), MonitorOptions())
  }
}

@Suite struct `Two receivers in the monitor` {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  private func walk(north: Double = 0, east: Double = 0, _ signals: [(Int, Int)]) -> NoisyWalk {
    var walk = NoisyWalk(seed: 1)
    (walk.noise, walk.north, walk.east, walk.signals) = (0, north, east, signals)
    return walk
  }

  private func played(_ walk: NoisyWalk, _ seconds: Range<Int> = 0..<60) -> MonitorRun {
    var walk = walk
    return MonitorRun(
      playing: seconds.map { (.seconds($0 - seconds.lowerBound), walk.sentences($0..<$0 + 1)) })
  }

  private var planted: PairRun {
    PairRun(
      played(walk([(5, 40), (7, 30), (9, 44)])),
      played(walk(north: 2, east: -1, [(5, 43), (7, 29), (12, 50)])))
  }

  @Test(arguments: [(80, 24), (60, 24), (132, 50), (60, 60)])
  func `are shown with their differences on each size of screen`(_ width: Int, _ height: Int) throws {
    let canvas = planted.advance(by: 20).screen(width, height)
    let text = canvas.lines.joined(separator: "\n")
    let now = try #require(canvas.lines.first { $0.contains("now   ") }, "\(text)")
    for value in ["+2.00 m", "−1.00 m", "2.24 m", "at 12:00:"] { #expect(now.contains(value), "\(text)") }
    let words = text.split(separator: " ").joined(separator: " ")
    #expect(words.contains("mean +2.00 m −1.00 m +0.00 m 2.24 m"), "\(text)")
    #expect(text.contains("B−A median +1.0 dB-Hz of 2 now, +1.0 of all"), "\(text)")
    #expect(text.contains("G05   40  43   +3  +3.0"), "\(text)")
    #expect(text.contains("G07   30  29   −1  −1.0"), "\(text)")
    #expect(!text.contains("G12   ") && canvas.lines.allSatisfy { !$0.contains("-  -") })
    #expect(text.components("RECORDED").count == 3, "both have a state: \(text)")
    #expect(text.components("median 40").count == 2 && text.components("median 43").count == 2, "\(text)")
  }

  @Test func `have the mean and the significance that compare prints`() throws {
    var (one, other) = (NoisyWalk(seed: 1), NoisyWalk(seed: 2))
    other.north = 5
    let run = PairRun(played(one, 0..<200), played(other, 0..<200)).advance(by: 150)
    let pair = try #require(run.state.pair)
    let result = try #require(pair.comparison.survey.result)
    let count = result.count
    let paths = [
      try folder.write("a.nmea", one.sentences(0..<count)),
      try folder.write("b.nmea", other.sentences(0..<count)),
    ]
    let compared = try JSONReader.read(try gpsbridge("compare", paths[0], paths[1], "--json").output)
    let north = try #require(compared["north_m"]?.number)
    #expect(abs(result.north - north) < 1e-3 && count > 140)
    let error = try #require(run.screen().lines.first { $0.contains("±68 %") })
    #expect(error.contains(" significant") && !error.contains("not "), "\(error)")
    #expect(compared["significant"] == .bool(true) && ComparisonReport.isSignificant(result) == true)
  }

  @Test func `say which of them is gone, and keep the last difference with its age`() throws {
    let run = PairRun(MonitorRun(.drive), MonitorRun(.unplug)).advance(by: 50)
    #expect(run.state.pair?.reason(run.state.devices, at: run.state.now) == nil)
    let gone = run.advance(by: 16).screen().lines.joined(separator: "\n")
    #expect(gone.contains("B: DEVICE LOST, unplugged "), "\(gone)")
    #expect(gone.contains("B MINUS A last ") && gone.contains(" ago: "), "\(gone)")
    #expect(gone.contains("│ last  ") && !gone.contains("│ now   "), "\(gone)")
  }

  @Test func `say that one is silent, and that one is of another day`() throws {
    let silent = PairRun(MonitorRun(.drive), MonitorRun(.silent)).advance(by: 20).screen(60, 24)
    let text = silent.lines.joined(separator: "\n")
    #expect(text.contains("B: SILENT, not a byte for "), "\(text)")
    let words = text.split(separator: " ").joined(separator: " ")
    #expect(words.contains("now - - - -\n mean - - - -"), "\(text)")
    let apart = PairRun(played(walk([]), 0..<40), played(walk([]), 7200..<7240)).advance(by: 20)
    let reason = try #require(apart.state.pair?.reason(apart.state.devices, at: apart.state.now))
    #expect(reason.hasPrefix("A is of 2026-11-20 12:00:") && reason.contains("and B of 2026-11-20 14:00:"))
  }

  @Test func `are left for one of them by a key, and come back by escape`() {
    let run = planted.advance(by: 5)
    #expect(run.press(.character("b")).state.view.pane == .overview)
    #expect(run.press(.escape).state.view.pane == .both)
    #expect(run.press(.character("s")).press(.character("s")).state.view.pane == .both)
    #expect(run.screen().lines.last?.contains("b both") == true)
    let alone = MonitorRun(.drive).advance(by: .seconds(3)).press(.character("b"))
    #expect(alone.state.view.pane == .overview)
    #expect(alone.screen().lines.last?.contains("both") == false)
  }

  @Test func `print lines with the difference, from the time that both recordings have`() throws {
    var (first, second) = (walk([(5, 40)]), walk(north: 2, [(5, 42)]))
    let one = try folder.write("a.nmea", first.sentences(0..<604))
    let other = try folder.write("b.nmea", second.sentences(600..<604))
    let run = try gpsbridge("monitor", one, other, "--line", "--ascii", "--units", "metric")
    #expect(run.exit == 0, "\(run.message)")
    #expect(run.message == "note: \(one) is played from 10 min on, where the other begins\n")
    let lines = run.lines.filter { $0.contains("north") }
    #expect(lines.first?.hasPrefix("12:10:0") == true && lines.count >= 2, "\(run.output)")
    #expect(
      lines.allSatisfy { $0.contains(" +2.00 m north +0.00 m east +0.00 m up, 2.00 m") }, "\(run.output)")
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix("; C/N0 +2.0 dB-Hz of 1sv") }, "\(run.output)")
    #expect(Set(lines.map { $0.prefix(9) }).count == lines.count, "each time once: \(run.output)")
    #expect(!run.output.contains("no position of the same time") && !run.output.contains("STARTING;"))
  }

  @Test func `begin at the common time behind positions without a date`() throws {
    var (first, second) = (walk([]), walk(north: 2, []))
    let undated = wire(["GPGGA,115959.00,4807.0380000,N,01131.0020000,E,1,08,0.9,545.4,M,46.9,M,,"])
    let one = try folder.write(
      "a.nmea",
      undated + first.sentences(0..<604))
    let other = try folder.write("b.nmea", undated + second.sentences(600..<604))
    let run = try gpsbridge("monitor", one, other, "--line", "--ascii", "--units", "metric")
    #expect(run.exit == 0 && run.message.hasSuffix(" on, where the other begins\n"), "\(run.message)")
    #expect(run.lines.contains { $0.hasPrefix("12:10:0") && $0.contains("+2.00 m north") }, "\(run.output)")
  }

  @Test func `show all their signals by scrolling, down to the last row and no farther`() throws {
    let signals = (1...8).map { ($0, 40) }
    let run = PairRun(played(walk(signals)), played(walk(signals))).advance(by: 10)
    run.resize(80, 20)
    let begin = run.screen(80, 20).lines.joined(separator: "\n")
    #expect(begin.contains("G01 ") && begin.contains("3 more rows") && !begin.contains("G04 "), "\(begin)")
    let end = run.press(.end)
    let text = end.screen(80, 20).lines.joined(separator: "\n")
    #expect(text.contains("G04 ") && text.contains("G08 ") && !text.contains(" more row"), "\(text)")
    #expect(end.press(.up).screen(80, 20).lines.joined().contains("1 more row"))
    #expect(run.press(.character("b")).press(.character("b")).state.view.scroll == 0)
  }

  @Test func `show their signals as old when one of them sends none, and their way to a place`() throws {
    var other = walk([(5, 43)])
    var silent = other
    let seconds = (0..<20).map { (Duration.seconds($0), other.sentences($0..<$0 + 1)) }
    silent.signals = []
    let rest = (20..<60).map { (Duration.seconds($0), silent.sentences($0..<$0 + 1)) }
    let run = PairRun(played(walk([(5, 40)])), MonitorRun(playing: seconds + rest))
    run.view { $0.destination = Coordinate(latitude: 48.2, longitude: 11.5) }
    #expect(run.advance(by: 15).screen().lines.joined().contains("G05   40  43   +3"))
    for size in [(80, 24), (60, 40)] {
      #expect(run.screen(size.0, size.1).lines.joined(separator: "\n").components(" to ").count == 3)
    }
    let text = run.advance(by: 20).screen().lines.joined(separator: "\n")
    #expect(text.contains("G05   not now") && !text.contains(" of 1 now"), "\(text)")
    #expect(text.contains("now   "), "the positions go on: \(text)")
  }

  @Test(arguments: [40, 41, 60]) func `keep all digits on a narrow screen`(_ width: Int) throws {
    let pair = PairRun(played(walk([])), played(walk(north: 34.56, east: -78.91, []))).advance(by: 10)
    for units in [Units.metric, .imperial] {
      pair.view { $0.units = units }
      let now = try #require(pair.screen(width, 24).lines.first { $0.contains("now") })
      let found = now.split(separator: " ").joined(separator: " ").replacing(" m", with: "m")
      let expected = units == .metric ? "+34.56m −78.93m +0.00m 86.16m" : "+113ft −259ft +0.00ft 283ft"
      #expect(found.replacing(" ft", with: "ft").contains(expected), "\(now)")
    }
  }

  @Test func `keep the mean of before when they are far apart, and give the reason`() throws {
    let away = walk([]).sentencesThenAway
    let run = PairRun(played(walk([])), MonitorRun(playing: away)).advance(by: 20)
    let reason = try #require(run.state.pair?.reason(run.state.devices, at: run.state.now))
    #expect(reason.hasPrefix("A and B are more than 10 km apart: the mean is of the "), "\(reason)")
    #expect(reason.hasSuffix(" positions before"), "\(reason)")
  }

  @Test func `give no reason before both had time for positions of the same time`() {
    let run = planted
    for _ in 0..<8 {
      let reason = run.advance(by: 1).state.pair?.reason(run.state.devices, at: run.state.now) ?? ""
      #expect(!reason.contains("of the same time"), "\(reason)")
    }
  }

  @Test func `end with 6 after one screen without a common time`() throws {
    var walk = walk([])
    let one = try folder.write("a.nmea", walk.sentences(0..<20))
    let other = try folder.write("b.nmea", walk.sentences(7200..<7220))
    let once = try gpsbridge("monitor", one, other, "--once")
    #expect(once.exit == 6 && once.output.contains("of the same time are compared"), "\(once.output)")
  }

  @Test func `are refused where there is nothing to compare, with a remedy`() throws {
    var walk = walk([])
    let one = try folder.write("a.nmea", walk.sentences(0..<3))
    let other = try folder.write("b.nmea", walk.sentences(0..<3))
    let third = try gpsbridge("monitor", one, other, one)
    #expect(
      third.exit == 2 && third.message.contains("is one word too many\n  usage: gpsbridge monitor [SOURCE]"))
    for words in [
      [one, one], [one, folder("./a.nmea")],
      ["-", other, "--record=c.gbr"], [one, "sim:walk"], ["store", one], [one, other, "--json"],
      [one, other, "--filter=static"],
    ] {
      let run = try Program.run([Program.path] + (["monitor"] + words).map { Array($0.utf8) }, input: nil)
      let hasRemedy = run.message.contains("fix: ") || run.output.contains("gpsbridge compare --json")
      #expect(run.exit == 2 && hasRemedy, "\(words) \(run.message)")
    }
    #expect(try gpsbridge("monitor", one, folder("none.nmea")).exit == 3)
  }
}

extension NoisyWalk {
  /// Ten seconds at one place, and then some 20 km away.
  fileprivate var sentencesThenAway: [(time: Duration, bytes: [UInt8])] {
    var walk = self
    return (0..<40).map { second in
      walk.north = second < 10 ? 0 : 20_000
      return (.seconds(second), walk.sentences(second..<second + 1))
    }
  }
}

extension String {
  fileprivate func components(_ text: String) -> [Substring] {
    split(separator: text, omittingEmptySubsequences: false)
  }
}
