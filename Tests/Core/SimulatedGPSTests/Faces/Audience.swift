import GPSSystemCalls
import SimulatedGPS

@testable import GPSBridge

/// Somebody who listens to a simulated receiver and keeps all that is told, on time that a test moves.
final class Audience: Sendable {
  let scenario: Scenario
  let time: ManualTime
  let simulated: SimulatedReceiver
  let receiver: Receiver
  let manager: LocationManager
  private let log: Guarded<[Report]>
  /// Keeps the device open.
  private let interest: Subscription<Fix, Never>

  init(
    _ scenario: Scenario, time: ManualTime = ManualTime(utcSeconds: 1_795_158_480),
    _ change: (inout ReceiverOptions) -> Void = { _ in }
  ) {
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    change(&options)
    self.time = time
    self.scenario = scenario
    let simulated = SimulatedReceiver(scenario, time: time)
    self.simulated = simulated
    receiver = Receiver(simulated, time: time, options: options)
    manager = LocationManager(receiver)
    let log = Guarded<[Report]>([])
    self.log = log
    receiver.engine.observe { output in log.withLock { $0.append(output) } }
    interest = receiver.fixes.subscribe(.latest)
  }

  convenience init(_ scenario: Scenario, @Story.Builder story steps: () -> [any Story.Step]) {
    self.init(scenario.telling(steps))
  }

  /// Lets time pass; all that happens in it has been told when this returns.
  func wait(_ duration: Duration) { time.jump(by: duration) }

  /// What was told since this was last asked.
  func news() -> News {
    News(
      outputs: log.withLock { log in
        defer { log = [] }
        return log
      })
  }

  /// All that was told in a while.
  func hear(_ duration: Duration) -> News {
    wait(duration)
    return news()
  }

  /// Stops listening: the device is closed a little later.
  func leave() { interest.cancel() }
}

/// What a receiver told in a while, each kind in its order.
struct News: Sendable {
  let outputs: [Report]

  var events: [ReceiverEvent.Kind] {
    outputs.compactMap { if case .event(let event) = $0 { event.kind } else { nil } }
  }
  var updates: [LocationUpdate] { outputs.compactMap(\.update) }
  var fixes: [Fix] { outputs.compactMap { if case .epoch(let epoch) = $0 { epoch.fix } else { nil } } }
  var skies: [Sky] { outputs.compactMap { if case .sky(let sky) = $0 { sky } else { nil } } }
  var sentences: [[UInt8]] {
    outputs.compactMap { if case .sentence(let sentence) = $0 { sentence.bytes } else { nil } }
  }
  /// Reasons for which there was no location, without repetitions.
  var reasons: [NoLocationReason?] {
    var reasons: [NoLocationReason?] = []
    for update in updates where reasons.last != .some(update.reason) { reasons.append(update.reason) }
    return reasons
  }
  /// How long the gaps were that ended.
  var gaps: [Duration] { events.compactMap { if case .back(let gap) = $0 { gap } else { nil } } }
}
