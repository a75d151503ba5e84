import GPSDelivery
import GPSBridge
import GPSSystemCalls
import SimulatedGPS

@testable import GPSBridgeTool
@testable import TerminalKit

/// A monitor that listens to a simulated receiver, on time that is moved by hand.
final class MonitorRun {
  private enum News: Sendable {
    case told(Report)
    case heard([UInt8])
  }

  private struct Told: Sendable {
    var news: News
    var counts: StreamTotals
    var now: ContinuousClock.Instant
    var utcSeconds: Double
  }

  let time: ManualTime
  let simulated: SimulatedReceiver
  private(set) var state: MonitorState
  /// Hears each thing that was told, behind the state.
  var onTold: (Report, MonitorState) -> Void = { _, _ in }
  private let told = Guarded<[Told]>([])
  private let listening: ReceiverListening
  private let chunks: ReceiverListening

  convenience init(_ scenario: Scenario, isHolding: Bool = false, source: String? = nil) {
    let time = ManualTime(utcSeconds: Double(scenario.beginning.secondsSince1970))
    self.init(
      SimulatedReceiver(scenario, time: time),
      MonitoredDevice(source: source ?? "sim:\(scenario.name)", isHolding: isHolding), time)
  }

  /// A recording that is played, on a clock of this computer's that is wrong by a day and more.
  convenience init(playing pieces: [(time: Duration, bytes: [UInt8])], isRecording: Bool = true) {
    let time = ManualTime(utcSeconds: 100_000)
    let replay = Simulation.Replay(
      Simulation.Recording(pieces.map { ($0.time + .milliseconds(500), $0.bytes) }))
    self.init(
      SimulatedReceiver(playing: replay, name: "walk", time: time),
      MonitoredDevice(source: "walk.nmea", isRecording: isRecording), time)
  }

  private init(_ simulated: SimulatedReceiver, _ device: MonitoredDevice, _ time: ManualTime) {
    self.time = time
    self.simulated = simulated
    state = MonitorState([device], at: time.now, utcSeconds: time.utcSeconds)
    let note: @Sendable (News) -> Void = { [told, receiver = simulated.receiver] news in
      let one = Told(news: news, counts: receiver.counts, now: time.now, utcSeconds: time.utcSeconds)
      told.withLock { $0.append(one) }
    }
    listening = simulated.receiver.onReport(including: .sentences) { note(.told($0)) }
    chunks = simulated.receiver.onBytes { bytes, _ in note(.heard(bytes)) }
  }

  deinit {
    listening.cancel()
    chunks.cancel()
  }

  /// Lets time go on, and the state with it.
  @discardableResult func advance(by duration: Duration) -> MonitorRun {
    time.jump(by: duration)
    let all = told.withLock { told in
      defer { told = [] }
      return told
    }
    for one in all {
      state.advance(to: one.now, utcSeconds: one.utcSeconds)
      switch one.news {
      case .told(let output):
        state.take(output, one.counts, from: 0)
        onTold(output, state)
      case .heard(let bytes): state.take(bytes, from: 0)
      }
    }
    state.advance(to: time.now, utcSeconds: time.utcSeconds)
    state.count(simulated.receiver.counts, of: 0)
    return self
  }

  /// Has the receiver tell something that its story does not hold.
  @discardableResult func tell(_ reports: Report...) -> MonitorRun {
    for report in reports { state.take(report, simulated.receiver.counts, from: 0) }
    return self
  }

  /// Looks at the machine as the program does.
  func look() throws {
    let name = SourceName.port(state.device.source)
    let settings = try MonitorSettings(parse(["monitor", name.device]), name)
    MonitorFeed(name, settings, EventQueue()).look(&state)
  }

  /// Presses keys.
  @discardableResult func press(_ keys: Key...) -> MonitorRun {
    for key in keys { _ = state.press(key, MonitorPicture.mostScroll) }
    return self
  }

  /// Gives the terminal another size.
  func resize(_ width: Int, _ height: Int) { state.size = ScreenSize(width: width, height: height) }

  /// Changes what is shown.
  @discardableResult func show(_ change: (inout MonitorView) -> Void) -> MonitorRun {
    change(&state.view)
    return self
  }

  func screen(_ width: Int = 80, _ height: Int = 24, _ options: MonitorOptions = MonitorOptions()) -> Canvas {
    MonitorPicture.draw(state, ScreenSize(width: width, height: height), options)
  }
}
