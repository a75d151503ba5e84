import Glibc
public import TestSupport

/// Repeats a race with different random numbers, and prints the seed that reproduces them.
///
/// `DELIVERY_ROUNDS` sets the number of rounds; the first seed is that of the run.
public func rounds(
  _ usual: Int, _ test: StaticString = #function, isolation: isolated (any Actor)? = #isolation,
  _ body: (inout SeededGenerator) async throws -> Void
) async throws {
  let count = number("DELIVERY_ROUNDS") ?? usual
  print("\(test): \(count) rounds, TEST_SEED=\(SeededGenerator.seed)")
  for round in 0..<count {
    var generator = SeededGenerator(seed: SeededGenerator.seed &+ UInt64(round))
    try await body(&generator)
  }
}

/// Returns the number of repetitions for a leak test; runs with sanitizers use fewer.
public func repetitions(_ usual: Int) -> Int { number("DELIVERY_REPETITIONS") ?? usual }

private func number(_ name: String) -> Int? {
  guard let text = unsafe getenv(name) else { return nil }
  return unsafe Int(String(cString: text))
}
