package import GNSS

/// What is known of an epoch beside what the receiver said: when it came, and whether it still counts.
package struct FixMoment: Hashable, Sendable {
  /// When its last byte came, by this machine's clock.
  package var received: UTC?
  /// Whether the last position says where the receiver is: the word of a `Freshness`, or `recorded`.
  package var state: String
  /// Seconds since the last position.
  package var age: Double?
  /// Whether a program makes up what comes.
  package var isSimulated = false
  /// Whether the signals behind the position are probably forged.
  package var isSuspect = false

  package init(
    received: UTC? = nil, state: String, age: Double? = nil, isSimulated: Bool = false, isSuspect: Bool = false
  ) {
    self.received = received
    self.state = state
    self.age = age
    self.isSimulated = isSimulated
    self.isSuspect = isSuspect
  }

  /// A recording does not tell when its bytes came.
  package static let recorded = FixMoment(state: "recorded")
}
