import SimulatedGPS
import TestSupport

/// A receiver of any kind to which anything happens, all from one seed.
extension Scenario {
  static func random(seed: UInt64) -> Scenario {
    var random = SeededGenerator(seed: seed)
    var scenario = Scenario.all.randomElement(using: &random) ?? .staticDesk
    scenario.seed = seed
    scenario.dialect = Dialect.all.randomElement(using: &random) ?? .ublox9
    scenario.rate = [nil, 1, 2, 5, 10].randomElement(using: &random) ?? nil
    // A slow line has no room for more.
    if let speed = scenario.dialect.speed, speed < 38_400 { scenario.rate = nil }
    scenario.powerUp = Scenario.PowerUp.allCases.randomElement(using: &random) ?? .hot
    scenario.events = detectable((0..<Int.random(in: 1...5, using: &random)).map { _ in event(&random) })
    return scenario
  }

  /// Many hours of a receiver to which something happens every few minutes.
  static func day(seed: UInt64, hours: Int) -> Scenario {
    var random = SeededGenerator(seed: seed)
    var scenario = Scenario.drive
    scenario.seed = seed
    scenario.events = detectable((0..<(hours * 15)).map { _ in event(&random, within: hours * 3600) })
    return scenario
  }

  /// The events without those that change sentences while another one does so.
  ///
  /// Of two changes one may hide the other from the checksum, as where the same bit of two digits flips: "01131.00141,E,235959.00"
  /// then is "01131.00140,E,235959.01", and nothing can notice that.
  private static func detectable(_ events: [Scenario.Event]) -> [Scenario.Event] {
    func changes(_ event: Scenario.Event) -> Bool {
      switch event.kind {
      case .fault(.flippedBit, _), .fault(.wrongChecksum, _): true
      default: false
      }
    }
    return events.indices.filter { index in
      !changes(events[index])
        || !events[..<index].contains { other in
          changes(other) && other.start < events[index].end ?? .seconds(1 << 40)
            && events[index].start < other.end ?? .seconds(1 << 40)
        }
    }.map { events[$0] }
  }

  private static func event(_ random: inout SeededGenerator, within seconds: Int = 150) -> Scenario.Event {
    let start = Duration.milliseconds(Int.random(in: 0..<(seconds * 1000), using: &random))
    let end = start + .milliseconds(Int.random(in: 100..<60_000, using: &random))
    let share = Double.random(in: 0.02...1, using: &random)
    let happenings: [Scenario.Event.Kind] = [
      .fault(.wrongChecksum, share: share), .fault(.cut, share: share), .fault(.glued, share: share),
      .fault(.nulBytes, share: share), .fault(.flippedBit, share: share), .fault(.noise, share: share),
      .fault(.binary, share: share), .fault(.lost, share: share), .fault(.repeated, share: share),
      .fault(.shuffled, share: share), .fault(.silent), .fault(.stalled), .fault(.frozenTime),
      .fault(.frozen), .fault(.jump(meters: 2000, towards: 45)), .fault(.nullIsland), .fault(.rollover),
      .fault(.jamming(decibels: 40)), .fault(.spoofing(drift: 8, timeJump: 37)),
      .surroundings(.tunnel), .surroundings(.canyon), .unplug(returnsAs: "ttyACM7"), .refusal(.busy),
      .restart(.cold), .restart(.warm), .restart(.hot),
    ]
    return Scenario.Event(from: start, to: end, happenings.randomElement(using: &random) ?? .fault(.silent))
  }
}
