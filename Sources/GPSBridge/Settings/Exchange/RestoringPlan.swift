/// What of the settings is to be put back, and when that was done last.
struct RestoringPlan: Sendable, Hashable {
  /// A receiver that starts again and again, perhaps because of what we tell it, is left alone for so long.
  static let pause = Duration.seconds(10)

  private(set) var due: Set<SettingKind> = []
  private var last: ContinuousClock.Instant?

  /// The receiver has certainly forgotten these, or may have: then they are put back unless that has just been done.
  mutating func ask(
    for kinds: some Sequence<SettingKind>, isCertain: Bool, at now: ContinuousClock.Instant
  ) {
    if !isCertain, let last, last.duration(to: now) < Self.pause { return }
    due.formUnion(kinds)
  }

  /// It was set by somebody in the meantime.
  mutating func drop(_ kind: SettingKind) { due.remove(kind) }

  /// Nothing is to be put back.
  mutating func dropAll() { due = [] }

  /// What is due is put back now.
  mutating func take(at now: ContinuousClock.Instant) -> Set<SettingKind> {
    defer { due = [] }
    if !due.isEmpty { last = now }
    return due
  }
}
