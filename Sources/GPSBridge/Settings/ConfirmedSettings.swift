internal import GPSBase

/// Watches whether a receiver keeps values that it has only answered to: a value that counts epochs since the answer.
///
/// A rate shows in four epochs, and sentences are believed after six without a change. So eight are enough for both.
struct SettingTrials: Sendable {
  private struct Trial: Sendable {
    var value: SettingValue
    var epochs = 0
    /// The moment when it ends without a result: the receiver sends no epochs.
    @Kept var deadline: ContinuousClock.Instant
    let patience: Duration
  }

  private var trials: [Trial] = []
  static let enoughEpochs = 8
  /// The longest that epochs are waited for, however slow the receiver is.
  static let longestLook = Duration.seconds(60)

  /// When a trial must be over.
  var nextDeadline: ContinuousClock.Instant? { trials.map(\.deadline).min() }

  /// Tells how a value was confirmed, and watches it if the receiver's word is the only proof.
  mutating func confirm(
    _ value: SettingValue, _ proof: SettingProof, at interval: Duration, _ now: ContinuousClock.Instant
  ) -> SettingChange {
    restart(at: now)
    if proof == .answer || proof == .readBack && value.kind.showsByItself { begin(value, at: interval, now) }
    return SettingChange(value, .confirmed(by: proof))
  }

  /// The receiver has answered that it was done; epochs come at such an interval, or faster.
  private mutating func begin(_ value: SettingValue, at interval: Duration, _ now: ContinuousClock.Instant) {
    drop(value.kind)
    let patience = min(interval * (Self.enoughEpochs + 2) + .seconds(1), Self.longestLook)
    trials.append(Trial(value: value, deadline: now + patience, patience: patience))
  }

  /// Another command was carried out, which may undo the earlier ones: they are watched anew.
  private mutating func restart(at now: ContinuousClock.Instant) {
    for index in trials.indices {
      trials[index].epochs = 0
      trials[index].deadline = now + trials[index].patience
    }
  }

  /// The same setting is being changed again.
  mutating func drop(_ kind: SettingKind) { trials.removeAll { $0.value.kind == kind } }

  /// Ends an epoch; returns the trials that it ends.
  ///
  /// - Parameters:
  ///   - seen: The values that the epochs show.
  ///   - sends: Whether sentences arrive as a value has them, which counts as well.
  /// - Returns: What became of each.
  mutating func endEpoch(_ seen: SettingValues, _ sends: (SettingValue) -> Bool) -> [SettingChange] {
    for index in trials.indices { trials[index].epochs += 1 }
    return end { trial in
      guard trial.epochs >= Self.enoughEpochs else { return nil }
      if sends(trial.value) { return .kept }
      if let other = seen[trial.value.kind], trial.value.isContradicted(by: other) { return .notKept(other) }
      // Satellites of a system that is switched on may be below the horizon.
      return trial.value.kind == .constellations ? .notSeen : .kept
    }
  }

  /// Takes the time; returns the trials that took too long.
  ///
  /// Few epochs are no proof that a value is kept. Another value among them is one that it is not.
  mutating func advance(
    to now: ContinuousClock.Instant, _ seen: SettingValues, _ sends: (SettingValue) -> Bool
  ) -> [SettingChange] {
    end { trial in
      guard trial.deadline <= now else { return nil }
      if sends(trial.value) { return .kept }
      if let other = seen[trial.value.kind], trial.value.isContradicted(by: other) { return .notKept(other) }
      return .notSeen
    }
  }

  /// The device was closed or opened: nothing more can be seen of the opening before.
  mutating func endAll() -> [SettingChange] { end { _ in .notSeen } }

  private mutating func end(_ outcome: (Trial) -> SettingChange.Outcome?) -> [SettingChange] {
    guard !trials.isEmpty else { return [] }
    let ended = trials.compactMap { trial in outcome(trial).map { SettingChange(trial.value, $0) } }
    trials.removeAll { trial in ended.contains { $0.value.kind == trial.value.kind } }
    return ended
  }
}

/// The settings to put back, and when that was last done.
struct RestoringPlan: Sendable, Hashable {
  /// A receiver that restarts again and again, perhaps because of our commands, is left alone this long.
  static let pause = Duration.seconds(10)

  /// Values that the receiver gets which is open.
  private var profile: [SettingKind: SettingValue]
  /// Values that were set and confirmed, or are in the profile; they are put back when the receiver forgets them.
  private(set) var wanted: [SettingKind: SettingValue]
  private var due: Set<SettingKind> = []
  /// Settings that could not be put back in this opening.
  private var missing: Set<SettingKind> = []
  @KeptIfAny private var last: ContinuousClock.Instant?

  /// Begins with the values of a profile; of two for one setting the later one counts.
  init(_ profile: [SettingValue] = []) {
    self.profile = Self.latest(profile)
    wanted = self.profile
  }

  /// A device was opened, with this profile; what was set before belongs to the device before.
  ///
  /// Another profile at the same place shows that another device was plugged in there.
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

  /// Whether something is to be put back.
  var isDue: Bool { !due.isEmpty }

  /// Whether somebody wants values without having set them: the receiver may not even have shown its dialect.
  var hasProfile: Bool { !profile.isEmpty }

  /// A value was set and confirmed.
  mutating func keep(_ value: SettingValue) {
    wanted[value.kind] = value
    due.remove(value.kind)
    missing.remove(value.kind)
  }

  /// A setting could not be put back.
  mutating func miss(_ kind: SettingKind) { missing.insert(kind) }

  /// A setting is as it is wanted; whether it was missing before.
  mutating func isBack(_ kind: SettingKind) -> Bool { missing.remove(kind) != nil }

  /// Drops all settings but those of the profile.
  mutating func forgetAll() {
    wanted = profile
    due = []
  }

  /// Notes forgotten settings to put back; ignores an uncertain case soon after the last time.
  mutating func ask(isCertain: Bool, at now: ContinuousClock.Instant) {
    if !isCertain, let last, last.duration(to: now) < Self.pause { return }
    due.formUnion(wanted.keys)
  }

  /// Takes the settings to put back now.
  mutating func take(at now: ContinuousClock.Instant) -> [SettingValue] {
    defer { due = [] }
    if isDue { last = now }
    return SettingKind.allCases.filter(due.contains).compactMap { wanted[$0] }
  }
}
