/// Nanoseconds per round: the best of several runs, since everything that disturbs a run makes it slower.
func best(of runs: Int = 7, rounds: Int, _ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  return (0..<runs).map { _ in nanoseconds(clock.measure { for _ in 0..<rounds { body() } }) / Double(rounds)
  }.min() ?? 0
}

/// A duration in nanoseconds.
func nanoseconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9
}

/// A number in a column of its own.
func column(_ value: Double, _ width: Int = 12) -> String {
  let text = value >= 100 ? "\(Int(value.rounded()))" : "\((value * 100).rounded() / 100)"
  return String(repeating: " ", count: max(1, width - text.count)) + text
}

/// A word in a column of its own.
func column(_ text: String, _ width: Int = 12) -> String {
  String(repeating: " ", count: max(1, width - text.count)) + text
}

/// How many consumers each table is about.
let sizes = [1, 10, 100, 1000]
/// Rounds that take about the same time for each size.
func rounds(for consumers: Int) -> Int { max(200, 200_000 / consumers) }
