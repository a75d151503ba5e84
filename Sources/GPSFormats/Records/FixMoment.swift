public import GNSS

/// The circumstances of an epoch, which the receiver does not tell: when it came, and whether it still counts.
public struct FixMoment: Hashable, Sendable {
  /// When its last byte came, by this machine's clock.
  public var received: UTC?
  /// Whether the last position says where the receiver is: the word of a `Freshness`, or `recorded`.
  public var state: String
  /// Seconds since the last position.
  public var age: Double?
  /// Whether a program makes up what comes.
  public var isSimulated = false
  /// Whether the signals behind the position are probably forged.
  public var isSuspect = false

  /// - Parameters:
  ///   - received: When its last byte came.
  ///   - state: The word of a `Freshness`, or `recorded`.
  ///   - age: Seconds since the last position.
  ///   - isSimulated: Whether a program makes up what comes.
  ///   - isSuspect: Whether the signals are probably forged.
  public init(
    received: UTC? = nil, state: String, age: Double? = nil, isSimulated: Bool = false,
    isSuspect: Bool = false
  ) {
    self.received = received
    self.state = state
    self.age = age
    self.isSimulated = isSimulated
    self.isSuspect = isSuspect
  }

  /// A recording does not tell when its bytes came.
  public static let recorded = FixMoment(state: "recorded")
}
