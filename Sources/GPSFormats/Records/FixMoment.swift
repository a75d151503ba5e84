internal import GNSS

/// What is known of an epoch beside what the receiver said: when it came, and whether it still counts.
struct FixMoment: Hashable, Sendable {
  /// When its last byte came, by this machine's clock.
  var received: UTC?
  /// Whether the last position says where the receiver is: the word of a `Freshness`, or `recorded`.
  var state: String
  /// Seconds since the last position.
  var age: Double?
  /// Whether a program makes up what comes.
  var isSimulated = false
  /// Whether the signals behind the position are probably forged.
  var isSuspect = false

  /// A recording does not tell when its bytes came.
  static let recorded = FixMoment(state: "recorded")
}
