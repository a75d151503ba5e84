internal import GPSBase

/// The counts of a simulated fleet; ``text`` has a line for each.
package struct LoadCounts: Sendable {
  package internal(set) var devices = 0
  /// Positions that the devices have made, that a collector has reported as committed, and that a collector has refused.
  package internal(set) var (made, settled, refused): (UInt64, UInt64, UInt64) = (0, 0, 0)
  /// Positions in all messages, each as often as it was sent.
  package internal(set) var sent: UInt64 = 0
  /// The number of messages, and of ones without a subscriber at the broker.
  package internal(set) var (messages, noSubscriber) = (0, 0)
  /// Positions that were sent again: without an answer, on a new connection, or to a new collector.
  package internal(set) var (againSilence, againConnection, againCollector) = (0, 0, 0)
  /// The devices that are connected, and the connections since the start.
  package internal(set) var (connected, connects) = (0, 0)
  /// From the start to the first message without a subscriber.
  package internal(set) var firstSilence: Duration?
  package internal(set) var duration: Duration = .zero
  /// How long positions took until they were settled.
  package internal(set) var ages = LoadAges()
  /// How many devices connected again in each second.
  var returns: [Int] = []

  /// Whether a collector has reported each position that was made.
  package var isWhole: Bool { settled == made }

  mutating func returned(at time: Duration) {
    let second = min(86_400, Int(time / .seconds(1)))
    if returns.count <= second { returns += [Int](repeating: 0, count: second + 1 - returns.count) }
    returns[second] += 1
  }

  /// The counts, each as a line: its name and a number, which is of seconds for a time, and -1 for none.
  package var text: String {
    let lines: [(String, String)] = [
      ("devices", "\(devices)"), ("made", "\(made)"), ("settled", "\(settled)"), ("refused", "\(refused)"),
      ("sent", "\(sent)"), ("messages", "\(messages)"), ("again_silence", "\(againSilence)"),
      ("again_connection", "\(againConnection)"),
      ("again_collector", "\(againCollector)"), ("connects", "\(connects)"),
      ("returns", "\(returns.reduce(0, +))"), ("returns_in_a_second", "\(returns.max() ?? 0)"),
      ("no_subscriber", "\(noSubscriber)"), ("silent_after", Self.seconds(firstSilence)),
      ("half_within", Self.seconds(ages.bound(of: 0.5))),
      ("99_of_100_within", Self.seconds(ages.bound(of: 0.99))),
      ("oldest", Self.seconds(ages.bound(of: 1))), ("seconds", Self.seconds(duration)),
    ]
    return lines.map { "\($0) \($1)\n" }.joined()
  }

  private static func seconds(_ time: Duration?) -> String {
    guard let time else { return "-1" }
    let milliseconds = Int(time / .milliseconds(1))
    let rest = String(1000 + milliseconds % 1000).dropFirst()
    return "\(milliseconds / 1000).\(rest)"
  }
}

/// How long positions took from when they were made until they were settled, in steps of 10 ms; more than an hour counts as an hour.
package struct LoadAges: Sendable {
  private var steps: [UInt64] = []
  private var count: UInt64 = 0
  private static let mostSteps = 360_000

  package init() {}

  package mutating func add(_ age: Duration) {
    let step = max(0, min(Self.mostSteps, Int(age / .milliseconds(10))))
    if steps.count <= step { steps += [UInt64](repeating: 0, count: step + 1 - steps.count) }
    steps[step] += 1
    count += 1
  }

  /// The time within which a part of the positions was settled; nil if none was.
  package func bound(of part: Double) -> Duration? {
    guard count > 0 else { return nil }
    var (sum, needed) = (0 as UInt64, max(1, UInt64((Double(count) * part).rounded(.up))))
    needed = min(needed, count)
    for (step, number) in steps.enumerated() {
      sum += number
      if sum >= needed { return .milliseconds(10 * (step + 1)) }
    }
    return nil
  }
}
