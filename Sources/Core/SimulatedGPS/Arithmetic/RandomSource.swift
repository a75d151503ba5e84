/// Reproducible random numbers: SplitMix64, with distributions that give the same results on any machine.
struct RandomSource: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  /// Creates one of a seed's streams; each purpose uses its own stream, so that none affects another.
  init(seed: UInt64, stream: UInt64) { state = Self.mix(seed &+ stream &* 0xD1B5_4A32_D192_ED03) }

  @inline(__always)
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number in 0..<1.
  mutating func fraction() -> Double { Self.fraction(next()) }

  /// A number in `low..<high`.
  mutating func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * fraction() }

  /// A whole number in `0..<bound`; 0 if the range is empty.
  mutating func index(below bound: Int) -> Int {
    bound > 0 ? Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high) : 0
  }

  /// Returns true with the given probability.
  mutating func happens(_ probability: Double) -> Bool { fraction() < probability }

  /// A nearly normal number with mean 0 and deviation 1, never beyond 3.5.
  @inline(__always)
  mutating func normal() -> Double { Self.normal(next()) }

  /// Approximates a normal number by the sum of a word's four 16-bit parts, which needs no logarithm.
  @inline(__always)
  static func normal(_ word: UInt64) -> Double {
    let sum = (word & 0xFFFF) &+ (word &>> 16 & 0xFFFF) &+ (word &>> 32 & 0xFFFF) &+ (word &>> 48)
    return (Double(sum) - 131_070) / 37_837.5
  }

  @inline(__always)
  static func fraction(_ word: UInt64) -> Double { Double(word &>> 11) * 0x1p-53 }

  /// A number determined by three others: noise that needs no state.
  @inline(__always)
  static func hash(_ seed: UInt64, _ a: Int, _ b: Int) -> UInt64 {
    mix(
      seed &+ UInt64(bitPattern: Int64(a)) &* 0x9E37_79B9_7F4A_7C15
        ^ mix(UInt64(bitPattern: Int64(b)) &+ 0x632B_E59B_D9B4_E019))
  }

  @inline(__always)
  private static func mix(_ word: UInt64) -> UInt64 {
    var mixed = word
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}

/// Exponential decay, without libm.
enum Decay {
  /// e to the power of −x for x ≥ 0: a short series for a fraction of x, squared repeatedly.
  static func factor(_ exponent: Double) -> Double {
    guard exponent > 0 else { return 1 }
    guard exponent < 700 else { return 0 }
    var part = exponent
    var doublings = 0
    while part > 0.125 {
      part /= 2
      doublings += 1
    }
    var sum = 1.0
    for divisor in stride(from: 10.0, through: 1, by: -1) { sum = 1 - part / divisor * sum }
    for _ in 0..<doublings { sum *= sum }
    return sum
  }
}
