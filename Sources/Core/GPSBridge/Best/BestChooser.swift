internal import GPSBase

/// The rules for switching between several receivers.
public struct BestRules: Sendable, Hashable {
  /// A receiver is better if its accuracy is at most this fraction of the chosen receiver's.
  ///
  /// Accuracies vary by a quarter within a minute, so a small difference is no reason to switch.
  public var betterBy = 0.7
  /// How long the receiver must have been better, without interruption.
  public var patience = Duration.seconds(5)

  /// The default rules.
  public static let standard = BestRules()

  /// Creates the default rules, which you can then change.
  public init() {}
}

/// Why a receiver was chosen.
public enum SelectionReason: String, Sendable, Hashable, Codable, CaseIterable {
  /// The receiver is the first in the list, and no receiver has had a location yet.
  case first
  /// The receiver has been better for some time.
  case better
  /// The previous receiver has lost its location, and this one has a location.
  case failover
}

/// The choice of one receiver from several.
public struct ReceiverSelection: Sendable, Hashable {
  /// The receiver's index in the list.
  public var index: Int
  /// The device, by a name that stays the same when it is plugged in again.
  public var deviceID: String
  /// The reason for the choice.
  public var reason: SelectionReason

  /// Creates a choice.
  public init(index: Int, deviceID: String, reason: SelectionReason) {
    (self.index, self.deviceID, self.reason) = (index, deviceID, reason)
  }
}

/// Chooses among receivers: a plain value that is given each receiver's updates and their times.
///
/// A receiver without a location or a fix is replaced at once by one with a location. A receiver with a
/// location is replaced only by one that was clearly better for some time. So similar receivers don't
/// alternate, and a receiver that merely comes back is not chosen. Before the first location, the first
/// receiver in the list that reports anything is chosen.
struct BestChooser: Sendable {
  private struct Candidate: Sendable {
    var update: LocationUpdate?
    /// Since when it has been clearly better than the chosen receiver.
    @StoredInstantIfAny var betterSince: ContinuousClock.Instant?
    var hasFailed = false
    /// Whether its last epoch had no fix, so that its location is an earlier one.
    var saysNone = false
  }

  let rules: BestRules
  private(set) var chosen = 0
  private var candidates: [Candidate]

  /// Starts with `count` receivers, at least one, without any reports.
  init(count: Int, rules: BestRules = .standard) {
    self.rules = rules
    candidates = Array(repeating: Candidate(), count: max(count, 1))
  }

  /// The last update of a receiver.
  func update(of index: Int) -> LocationUpdate? { candidates[index].update }

  var haveAllFailed: Bool { candidates.allSatisfy(\.hasFailed) }

  /// Notes a receiver's location, or its reason for having none.
  ///
  /// - Parameters:
  ///   - update: The location, or the reason.
  ///   - saysNone: Whether the update's epoch reported no fix; nil for an update without an epoch.
  ///   - index: The receiver's index in the list.
  ///   - now: The current time.
  /// - Returns: The reason for the change, if a different receiver is chosen.
  mutating func take(
    _ update: LocationUpdate, saysNone: Bool? = nil, from index: Int, at now: ContinuousClock.Instant
  ) -> SelectionReason? {
    candidates[index].update = update
    if let saysNone = update.newLocation != nil ? false : saysNone { candidates[index].saysNone = saysNone }
    return decide(at: now)
  }

  /// Notes that a receiver has given up; returns the reason if a different receiver is chosen.
  mutating func failed(_ index: Int, at now: ContinuousClock.Instant) -> SelectionReason? {
    candidates[index] = Candidate(hasFailed: true)
    return decide(at: now)
  }

  private mutating func decide(at now: ContinuousClock.Instant) -> SelectionReason? {
    noteBetter(at: now)
    if let better = candidates.indices.first(where: { isBetterForLong($0, at: now) }) {
      return choose(better, .better)
    }
    let ranks = candidates.indices.map(rank)
    let lowest = ranks.min() ?? 0
    let able = candidates.indices.filter { ranks[$0] == lowest }
    // Before any receiver has had a location, go by the order in the list, not by which one was opened first.
    if lowest > 0, able.allSatisfy({ candidates[$0].update?.lastKnown == nil }) {
      return able.first.flatMap { $0 == chosen ? nil : choose($0, .first) }
    }
    guard ranks[chosen] > lowest else { return nil }
    return able.min { accuracy($0) < accuracy($1) }.map { choose($0, .failover) }
  }

  private mutating func choose(_ index: Int, _ reason: SelectionReason) -> SelectionReason {
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

  /// The rank of a receiver, lower is better: 0 for a location, 1 for other reports, 2 for nothing.
  private func rank(_ index: Int) -> Int {
    guard let update = candidates[index].update else { return 2 }
    if update.location != nil { return candidates[index].saysNone ? 1 : 0 }
    switch update.reason {
    case .searching?, .fixLost?, .implausible?, .outdated?: return 1
    default: return 2
    }
  }
}
