import Glibc

/// The seed of this run, as a message about random input names it.
public var seed: UInt64 { SeededGenerator.seed }

/// A reproducible random number generator: tests print the seed, which recreates the same numbers.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  /// The seed of this run, for all tests: `TEST_SEED`, or a fixed one, so that only a change can make a test fail.
  ///
  /// It is not mixed with the name of a test: the seed that a failed test prints is the `TEST_SEED` that repeats it, and a
  /// test that is moved or renamed keeps its input. It has 32 bits, so that tests can add numbers to it.
  public static let seed: UInt64 = {
    let asked = unsafe getenv("TEST_SEED").map { unsafe String(cString: $0) } ?? ""
    guard let seed = asked.isEmpty ? 20_261_128 : UInt32(asked) else {
      preconditionFailure("TEST_SEED is \(asked), not a number from 0 to \(UInt32.max)")
    }
    print("TEST_SEED=\(seed)")
    return UInt64(seed)
  }()

  private var state: UInt64

  /// Makes a generator from a seed, by default that of this run.
  public init(seed: UInt64 = Self.seed) { state = seed }

  /// Returns the next number (SplitMix64).
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
