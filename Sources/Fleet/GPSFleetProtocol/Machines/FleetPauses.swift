/// Random pauses between attempts to connect: with full jitter a fleet does not return in one second.
///
/// It is a value with its own random numbers, so that a test repeats them. The receivers' `RetryPauses` have no jitter: a program
/// has few of them.
package struct FleetPauses: Sendable {
  private var failures = 0
  private var random: UInt64
  private static let longest: Duration = .seconds(300)
  /// A connection that lasted for this time was a good one.
  private static let calm: Duration = .seconds(60)

  package init(seed: UInt64) { random = seed }

  /// Notes how long a connection lasted: after a calm one the pauses start over.
  package mutating func lasted(_ time: Duration) { if time >= Self.calm { failures = 0 } }

  /// The pause before the next attempt: up to 1 s, 2 s, 4 s and so on up to 5 minutes.
  package mutating func next() -> Duration {
    let most = min(Self.longest, .seconds(1 << min(failures, 9)))
    failures += 1
    return below(most)
  }

  /// The longest kind of pause, since another client has our name.
  package mutating func nextAfterTakeover() -> Duration { Self.longest / 2 + below(Self.longest / 2) }

  /// A random time below a limit.
  package mutating func below(_ limit: Duration) -> Duration {
    // SplitMix64.
    random &+= 0x9E37_79B9_7F4A_7C15
    var mixed = random
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed &>> 31
    return limit / 1_000_000 * Int(mixed % 1_000_000)
  }
}
