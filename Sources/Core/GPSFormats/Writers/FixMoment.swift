public import GNSS

/// The circumstances of an epoch that the receiver does not report, such as arrival and freshness.
public struct FixMoment: Hashable, Sendable {
  /// The arrival of the epoch's last byte, by this machine's clock.
  public var received: UTC?
  /// The freshness of the last position: the raw value of a `Freshness`, or `recorded`.
  public var state: String
  /// Seconds since the last position.
  public var age: Double?
  /// Whether the data comes from a simulation.
  public var isSimulated = false
  /// Whether the signals are probably forged.
  public var isSuspect = false
  /// The positions averaged for this fix; nil if it is from a single epoch.
  package var average: FixAverage?
  /// Whether the epoch was delayed on its way, so that its position is outdated.
  public var isLate = false
  /// The median of the signals in dB-Hz, for an epoch of a track store.
  package var signal: Double?
  /// Whether the time was corrected, which a track store keeps without the reason, and whether it is impossible.
  package var (isTimeCorrected, isTimeWrong) = (false, false)

  /// - Parameters:
  ///   - received: The arrival of the epoch's last byte.
  ///   - state: The raw value of a `Freshness`, or `recorded`.
  ///   - age: Seconds since the last position.
  ///   - isSimulated: Whether the data comes from a simulation.
  ///   - isSuspect: Whether the signals are probably forged.
  public init(
    received: UTC? = nil, state: String, age: Double? = nil, isSimulated: Bool = false,
    isSuspect: Bool = false
  ) {
    (self.received, self.state, self.age) = (received, state, age)
    (self.isSimulated, self.isSuspect) = (isSimulated, isSuspect)
  }

  /// The circumstances of a recorded epoch, whose arrival is unknown.
  public static let recorded = FixMoment(state: "recorded")
}

package struct FixAverage: Hashable, Sendable {
  package var count: Int
  /// The time span of the positions, in seconds.
  package var seconds: Double
  /// The radii in meters around the mean that contain 50, 68 and 95 % of the positions.
  package var cep50 = 0.0
  package var spread = 0.0
  package var cep95 = 0.0
  /// Meters from the mean to the farthest position.
  package var farthest = 0.0
  /// Whether speed or spread show that the receiver moved.
  package var hasMoved = false

  package init(count: Int, seconds: Double) { (self.count, self.seconds) = (count, seconds) }
}
