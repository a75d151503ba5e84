internal import GNSS
internal import UBX

/// All decisions about a receiver's settings, without side effects: one request at a time, in order.
///
/// ```
///  queue ─▶ preparing ─▶ (asking) ─▶ writing ─▶ waiting ──── answer · behavior · greeting ──▶ confirmed
///                                       │          └──────── "no" · silence · unplugged ────▶ refused · timed out
///                                       └▶ leaving ─▶ listening ── whole sentences ────────▶ confirmed
///                                                         └─────── none: the old speed again ▶ timed out
/// ```
///
/// If we address the receiver in messages, a talk repeats writing and talking: see `SettingExchange+Talks`.
///
/// A value that only an answer confirms is watched during later requests: see ``SettingTrials``.
///
/// It reads no clock: each input has a time, and ``nextDeadline`` is when `advance(to:)` must be called next.
struct SettingExchange: Sendable {
  /// Actions for the engine to perform in this order.
  enum Action: Sendable, Hashable {
    case write([UInt8], request: Int)
    case tell(ReceiverEvent.Kind)
    case report(SettingChange)
    /// Try another line speed, keep it, or return to the old one.
    case trySpeed(Int), keepSpeed(Int), returnToSpeed(Int)
    /// Load the navigation data of a receiver, or store it.
    case recall(ReceiverMemory.Owner), keep(ReceiverMemory)
  }

  var actions: [Action] = []
  var answers: [ReceiverRequest.Answer] = []
  var queue: RequestQueue
  var current: RequestUnderWay?

  var known: SettingKnowledge
  var condition = LineCondition.preparing
  /// The speed of the line when it was last ready since the device was opened.
  var lineSpeed: LineCondition.LineSpeed?
  /// The warm start, which stores and restores navigation data; nil if none is kept.
  var warmStart: WarmStart?
  /// Values that only an answer confirmed, which are being watched.
  var trials = SettingTrials()

  init(_ options: ReceiverOptions) {
    queue = RequestQueue(options)
    warmStart = options.keepsMemory.map { _ in WarmStart() }
    known = SettingKnowledge(options)
  }

  /// The dialect whose commands the receiver understands; nil while unknown.
  var dialect: ReceiverDialect? { known.dialect }

  /// Whether the receiver has ended.
  var isClosed: Bool { queue.isClosed }

  /// The current means to change settings.
  var means: SettingMeans { SettingMeans(dialect: known.dialect, line: condition, identity: known.identity) }

  /// Adds a request to the queue; nil once the receiver has ended.
  mutating func add(
    _ work: ReceiverRequest.Work, timeout: Duration?, at now: ContinuousClock.Instant
  ) -> Int? {
    guard !isClosed else { return nil }
    let number = queue.add(work, timeout: timeout)
    proceed(at: now)
    return number
  }

  /// Drops our settings after a factory reset.
  mutating func forgetSettings() { queue.restoring.forgetAll() }

  /// Removes a request without a waiting caller, unless it has begun.
  mutating func withdraw(_ number: Int) { queue.withdraw(number) }

  /// Ends the exchange: every request fails.
  mutating func close() {
    let waiting = [current?.request].compactMap(\.self) + queue.close()
    answers += waiting.map { ReceiverRequest.Answer(request: $0.number, result: .failure(.abandoned)) }
    current = nil
  }

  /// Handles a newly opened device and its profile; a request left over from the previous opening fails.
  mutating func opened(_ key: String, profile: [SettingValue], at now: ContinuousClock.Instant) {
    queue.restoring.begin(profile, isAnother: known.opened(key))
    lineSpeed = nil
    // The device was reopened without a report that the line was gone.
    if let current, current.stage != .preparing { fail(.openedAnew, at: now) }
    tellOutcomes(trials.endAll())
    queue.restoring.ask(isCertain: true, at: now)
    warmStart?.opened(at: now)
    // The old condition belongs to the previous opening.
    condition = .preparing
    proceed(at: now)
  }

  /// Updates the line condition; call it after everything that may have changed the line.
  mutating func follow(_ condition: LineCondition, at now: ContinuousClock.Instant) {
    guard self.condition != condition else { return }
    self.condition = condition
    if case .ready(let speed) = condition { lineIsReady(speed, at: now) }
    proceed(at: now)
  }

  private mutating func lineIsReady(_ speed: LineCondition.LineSpeed, at now: ContinuousClock.Instant) {
    defer { lineSpeed = speed }
    if case .listening = current?.stage { return }
    // The receiver changed the speed itself, perhaps because it restarted.
    if let lineSpeed, lineSpeed != speed {
      // The startup message was sent at a speed that we were not listening at.
      if current?.command?.proof == .greeting { succeed(at: now) }
      queue.restoring.ask(isCertain: false, at: now)
    }
    if known.isHeard { learnSpeed() }
  }

  /// Handles a complete sentence.
  mutating func heard(_ bytes: [UInt8], at now: ContinuousClock.Instant) {
    let (dialect, reports) = known.hear(bytes, at: now)
    if let dialect { actions.append(.tell(.dialect(dialect))) }
    for report in reports { take(report, at: now) }
    hearAtNewSpeed(at: now)
    learnSpeed()
    proceed(at: now)
  }

  /// Updates the counts of everything decoded at the current line speed.
  mutating func heard(_ evidence: SpeedEvidence, at now: ContinuousClock.Instant) {
    guard let dialect = known.hear(evidence) else { return }
    actions.append(.tell(.dialect(dialect)))
    learnSpeed()
    proceed(at: now)
  }

  /// Whether to pass complete messages to the exchange: one may answer the current request.
  var listensToMessages: Bool { current != nil }

  /// Handles a complete message.
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

  /// Accepts the speed on trial after something complete arrived at it.
  private mutating func hearAtNewSpeed(at now: ContinuousClock.Instant) {
    guard let current, case .listening(let speed, _) = current.stage else { return }
    actions.append(.keepSpeed(speed))
    guard current.talk != nil else { return succeed(at: now) }
    goOn(at: now) { $0.speedChanged() }
  }

  /// Handles the end of an epoch.
  mutating func epochEnded(_ fix: Fix, at now: ContinuousClock.Instant) {
    actions += known.endEpoch(fix, at: now, besides: current?.request.kind).map { .tell(.setting($0)) }
    tellOutcomes(trials.endEpoch(known.values, known.sends))
    warmStart?.epochEnded(fix, at: now)
    proceed(at: now)
  }

  /// Adds actions that report outcomes.
  mutating func tellOutcomes(_ changes: [SettingChange]) { actions += changes.map { .report($0) } }

  /// Returns the actions since the last call.
  mutating func takeActions() -> [Action] {
    if warmStart?.steps.isEmpty == false { actions += takeMemoryActions() }
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// Returns the outcomes of requests since the last call.
  mutating func takeAnswers() -> [ReceiverRequest.Answer] {
    defer { answers.removeAll(keepingCapacity: true) }
    return answers
  }
}
