internal import GNSS

/// All dealings with a receiver about its settings, without doing any of them: one errand at a time, in their order.
///
/// ```
///  queue ─▶ preparing ─▶ (asking) ─▶ writing ─▶ waiting ──── answer · behaviour · greeting ──▶ confirmed
///                                       │          └──────── "no" · silence · unplugged ────▶ refused · timed out
///                                       └▶ leaving ─▶ listening ── whole sentences ────────▶ confirmed
///                                                         └─────── none: the old speed again ▶ timed out
/// ```
///
/// A value that is confirmed by an answer alone is watched afterwards, beside the next errands: see ``SettingTrials``.
///
/// It reads no clock: each input says when it came, and ``nextDeadline`` when it wants to be called again.
struct SettingExchange: Sendable {
  /// What is to be done now, in this order.
  enum Action: Sendable, Hashable {
    case write([UInt8], errand: Int)
    case tell(ReceiverEvent.Kind)
    case report(SettingChange)
    /// Read at another speed, for a trial; keep it; go back to the old one.
    case trySpeed(Int), keepSpeed(Int), returnToSpeed(Int)
  }

  /// What became of an errand; for the one that identifies, the dialect.
  struct Answer: Sendable {
    let errand: Int
    let result: Result<ReceiverDialect?, LocationError>
  }

  let restores: Bool
  private let givenDialect: ReceiverDialect?
  private let ports: PortMemory

  var actions: [Action] = []
  var answers: [Answer] = []
  var queue: [SettingErrand] = []
  var current: ErrandUnderWay?
  private var numbers = 0
  private(set) var isClosed = false

  var condition = LineCondition.preparing
  var observation = DeviceObservation()
  private var recognizer: DialectRecognizer
  /// What the receiver has last confirmed.
  var values: [SettingKind: SettingValue] = [:]
  /// What was set and confirmed, and is put back when the receiver forgets it.
  var wanted: [SettingKind: SettingValue] = [:]
  /// Which device all this is about.
  private var device: String?
  /// Whether a whole sentence came since the device was opened.
  private var isHeard = false
  /// The speed of the line when it was last ready, since the device was opened.
  var lineSpeed: LineCondition.LineSpeed?
  var restoring = RestoringPlan()
  /// Values that were answered to, and are being watched.
  var trials = SettingTrials()

  init(_ options: ReceiverOptions) {
    restores = options.restoresSettings
    givenDialect = options.dialect
    ports = options.ports
    recognizer = DialectRecognizer(options.dialect)
  }

  /// Whose commands the receiver understands; nil as long as that is not known.
  var dialect: ReceiverDialect? { recognizer.dialect }
  /// Takes the dialect that the device at this place had in an earlier run, where it does not answer to the questions.
  ///
  /// Some never show what they understand. Anything that it says later overrules this.
  mutating func recallDialect() {
    guard dialect == nil, let remembered = device.flatMap({ ports.dialect(at: $0) }) else { return }
    recognizer = DialectRecognizer(remembered: remembered)
    actions.append(.tell(.dialect(remembered)))
  }

  /// Whether what was set can be put back now.
  var canRestore: Bool { isHeard && dialect != nil }

  /// Whether a setting could be changed now, as far as one knows.
  func isWritable(_ kind: SettingKind) -> Bool {
    guard let dialect, dialect.settings.contains(kind) else { return false }
    guard kind == .baudRate else { return true }
    return if case .ready(.found) = condition { true } else { false }
  }

  /// Adds an errand behind the others; nil if the receiver is no more.
  mutating func add(
    _ wish: SettingErrand.Wish, timeout: Duration?, at now: ContinuousClock.Instant
  ) -> Int? {
    guard !isClosed else { return nil }
    numbers += 1
    // Going on may number others, which put back what was set before.
    let number = numbers
    queue.append(SettingErrand(number: number, wish: wish, timeout: timeout))
    proceed(at: now)
    return number
  }

  /// Adds what puts a value back; nobody waits for it.
  mutating func addRestoring(_ value: SettingValue) {
    numbers += 1
    queue.append(SettingErrand(number: numbers, wish: .set(value), timeout: nil, isRestoring: true))
  }

  /// Somebody waits no more: what has not begun is not done.
  mutating func withdraw(_ number: Int) { queue.removeAll { $0.number == number } }

  /// The receiver is no more: everybody who waits has waited in vain.
  mutating func close() {
    isClosed = true
    let waiting = [current?.errand].compactMap(\.self) + queue
    answers += waiting.map { Answer(errand: $0.number, result: .failure(.abandoned)) }
    current = nil
    queue = []
  }

  /// A device was opened: what the one before has left unanswered stays so.
  mutating func opened(_ key: String, at now: ContinuousClock.Instant) {
    if device != key {
      device = key
      wanted = [:]
      restoring.dropAll()
      recognizer = DialectRecognizer(givenDialect)
    }
    isHeard = false
    lineSpeed = nil
    // Opened anew in one go: nobody has said that the line was gone.
    if let current, current.stage != .preparing { fail(.openedAnew, at: now) }
    observation = DeviceObservation()
    report(trials.endAll())
    restoring.ask(for: wanted.keys, isCertain: true, at: now)
    // What was known of the line was known of the opening before.
    condition = .preparing
    proceed(at: now)
  }

  /// The machine's word on the line; called after everything that may have changed it.
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
      // The greeting went by at a speed at which nobody listened.
      if current?.command?.proof == .greeting { succeed(at: now) }
      restoring.ask(for: wanted.keys, isCertain: false, at: now)
    }
    if isHeard { learnSpeed() }
  }

  /// A whole sentence came.
  mutating func heard(_ bytes: [UInt8], at now: ContinuousClock.Instant) {
    observation.take(bytes)
    if let sentence = SpokenSentence(bytes) {
      if recognizer.take(sentence), let dialect { actions.append(.tell(.dialect(dialect))) }
      for report in DeviceReport.reports(in: sentence) { take(report, at: now) }
    }
    isHeard = true
    if case .listening(let speed, _) = current?.stage {
      actions.append(.keepSpeed(speed))
      succeed(at: now)
    }
    learnSpeed()
    proceed(at: now)
  }

  /// An epoch is over.
  mutating func epochEnded(_ fix: Fix, at now: ContinuousClock.Instant) {
    observation.take(fix, at: now)
    learnByWatching()
    report(trials.endEpoch(values))
    proceed(at: now)
  }

  /// Tells outcomes.
  mutating func report(_ changes: [SettingChange]) { actions += changes.map { .report($0) } }

  /// What is to be done since the last call.
  mutating func takeActions() -> [Action] {
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// What became of errands since the last call.
  mutating func takeAnswers() -> [Answer] {
    defer { answers.removeAll(keepingCapacity: true) }
    return answers
  }
}
