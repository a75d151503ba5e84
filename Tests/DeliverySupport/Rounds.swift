import Glibc
public import TestSupport

/// Runs a race again and again, each time with other random numbers, and prints the seed that brings them all
/// back.
///
/// `DELIVERY_ROUNDS` says how often, `DELIVERY_SEED` where to begin.
public func rounds(
  _ usual: Int, _ test: StaticString = #function, isolation: isolated (any Actor)? = #isolation,
  _ body: (inout SeededGenerator) async throws -> Void
) async throws {
  let seed = number("DELIVERY_SEED").map(UInt64.init) ?? UInt64.random(in: 1...1_000_000_000)
  let count = number("DELIVERY_ROUNDS") ?? usual
  print("\(test): \(count) rounds, DELIVERY_SEED=\(seed)")
  for round in 0..<count {
    var generator = SeededGenerator(seed: seed &+ UInt64(round))
    try await body(&generator)
  }
}

/// How often a test of leaks repeats itself: the sanitizers' runs ask for less.
public func repetitions(_ usual: Int) -> Int { number("DELIVERY_REPETITIONS") ?? usual }

private func number(_ name: String) -> Int? {
  guard let text = unsafe getenv(name) else { return nil }
  return unsafe Int(String(cString: text))
}
