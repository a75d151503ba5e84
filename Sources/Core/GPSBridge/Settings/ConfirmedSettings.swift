internal import GPSBase

/// Watches whether a receiver keeps a value after it has acknowledged the command.
///
/// A rate shows within four epochs, and a set of sentences is trusted after six epochs without a change, so
/// eight epochs are enough for both.
struct SettingTrials: Sendable {
  private struct Trial: Sendable {
    var value: SettingValue
    var epochs = 0
    /// When the trial ends without a result if the receiver sends no epochs.
    @StoredInstant var deadline: ContinuousClock.Instant
    let patience: Duration
  }

  private var trials: [Trial] = []
  static let enoughEpochs = 8
  /// The longest time to wait for epochs from a slow receiver.
  static let longestLook = Duration.seconds(60)

  /// When the next trial times out.
  var nextDue: Moment? { isEmpty ? nil : trials.map(\.$deadline).min() }
  var isEmpty: Bool { trials.isEmpty }

  /// Returns how a value was confirmed, and starts a trial if later epochs can contradict the answer.
  mutating func confirm(
    _ value: SettingValue, _ proof: SettingProof, at interval: Duration, _ now: ContinuousClock.Instant
  ) -> SettingChange {
    restart(at: now)
    if proof == .answer || proof == .readBack && value.kind.showsByItself { begin(value, at: interval, now) }
    return SettingChange(value, .confirmed(by: proof))
  }

  /// Starts a trial after the receiver's answer; epochs are expected at least once per interval.
  private mutating func begin(_ value: SettingValue, at interval: Duration, _ now: ContinuousClock.Instant) {
    drop(value.kind)
    let patience = min(interval * (Self.enoughEpochs + 2) + .seconds(1), Self.longestLook)
    trials.append(Trial(value: value, deadline: now + patience, patience: patience))
  }

  /// Restarts all trials: a newer command may have undone the earlier settings.
  private mutating func restart(at now: ContinuousClock.Instant) {
    for index in trials.indices {
      trials[index].epochs = 0
      trials[index].deadline = now + trials[index].patience
    }
  }

  /// Drops the trial of a setting that is being changed again.
  mutating func drop(_ kind: SettingKind) { trials.removeAll { $0.value.kind == kind } }

  /// Counts an epoch; returns the outcomes of the trials that it ends.
  ///
  /// - Parameters:
  ///   - seen: The values that the epochs show.
  ///   - sends: Whether the arriving sentences match a value, which is proof as well.
  /// - Returns: The outcomes.
  mutating func endEpoch(_ seen: SettingValues, _ sends: (SettingValue) -> Bool) -> [SettingExchange.Action] {
    for index in trials.indices { trials[index].epochs += 1 }
    return end { trial in
      guard trial.epochs >= Self.enoughEpochs else { return nil }
      if sends(trial.value) { return .kept }
      if let other = seen[trial.value.kind], trial.value.isContradicted(by: other) { return .notKept(other) }
      // The satellites of an enabled system may all be below the horizon.
      return trial.value.kind == .constellations ? .notSeen : .kept
    }
  }

  /// Advances the time; returns the outcomes of the trials that timed out.
  ///
  /// Too few epochs cannot prove that a value was kept, but a different value in them proves that it was not.
  mutating func advance(
    to now: ContinuousClock.Instant, _ seen: SettingValues, _ sends: (SettingValue) -> Bool
  ) -> [SettingExchange.Action] {
    end { trial in
      guard trial.deadline <= now else { return nil }
      if sends(trial.value) { return .kept }
      if let other = seen[trial.value.kind], trial.value.isContradicted(by: other) { return .notKept(other) }
      return .notSeen
    }
  }

  /// Ends all trials when the device is opened or closed: they can no longer be observed.
  mutating func endAll() -> [SettingExchange.Action] { end { _ in .notSeen } }

  private mutating func end(_ outcome: (Trial) -> SettingChange.Outcome?) -> [SettingExchange.Action] {
    guard !trials.isEmpty else { return [] }
    let ended = trials.compactMap { trial in outcome(trial).map { SettingChange(trial.value, $0) } }
    trials.removeAll { trial in ended.contains { $0.value.kind == trial.value.kind } }
    return ended.map { .report($0) }
  }
}

/// The settings to restore, and when they were last restored.
struct RestoringPlan: Sendable, Hashable {
  /// The shortest time between uncertain restores: our commands may be what restarts the receiver.
  static let pause = Duration.seconds(10)

  /// The values that the open device's profile requests.
  private var profile: [SettingKind: SettingValue]
  /// Values that were set and confirmed, or are in the profile; restored when the receiver loses them.
  private(set) var wanted: [SettingKind: SettingValue]
  private var due: Set<SettingKind> = []
  /// Settings that could not be restored since the device was opened.
  private var missing: Set<SettingKind> = []
  @StoredInstantIfAny private var last: ContinuousClock.Instant?

  /// Creates a plan from a profile's values; the last value for each setting counts.
  init(_ profile: [SettingValue] = []) {
    self.profile = Self.latest(profile)
    wanted = self.profile
  }

  /// Prepares for an opened device; values that were set on a different device are dropped.
  ///
  /// A different profile at the same place means that a different device was plugged in there.
  mutating func begin(_ profile: [SettingValue], isAnother: Bool) {
    missing = []
    let profile = Self.latest(profile)
    guard isAnother || profile != self.profile else { return }
    self.profile = profile
    forgetAll()
  }

  private static func latest(_ values: [SettingValue]) -> [SettingKind: SettingValue] {
    Dictionary(values.map { ($0.kind, $0) }) { $1 }
  }

  var isDue: Bool { !due.isEmpty }

  /// Whether there is a profile, which applies even before the receiver has shown its dialect.
  var hasProfile: Bool { !profile.isEmpty }

  mutating func keep(_ value: SettingValue) {
    wanted[value.kind] = value
    due.remove(value.kind)
    missing.remove(value.kind)
  }

  /// Notes that a setting could not be restored.
  mutating func miss(_ kind: SettingKind) { missing.insert(kind) }

  /// Notes that a setting has its wanted value; returns true if it was missing before.
  mutating func isBack(_ kind: SettingKind) -> Bool { missing.remove(kind) != nil }

  /// Drops all settings except the profile's.
  mutating func forgetAll() {
    wanted = profile
    due = []
  }

  /// Marks all wanted settings for restoring; ignores an uncertain case soon after the last restore.
  mutating func ask(isCertain: Bool, at now: ContinuousClock.Instant) {
    if !isCertain, let last, last.duration(to: now) < Self.pause { return }
    due.formUnion(wanted.keys)
  }

  /// Returns the settings to restore now, and clears them.
  mutating func take(at now: ContinuousClock.Instant) -> [SettingValue] {
    defer { due = [] }
    if isDue { last = now }
    return SettingKind.allCases.filter(due.contains).compactMap { wanted[$0] }
  }
}
