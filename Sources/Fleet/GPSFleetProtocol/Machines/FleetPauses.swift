package import GPSBase

extension RetryPauses {
  /// The pauses of a fleet between attempts to connect: up to 1 s, 2 s, 4 s and so on up to 5 minutes, each at random.
  package static func ofFleet(seed: UInt64) -> RetryPauses {
    RetryPauses(from: .seconds(1), to: .seconds(300), calm: .seconds(60), seed: seed)
  }

  /// The longest kind of pause, since another client has our name.
  package mutating func nextAfterTakeover() -> Duration { longest / 2 + below(longest / 2) }
}
