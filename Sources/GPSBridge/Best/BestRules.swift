/// When the best of several receivers is another one.
public struct BestRules: Sendable, Hashable {
  /// A receiver is better when its accuracy is at most this part of the chosen one's.
  ///
  /// Accuracies of one minute wander by a quarter; what is only a little better is no reason.
  public var betterBy = 0.7
  /// For how long it must have been better without a break.
  public var patience = Duration.seconds(5)

  /// The rules named above.
  public static let standard = BestRules()

  /// Makes the standard rules, to be changed.
  public init() {}
}

/// Why a receiver was chosen.
public enum BestReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is the first in the list, and none has had a location yet.
  case first
  /// It has been better for a while.
  case better
  /// The one before has no location any more, and this one has.
  case failover
}

/// Which of several receivers counts from now on.
public struct BestChoice: Sendable, Hashable {
  /// Its place in the list, from 0.
  public var index: Int
  /// The device, by what stays when it is plugged in again.
  public var deviceID: String
  /// Why.
  public var reason: BestReason

  /// Names a choice.
  public init(index: Int, deviceID: String, reason: BestReason) {
    self.index = index
    self.deviceID = deviceID
    self.reason = reason
  }
}
