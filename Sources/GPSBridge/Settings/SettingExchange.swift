internal import GNSS
internal import UBX

/// All decisions about a receiver's settings, without their effects: one errand at a time, in order.
///
/// ```
///  queue ─▶ preparing ─▶ (asking) ─▶ writing ─▶ waiting ──── answer · behaviour · greeting ──▶ confirmed
///                                       │          └──────── "no" · silence · unplugged ────▶ refused · timed out
///                                       └▶ leaving ─▶ listening ── whole sentences ────────▶ confirmed
///                                                         └─────── none: the old speed again ▶ timed out
/// ```
///
/// A receiver that is spoken to in messages is led by a talk, which goes through writing and talking again and again:
/// see `SettingExchange+Talks`.
///
/// A value that is confirmed by an answer alone is watched afterwards, beside the next errands: see ``SettingTrials``.
///
/// It reads no clock: each input says when it came, and ``nextDeadline`` when it wants to be called again.
struct SettingExchange: Sendable {
  /// Actions for the engine, in this order.
  enum Action: Sendable, Hashable {
    case write([UInt8], errand: Int)
    case tell(ReceiverEvent.Kind)
    case report(SettingChange)
    /// Read at another speed, for a trial; keep it; go back to the old one.
    case trySpeed(Int), keepSpeed(Int), returnToSpeed(Int)
    /// Look up the memory of a receiver; keep one.
    case recall(ReceiverMemory.Owner), keep(ReceiverMemory)
  }

  let restores: Bool
  var actions: [Action] = []
  var answers: [SettingErrand.Answer] = []
  var queue: [SettingErrand] = []
  var current: ErrandUnderWay?
  var numbers = 0
  private(set) var isClosed = false

  var known: SettingKnowledge
  var condition = LineCondition.preparing
  /// The speed of the line when it was last ready, since the device was opened.
  var lineSpeed: LineCondition.LineSpeed?
  var restoring: RestoringPlan
  /// When the receiver is asked for its condition, and how often; nil for never.
  var polling: ConditionPolling?
  /// What the receiver is given for its start; nil if nothing is kept for it.
  var warmStart: WarmStart?
  /// Values that an answer confirmed, and that are being watched.
  var trials = SettingTrials()

  init(_ options: ReceiverOptions) {
    restores = options.restoresSettings
    restoring = RestoringPlan(options.profile)
    polling = options.conditionInterval.map { ConditionPolling(interval: $0) }
    warmStart = options.keepsMemory.map { _ in WarmStart() }
    known = SettingKnowledge(options)
  }

  /// The dialect whose commands the receiver understands; nil while unknown.
  var dialect: ReceiverDialect? { known.dialect }

  /// The means to change settings now.
  var means: SettingMeans { SettingMeans(dialect: known.dialect, line: condition, identity: known.identity) }

  /// Adds an errand after the others; nil once the receiver is gone.
  mutating func add(
    _ wish: SettingErrand.Wish, timeout: Duration?, at now: ContinuousClock.Instant
  ) -> Int? {
    guard !isClosed else { return nil }
    numbers += 1
    // `proceed` may allocate further numbers, for restoring errands.
    let number = numbers
    queue.append(SettingErrand(number: number, wish: wish, timeout: timeout))
    proceed(at: now)
    return number
  }

  /// A factory reset ends our settings, too.
  mutating func forgetSettings() { restoring.forgetAll() }

  /// Removes an errand that nobody waits for any more, unless it has begun.
  mutating func withdraw(_ number: Int) { queue.removeAll { $0.number == number } }

  /// Ends everything: each errand fails.
  mutating func close() {
    isClosed = true
    let waiting = [current?.errand].compactMap(\.self) + queue
    answers += waiting.map { SettingErrand.Answer(errand: $0.number, result: .failure(.abandoned)) }
    current = nil
    queue = []
  }

  /// Takes a newly opened device and its profile; an errand that the opening before left unanswered fails.
  mutating func opened(_ key: String, profile: [SettingValue], at now: ContinuousClock.Instant) {
    restoring.begin(profile, isAnother: known.opened(key))
    lineSpeed = nil
    // Reopened in one go: nobody has said that the line was gone.
    if let current, current.stage != .preparing { fail(.openedAnew, at: now) }
    tellOutcomes(trials.endAll())
    restoring.ask(isCertain: true, at: now)
    warmStart?.opened(at: now)
    // The condition of the line was that of the opening before.
    condition = .preparing
    proceed(at: now)
  }

  /// Takes the line's condition; called after everything that may have changed it.
  mutating func follow(_ condition: LineCondition, at now: ContinuousClock.Instant) {
    guard self.condition != condition else { return }
    self.condition = condition
    if case .ready(let speed) = condition { lineIsReady(speed, at: now) }
    proceed(at: now)
  }

  private mutating func lineIsReady(_ speed: LineCondition.LineSpeed, at now: ContinuousClock.Instant) {
    defer { lineSpeed = speed }
    if case .listening = current?.stage { return }
    // Not our doing: the receiver has changed it, perhaps because it started anew.
    if let lineSpeed, lineSpeed != speed {
      // The greeting came at a speed that we were not listening at.
      if current?.command?.proof == .greeting { succeed(at: now) }
      restoring.ask(isCertain: false, at: now)
    }
    if known.isHeard { learnSpeed() }
  }

  /// A whole sentence came.
  mutating func heard(_ bytes: [UInt8], at now: ContinuousClock.Instant) {
    let (dialect, reports) = known.hear(bytes, at: now)
    if let dialect { actions.append(.tell(.dialect(dialect))) }
    for report in reports { take(report, at: now) }
    hearAtNewSpeed(at: now)
    learnSpeed()
    proceed(at: now)
  }

  /// Bytes came, and this was understood since the line has its speed.
  mutating func heard(_ evidence: SpeedEvidence, at now: ContinuousClock.Instant) {
    guard let dialect = known.hear(evidence) else { return }
    actions.append(.tell(.dialect(dialect)))
    learnSpeed()
    proceed(at: now)
  }

  /// Whether whole messages are wanted: one may answer what is being asked.
  var listensToMessages: Bool { current != nil }

  /// A whole message came.
  mutating func heard(_ message: Message, at now: ContinuousClock.Instant) {
    if let dialect = known.hear(message) { actions.append(.tell(.dialect(dialect))) }
    if case .listening = current?.stage {
      hearAtNewSpeed(at: now)
    } else {
      goOn(at: now) { $0.hear(message) }
    }
    learnSpeed()
    proceed(at: now)
  }

  /// Something whole came at a speed that is on trial: it is the right one.
  private mutating func hearAtNewSpeed(at now: ContinuousClock.Instant) {
    guard let current, case .listening(let speed, _) = current.stage else { return }
    actions.append(.keepSpeed(speed))
    guard current.talk != nil else { return succeed(at: now) }
    goOn(at: now) { $0.speedChanged() }
  }

  /// An epoch is over.
  mutating func epochEnded(_ fix: Fix, at now: ContinuousClock.Instant) {
    actions += known.endEpoch(fix, at: now, besides: current?.errand.kind).map { .tell(.setting($0)) }
    tellOutcomes(trials.endEpoch(known.values, known.sends))
    warmStart?.epochEnded(fix, at: now)
    proceed(at: now)
  }

  /// Tells outcomes.
  mutating func tellOutcomes(_ changes: [SettingChange]) { actions += changes.map { .report($0) } }

  /// Takes the actions since the last call.
  mutating func takeActions() -> [Action] {
    if warmStart?.steps.isEmpty == false { actions += takeMemoryActions() }
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// Takes the outcomes of errands since the last call.
  mutating func takeAnswers() -> [SettingErrand.Answer] {
    defer { answers.removeAll(keepingCapacity: true) }
    return answers
  }
}
