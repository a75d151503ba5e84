internal import GPSBase

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
  /// The one before has lost its location, and this one has one.
  case failover
}

/// Which of several receivers counts from now on.
public struct BestChoice: Sendable, Hashable {
  /// Its place in the list, from 0.
  public var index: Int
  /// The device, by the name that stays when it is plugged in again.
  public var deviceID: String
  /// The reason for the choice.
  public var reason: BestReason

  /// Names a choice.
  public init(index: Int, deviceID: String, reason: BestReason) {
    self.index = index
    self.deviceID = deviceID
    self.reason = reason
  }
}

/// Chooses among receivers: a plain value that is told of each one's updates, and when.
///
/// A receiver that has no location, or says that it has no fix, is left at once for one that has. One that has a location is left only for one that
/// has been clearly better for a while: two that are about as good do not take turns, and one that was left and came back
/// is not returned to for that. Until there was a first location, the first in the list counts that says anything.
struct BestChooser: Sendable {
  private struct Candidate: Sendable {
    var update: LocationUpdate?
    /// Since when it has been clearly better than the chosen one.
    @KeptIfAny var betterSince: ContinuousClock.Instant?
    var hasFailed = false
    /// Whether it said in its last epoch that it has no fix, so that its location is only one of before.
    var saysNone = false
  }

  let rules: BestRules
  private(set) var chosen = 0
  private var candidates: [Candidate]

  /// Begins with a number of receivers, at least one, of which nothing is known.
  init(count: Int, rules: BestRules = .standard) {
    self.rules = rules
    candidates = Array(repeating: Candidate(), count: max(count, 1))
  }

  /// The last update of a receiver.
  func update(of index: Int) -> LocationUpdate? { candidates[index].update }

  /// Whether all receivers have failed for good.
  var haveAllFailed: Bool { candidates.allSatisfy(\.hasFailed) }

  /// Takes a receiver's location, or its reason for having none.
  ///
  /// - Parameters:
  ///   - update: The location, or the reason.
  ///   - saysNone: Whether it is of an epoch in which the receiver said that it has no fix; nil if it is of no epoch.
  ///   - index: The receiver's place in the list.
  ///   - now: The time.
  /// - Returns: The reason for the change, if another receiver counts now.
  mutating func take(
    _ update: LocationUpdate, saysNone: Bool? = nil, from index: Int, at now: ContinuousClock.Instant
  ) -> BestReason? {
    candidates[index].update = update
    if let saysNone = update.newLocation != nil ? false : saysNone { candidates[index].saysNone = saysNone }
    return decide(at: now)
  }

  /// A receiver has given up.
  mutating func failed(_ index: Int, at now: ContinuousClock.Instant) -> BestReason? {
    candidates[index] = Candidate(hasFailed: true)
    return decide(at: now)
  }

  private mutating func decide(at now: ContinuousClock.Instant) -> BestReason? {
    noteBetter(at: now)
    if let better = candidates.indices.first(where: { isBetterForLong($0, at: now) }) {
      return choose(better, .better)
    }
    let ranks = candidates.indices.map(rank)
    let lowest = ranks.min() ?? 0
    let able = candidates.indices.filter { ranks[$0] == lowest }
    // As long as no receiver has had a location, only the order counts, not which one was opened first.
    if lowest > 0, able.allSatisfy({ candidates[$0].update?.lastKnown == nil }) {
      return able.first.flatMap { $0 == chosen ? nil : choose($0, .first) }
    }
    guard ranks[chosen] > lowest else { return nil }
    return able.min { accuracy($0) < accuracy($1) }.map { choose($0, .failover) }
  }

  private mutating func choose(_ index: Int, _ reason: BestReason) -> BestReason {
    chosen = index
    for index in candidates.indices { candidates[index].betterSince = nil }
    return reason
  }

  private mutating func noteBetter(at now: ContinuousClock.Instant) {
    let limit = accuracy(chosen) * rules.betterBy
    for index in candidates.indices {
      let isBetter =
        index != chosen && candidates[index].update?.freshness == .live && accuracy(index) <= limit
        && limit.isFinite
      candidates[index].betterSince = isBetter ? candidates[index].betterSince ?? now : nil
    }
  }

  private func isBetterForLong(_ index: Int, at now: ContinuousClock.Instant) -> Bool {
    candidates[index].betterSince.map { $0.duration(to: now) >= rules.patience } ?? false
  }

  private func accuracy(_ index: Int) -> Double {
    candidates[index].update?.location?.horizontalAccuracy ?? .infinity
  }

  /// The rank of a receiver, the least being the best: a location, at least words, nothing.
  private func rank(_ index: Int) -> Int {
    guard let update = candidates[index].update else { return 2 }
    if update.location != nil { return candidates[index].saysNone ? 1 : 0 }
    switch update.reason {
    case .searching?, .fixLost?, .implausible?, .outdated?: return 1
    default: return 2
    }
  }
}
