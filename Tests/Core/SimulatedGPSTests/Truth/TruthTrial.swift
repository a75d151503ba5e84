import GPSSystemCalls
import TestSupport

@testable import GPSBridge
@testable import SimulatedGPS

/// Plays a scenario to the library, and has a witness beside it.
final class TruthTrial: Sendable {
  private let scenario: Scenario
  private let time: ManualTime
  private let simulated: SimulatedReceiver
  private let receiver: Receiver
  private let witness: Guarded<Witness>
  private let listening: ReceiverListening

  init(_ scenario: Scenario, seconds: Int = 300, step: Duration = .milliseconds(25)) {
    let time = ManualTime(utcSeconds: Double(scenario.beginning.secondsSince1970))
    var options = ReceiverOptions()
    options.speedMemory = SpeedMemory()
    self.scenario = scenario
    self.time = time
    simulated = SimulatedReceiver(scenario, time: time)
    receiver = Receiver(simulated, time: time, options: options)
    let sent = Duration.nanoseconds(scenario.interval)
    let witness = Guarded(Witness(meant: Self.meant(scenario, seconds: seconds, step), sent: sent))
    self.witness = witness
    listening = receiver.onReport(including: .sentences) { report in
      witness.withLock { $0.hear(report, at: time.now) }
    }
  }

  var positions: Int { witness.withLock { $0.positions } }
  /// Sentences that were told, and those that the receiver has counted.
  var sentences: (told: Int, counted: Int) { (witness.withLock { $0.sentences }, receiver.counts.sentences) }
  /// Timers that are set now.
  var timers: Int { time.pendingTimers }

  /// Lets it play, looks at odd moments, and says what was not true.
  func lies(within duration: Duration) -> [String] {
    var random = SeededGenerator(seed: scenario.seed)
    let end = time.now + duration
    while time.now < end {
      time.jump(by: .milliseconds(Int.random(in: 1...700, using: &random)))
      let (latest, now) = (receiver.latest, time.now)
      witness.withLock { $0.check(live: latest, at: now) }
    }
    return witness.withLock { $0.lies }
  }

  /// What the receiver means at each moment, by a second engine that nobody listens to.
  private static func meant(_ scenario: Scenario, seconds: Int, _ step: Duration) -> [Int64: Bool] {
    var engine = SimulatedReceiverMachine(scenario)
    var meant: [Int64: Bool] = [:]
    var number = 0
    var now = Duration.zero
    while now < .seconds(seconds) {
      now += step
      _ = engine.advance(to: now)
      guard let epoch = engine.lastEpoch, epoch.number != number else { continue }
      number = epoch.number
      // As it is sent: some receivers have a clock that was never set.
      guard let time = Words(epoch, scenario.dialect).time else { continue }
      let key = Witness.key(time)
      meant[key] = meant[key] == true || epoch.hasFix
    }
    return meant
  }
}
