/// The pauses between attempts, which grow until an attempt has succeeded.
///
/// It is a value with its own random numbers, so that a test repeats them.
package struct RetryPauses: Sendable {
  private let pauses: [Duration]
  package var longest: Duration
  /// A connection of this length is a success.
  private let calm: Duration
  private var random: UInt64?
  /// The failures since the last success.
  package private(set) var failures = 0

  /// Creates pauses from a list, of which the last one repeats.
  package init(_ pauses: [Duration]) {
    self.pauses = pauses.isEmpty ? [.seconds(1)] : pauses
    (longest, calm) = (self.pauses.max() ?? .zero, .zero)
  }

  /// Creates pauses that double from the first to the longest.
  ///
  /// - Parameters:
  ///   - first: The first pause.
  ///   - longest: The pause that repeats.
  ///   - calm: After a connection of this length, the pauses start over.
  ///   - seed: The seed for full jitter: each pause is a random part of its limit, so that many devices do not return
  ///     at once.
  package init(from first: Duration, to longest: Duration, calm: Duration = .zero, seed: UInt64? = nil) {
    pauses = Array(sequence(first: first) { $0 * 2 }.prefix { $0 < longest }) + [longest]
    (self.longest, self.calm, random) = (longest, calm, seed)
  }

  /// Notes a success: the pauses start over.
  package mutating func succeeded() { failures = 0 }

  /// Notes the length of a connection that has ended.
  package mutating func lasted(_ time: Duration) { if time >= calm { succeeded() } }

  /// The pause before the next attempt.
  package mutating func next() -> Duration {
    let pause = min(longest, pauses[min(failures, pauses.count - 1)])
    failures += 1
    return random == nil ? pause : below(pause)
  }

  /// A random time below a limit.
  package mutating func below(_ limit: Duration) -> Duration {
    // SplitMix64.
    var mixed = (random ?? 0) &+ 0x9E37_79B9_7F4A_7C15
    random = mixed
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed &>> 31
    return limit / 1_000_000 * Int(mixed % 1_000_000)
  }
}
