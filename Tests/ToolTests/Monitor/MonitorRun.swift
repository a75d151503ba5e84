import Delivery
import GPSBridge
import SimulatedGPS

@testable import GPSBridgeTool

/// A monitor that listens to a simulated receiver, on time that is moved by hand.
final class MonitorRun {
  private struct Told: Sendable {
    var output: ReceiverOutput
    var counts: StreamTotals
    var now: ContinuousClock.Instant
    var utcSeconds: Double
  }

  let time: ManualTime
  let simulated: SimulatedReceiver
  private(set) var state: MonitorState
  /// Hears each thing that was told, behind the state.
  var onTold: (ReceiverOutput, MonitorState) -> Void = { _, _ in }
  private let told = Guarded<[Told]>([])
  private let listening: ReceiverListening

  init(_ scenario: Scenario, isHolding: Bool = false) {
    let time = ManualTime(utcSeconds: Double(scenario.start.secondsSince1970))
    let simulated = SimulatedReceiver(scenario, time: time)
    self.time = time
    self.simulated = simulated
    state = MonitorState(
      [MonitoredDevice(source: "sim:\(scenario.name)", isHolding: isHolding)], at: time.now,
      utcSeconds: time.utcSeconds)
    listening = simulated.receiver.listen(sentences: true) {
      [told, receiver = simulated.receiver] output, _ in
      let one = Told(
        output: output, counts: receiver.counts, now: time.now, utcSeconds: time.utcSeconds)
      told.withLock { $0.append(one) }
    }
  }

  deinit { listening.cancel() }

  /// Lets time go on, and the state with it.
  @discardableResult func advance(by duration: Duration) -> MonitorRun {
    time.advance(by: duration)
    let all = told.withLock { told in
      defer { told = [] }
      return told
    }
    for one in all {
      state.advance(to: one.now, utcSeconds: one.utcSeconds)
      state.take(one.output, one.counts, from: 0)
      onTold(one.output, state)
    }
    state.advance(to: time.now, utcSeconds: time.utcSeconds)
    state.count(simulated.receiver.counts, of: 0)
    return self
  }

  /// Presses keys.
  @discardableResult func press(_ keys: Key...) -> MonitorRun {
    for key in keys { _ = state.press(key) }
    return self
  }

  /// Gives the terminal another size.
  func resize(_ width: Int, _ height: Int) { state.size = ScreenSize(width: width, height: height) }

  /// Changes what is shown.
  @discardableResult func show(_ change: (inout MonitorView) -> Void) -> MonitorRun {
    change(&state.view)
    return self
  }

  func screen(
    _ width: Int = 80, _ height: Int = 24, _ options: MonitorOptions = MonitorOptions()
  ) -> Canvas {
    MonitorScreen.draw(state, ScreenSize(width: width, height: height), options)
  }
}
