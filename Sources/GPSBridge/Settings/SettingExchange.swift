internal import GNSS

/// All decisions about a receiver's settings, without their effects: one errand at a time, in order.
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
  /// Actions for the engine, in this order.
  enum Action: Sendable, Hashable {
    case write([UInt8], errand: Int)
    case tell(ReceiverEvent.Kind)
    case report(SettingChange)
    /// Read at another speed, for a trial; keep it; go back to the old one.
    case trySpeed(Int), keepSpeed(Int), returnToSpeed(Int)
  }

  private let restores: Bool
  private var actions: [Action] = []
  private var answers: [SettingErrand.Answer] = []
  private(set) var queue: [SettingErrand] = []
  private(set) var current: ErrandUnderWay?
  private var numbers = 0
  private(set) var isClosed = false

  private(set) var known: SettingKnowledge
  private var condition = LineCondition.preparing
  /// The speed of the line when it was last ready, since the device was opened.
  private(set) var lineSpeed: LineCondition.LineSpeed?
  private(set) var restoring = RestoringPlan()
  /// Values that an answer confirmed, and that are being watched.
  private var trials = SettingTrials()

  init(_ options: ReceiverOptions) {
    restores = options.restoresSettings
    known = SettingKnowledge(options)
  }

  /// The dialect whose commands the receiver understands; nil while unknown.
  var dialect: ReceiverDialect? { known.dialect }

  /// The means to change settings now.
  var means: SettingMeans { SettingMeans(dialect: known.dialect, line: condition) }

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

  /// Takes a newly opened device; an errand that the opening before left unanswered fails.
  mutating func opened(_ key: String, at now: ContinuousClock.Instant) {
    if known.opened(key) { restoring.forgetAll() }
    lineSpeed = nil
    // Reopened in one go: nobody has said that the line was gone.
    if let current, current.stage != .preparing { fail(.openedAnew, at: now) }
    report(trials.endAll())
    restoring.ask(isCertain: true, at: now)
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
    let (dialect, reports) = known.hear(bytes)
    if let dialect { actions.append(.tell(.dialect(dialect))) }
    for report in reports { take(report, at: now) }
    if let current, case .listening(let speed, _) = current.stage {
      actions.append(.keepSpeed(speed))
      succeed(at: now)
    }
    learnSpeed()
    proceed(at: now)
  }

  /// An epoch is over.
  mutating func epochEnded(_ fix: Fix, at now: ContinuousClock.Instant) {
    actions += known.endEpoch(fix, at: now, besides: current?.errand.kind).map { .tell(.setting($0)) }
    report(trials.endEpoch(known.values))
    proceed(at: now)
  }

  /// Tells outcomes.
  private mutating func report(_ changes: [SettingChange]) { actions += changes.map { .report($0) } }

  /// Takes the actions since the last call.
  mutating func takeActions() -> [Action] {
    defer { actions.removeAll(keepingCapacity: true) }
    return actions
  }

  /// Takes the outcomes of errands since the last call.
  mutating func takeAnswers() -> [SettingErrand.Answer] {
    defer { answers.removeAll(keepingCapacity: true) }
    return answers
  }
}

// MARK: - Steps

extension SettingExchange {
  /// How long a device may take to be there and understood: a search through all speeds takes 20 s.
  static let patience = Duration.seconds(30)
  /// How long a receiver may take to answer what it is asked.
  static let answerTime = Duration.seconds(2)
  /// How long a source may take to send what it is given.
  static let writingTime = Duration.seconds(5)

  /// How long a change may take to be seen, however slow the receiver is.
  static let longestLook = Duration.seconds(120)

  /// The next time at which something is given up.
  var nextDeadline: ContinuousClock.Instant? {
    [current?.deadline, trials.nextDeadline].compactMap(\.self).min()
  }

  /// Time has passed.
  mutating func advance(to now: ContinuousClock.Instant) {
    report(trials.advance(to: now, known.values))
    guard let current, current.deadline <= now else { return }
    timeIsOver(current, at: now)
    proceed(at: now)
  }

  /// Goes on as far as possible.
  private mutating func proceed(at now: ContinuousClock.Instant) {
    while true {
      planRestoring(at: now)
      if current == nil {
        guard !queue.isEmpty else { return }
        let errand = queue.removeFirst()
        current = ErrandUnderWay(errand, for: Self.patience, at: now)
      }
      // An errand that is done makes room for the next one.
      step(at: now)
      if current != nil { return }
    }
  }

  private mutating func step(at now: ContinuousClock.Instant) {
    guard let current else { return }
    if case .unusable(let error) = condition { return fail(error, at: now) }
    switch current.stage {
    case .preparing:
      guard case .ready = condition else { return }
      begin(current.errand, at: now)
    case .asking: if known.dialect != nil { begin(current.errand, at: now) }
    case .waiting(let command) where command.proof == .behaviour:
      guard case .set(let value) = current.errand.wish else { return }
      if known.shows(value) { succeed(at: now) }
    case .writing, .leaving, .waiting, .listening: break
    }
  }

  private mutating func begin(_ errand: SettingErrand, at now: ContinuousClock.Instant) {
    if let kind = errand.kind { trials.drop(kind) }
    if case .send(let bytes) = errand.wish { return write(SettingCommand(bytes, proof: .nothing), at: now) }
    guard let dialect = known.dialect else {
      actions.append(.write(ReceiverDialect.questions, errand: errand.number))
      current?.enter(.asking, for: errand.timeout ?? Self.answerTime, at: now)
      return
    }
    do throws(LocationError) {
      switch errand.wish {
      case .identify, .send: succeed(at: now)
      case .restart(let kind):
        let command = try dialect.command(for: kind)
        // A factory reset ends our settings, too, whether or not it is confirmed.
        if kind == .factory { restoring.forgetAll() }
        write(command, at: now)
      case .set(.baudRate(let speed)):
        if try condition.speedToLeave() == speed { return succeed(at: now) }
        write(try dialect.command(for: .baudRate(speed)), at: now)
      case .set(let value):
        let command = try dialect.command(for: value)
        known.doubt(value.kind)
        write(command, at: now)
      }
    } catch {
      fail(error, at: now)
    }
  }

  private mutating func write(_ command: SettingCommand, at now: ContinuousClock.Instant) {
    guard let number = current?.errand.number else { return }
    actions.append(.write(command.bytes, errand: number))
    current?.enter(.writing(command), for: Self.writingTime, at: now)
  }

  /// Takes the end of a write, or its failure.
  mutating func written(_ errand: Int, _ error: LocationError?, at now: ContinuousClock.Instant) {
    guard let current, current.errand.number == errand else { return }
    if let error {
      fail(error, at: now)
    } else if case .writing(let command) = current.stage {
      isOut(command, at: now)
    }
    proceed(at: now)
  }

  private mutating func isOut(_ command: SettingCommand, at now: ContinuousClock.Instant) {
    guard let errand = current?.errand else { return }
    switch command.proof {
    case .nothing: succeed(at: now)
    case .speed:
      guard case .ready(.found(let old)) = condition else { return }
      // The kernel has the bytes now; the wire takes ten bits for each.
      let wire = Duration.seconds(Double(command.bytes.count * 10) / Double(max(old, 1)))
      current?.enter(.leaving(command, old: old), for: wire * 2 + .milliseconds(50), at: now)
    case .answer: current?.enter(.waiting(command), for: errand.timeout ?? Self.answerTime, at: now)
    case .greeting:
      // After a factory reset its speed may have to be detected first.
      let usual = errand.wish == .restart(.factory) ? Self.patience : Self.answerTime * 3
      current?.enter(.waiting(command), for: errand.timeout ?? usual, at: now)
    case .behaviour:
      current?.enter(.waiting(command), for: errand.timeout ?? known.timeToSee(errand.wish), at: now)
    }
  }

  private mutating func timeIsOver(_ ended: ErrandUnderWay, at now: ContinuousClock.Instant) {
    let errand = ended.errand
    let found: String
    switch ended.stage {
    case .leaving(let command, let old):
      guard case .speed(let speed) = command.proof else { return }
      actions.append(.trySpeed(speed))
      // A trial is longer than two epochs; a slower receiver gets two of its own.
      let two = (known.rate?.interval ?? .seconds(1)) * 2 + .milliseconds(200)
      let patience = errand.timeout ?? max(SpeedDetection.trial, two)
      current?.enter(.listening(at: speed, old: old), for: patience, at: now)
      return
    case .asking:
      if let recalled = known.recallDialect() { actions.append(.tell(.dialect(recalled))) }
      // With a dialect, the errand begins in `proceed`.
      if known.dialect == nil { fail(.unknownDialect, at: now) }
      return
    case .listening(_, let old):
      actions.append(.returnToSpeed(old))
      // Set before the next errand looks; the change of speed is our own.
      lineSpeed = .found(old)
      condition = .ready(.found(old))
      found = "no whole sentence came, and the line is back at \(old)"
    case .preparing: found = "the device was not ready"
    case .writing: found = "it could not be sent"
    case .waiting(let command):
      let seen = command.proof == .behaviour ? errand.kind.map(known.found) : nil
      found = seen ?? "the receiver said nothing"
    }
    fail(.notConfirmed(errand.inWords, within: ended.patience, but: found), at: now)
  }
}

// MARK: - Answers

extension SettingExchange {
  /// The receiver said something about commands and settings.
  private mutating func take(_ report: DeviceReport, at now: ContinuousClock.Instant) {
    switch report {
    case .value(let value): learn(value)
    case .greeting:
      if case .greeting = current?.command?.proof {
        succeed(at: now)
      } else {
        restoring.ask(isCertain: false, at: now)
      }
    case .answer(let number, let result):
      guard let current, let command = current.command, command.number == number else {
        // Another program has sent that command; the receiver's behavior will show its effect.
        if result == .succeeded { known.doubt(command: number) }
        return
      }
      if result != .succeeded {
        fail(.refused(current.errand.inWords, why: result.inWords), at: now)
      } else if command.proof == .answer {
        succeed(at: now)
      }
    }
  }

  private mutating func succeed(at now: ContinuousClock.Instant) {
    guard let errand = current?.errand else { return }
    let isAnswered = current?.command?.proof == .answer
    let pace = known.rate?.interval ?? .seconds(1)
    current = nil
    switch errand.wish {
    case .set(let value):
      known.doubt(value.kind)
      learn(value)
      if errand.isRestoring {
        actions.append(.tell(.settingRestored(value)))
      } else {
        restoring.keep(value)
        // A receiver that does not keep its word goes on at the old rate.
        let slower = max(pace, known.rate?.interval ?? .zero)
        report([trials.confirm(value, isAnswered: isAnswered, at: slower, now)])
      }
    case .restart: restoring.ask(isCertain: true, at: now)
    case .send, .identify: break
    }
    answers.append(SettingErrand.Answer(errand: errand.number, result: .success(known.dialect)))
  }

  private mutating func fail(_ error: LocationError, at now: ContinuousClock.Instant) {
    guard let errand = current?.errand else { return }
    current = nil
    if errand.isRestoring, case .set(let value) = errand.wish {
      actions.append(.tell(.settingNotRestored(value, error)))
    }
    answers.append(SettingErrand.Answer(errand: errand.number, result: .failure(error)))
  }

  /// The receiver has confirmed a value, by its word or by what it does.
  private mutating func learn(_ value: SettingValue) {
    if known.learn(value) { actions.append(.tell(.setting(value))) }
  }

  /// Learns the speed of the line: a whole sentence came at it.
  private mutating func learnSpeed() {
    if let current {
      switch current.stage {
      case .leaving, .listening: return
      case .preparing, .asking, .writing, .waiting: break
      }
    }
    switch condition {
    case .ready(.found(let speed)), .ready(.fixed(let speed)): learn(.baudRate(speed))
    case .ready(.meaningless), .preparing, .unusable: break
    }
  }

  /// Puts back settings that the receiver may have forgotten, once it can be told.
  private mutating func planRestoring(at now: ContinuousClock.Instant) {
    guard restoring.isDue, restores, known.isHeard, known.dialect != nil, case .ready(let speed) = condition
    else { return }
    for value in restoring.take(at: now) {
      // A newer request wins; a speed that is already right need not be set.
      guard current?.errand.kind != value.kind, !queue.contains(where: { $0.kind == value.kind }) else {
        continue
      }
      if case .baudRate(let wanted) = value, speed == .found(wanted) { continue }
      numbers += 1
      queue.append(SettingErrand(number: numbers, wish: .set(value), timeout: nil, isRestoring: true))
    }
  }
}
