internal import GPSBase
internal import UBX

/// The run of requests to a receiver: one at a time, in order, from the queue to the answer.
///
/// ```
///  queue ─▶ preparing ─▶ (asking) ─▶ writing ─▶ waiting ──── answer · behavior · greeting ──▶ confirmed
///                                       │          └──────── "no" · silence · unplugged ────▶ refused · timed out
///                                       └▶ leaving ─▶ listening ── whole sentences ────────▶ confirmed
///                                                         └─────── none: the old speed again ▶ timed out
/// ```
///
/// If we address the receiver in messages, a ``ReceiverTalk`` repeats writing and talking. The
/// ``SettingKnowledge`` decides how a request starts and ends, and stores its findings.
struct RequestRun: ~Copyable, Sendable {
  typealias Instant = ContinuousClock.Instant

  /// How long a device may take to appear and be decoded: a search through all speeds takes 20 s.
  static let patience = Duration.seconds(30)
  /// How long a receiver may take to answer a query.
  static let answerTime = Duration.seconds(2)
  /// How long a source may take to write bytes.
  static let writingTime = Duration.seconds(5)

  private var queue: RequestQueue
  private var inProgress: RequestInProgress? { didSet { isRunning = inProgress != nil } }
  /// Whether a request is in progress; stored, because each look at `inProgress` copies all of it.
  private(set) var isRunning = false
  private var actions: [SettingExchange.Action] = []
  private var answers: [ReceiverRequest.Answer] = []

  init(_ options: ReceiverOptions) { queue = RequestQueue(pollingEach: options.conditionInterval) }

  var current: ReceiverRequest? { isRunning ? inProgress?.request : nil }
  var isIdle: Bool { !isRunning && queue.isEmpty }
  var isClosed: Bool { queue.isClosed }
  var due: Moment? { isRunning ? inProgress?.$deadline : nil }
  var pollingDue: Moment? { queue.$pollingDue }

  // MARK: - The queue

  mutating func add(_ work: ReceiverRequest.Work, timeout: Duration?) -> Int {
    queue.add(work, timeout: timeout)
  }

  mutating func withdraw(_ number: Int) { queue.withdraw(number) }

  /// Ends the run: every request fails.
  mutating func close() {
    let waiting = [inProgress.take()?.request].compactMap(\.self) + queue.close()
    answers += waiting.map { $0.answer(.failure(.abandoned)) }
  }

  mutating func act(_ news: [SettingExchange.Action]) { if !news.isEmpty { actions += news } }

  mutating func takeActions() -> [SettingExchange.Action] {
    guard !actions.isEmpty else { return [] }
    defer { actions = [] }
    return actions
  }

  mutating func takeAnswers() -> [ReceiverRequest.Answer] {
    guard !answers.isEmpty else { return [] }
    defer { answers = [] }
    return answers
  }

  /// Continues as far as possible.
  mutating func proceed(_ known: inout SettingKnowledge, at now: Instant) {
    // Called for each sentence, mostly without work.
    guard isRunning || known.keepsMemory || known.restoring.isDue || queue.mayHaveNext else { return }
    while true {
      if isIdle, let work = known.nextMemoryRequest(at: now) { queue.add(work, isRestoring: true) }
      let lost = known.takeLostSettings(at: now)
      if !lost.isEmpty { queue.restore(lost, besides: current?.kind) }
      if !isRunning, known.canAsk { queue.addPoll(at: now) }
      if !isRunning {
        guard let request = queue.next() else { return }
        inProgress = RequestInProgress(request, for: Self.patience, at: now)
      }
      // A request that ends immediately makes room for the next one.
      step(&known, at: now)
      if isRunning { return }
    }
  }

  // MARK: - Stages

  private mutating func step(_ known: inout SettingKnowledge, at now: Instant) {
    guard let inProgress else { return }
    if case .unusable(let error) = known.line { return fail(error, &known) }
    switch inProgress.stage {
    case .preparing: if case .ready = known.line { start(inProgress.request, &known, at: now) }
    case .asking: if known.isDialectFinal { start(inProgress.request, &known, at: now) }
    case .waiting(let command) where command.proof == .behavior:
      if case .set(let value) = inProgress.request.work, known.shows(value) { succeed(&known, at: now) }
    case .writing, .leaving, .waiting, .talking, .listening: break
    }
  }

  private mutating func start(
    _ request: ReceiverRequest, _ known: inout SettingKnowledge, at now: Instant
  ) {
    known.starts(request.work)
    do throws(LocationError) {
      switch try RequestStart(request, known, at: now) {
      case .done: succeed(&known, at: now)
      case .query: askForDialect(request, known, at: now)
      case .talk(let talk):
        inProgress?.talk = talk
        goOn(&known, at: now) { $0.begin() }
      case .write(let command):
        known.sends(request.work)
        write(command, for: request, at: now)
      }
    } catch {
      fail(error, &known)
    }
  }

  private mutating func askForDialect(
    _ request: ReceiverRequest, _ known: borrowing SettingKnowledge, at now: Instant
  ) {
    let questions = known.dialect == nil ? ReceiverDialect.questions : IdentityTalk.question
    actions.append(.write(questions, request: request.number))
    inProgress?.enter(.asking, for: request.timeout ?? Self.answerTime, at: now)
  }

  private mutating func write(_ command: SettingCommand, for request: ReceiverRequest, at now: Instant) {
    actions.append(.write(command.bytes, request: request.number))
    inProgress?.enter(.writing(command), for: Self.writingTime, at: now)
  }

  /// Handles the completion or failure of the current request's write.
  mutating func written(_ error: LocationError?, _ known: inout SettingKnowledge, at now: Instant) {
    if let error { return fail(error, &known) }
    guard let request = current, case .writing(let command) = inProgress?.stage else { return }
    var stage = RequestInProgress.Stage.waiting(command)
    var usual = Self.answerTime
    switch command.proof {
    case .nothing: return succeed(&known, at: now)
    case .speed:
      guard case .ready(.found(let old)) = known.line else { return }
      // The kernel has accepted the bytes; the line needs ten bits for each.
      let wire = Duration.seconds(Double(command.bytes.count * 10) / Double(max(old, 1)))
      inProgress?.enter(.leaving(command, old: old), for: wire * 2 + .milliseconds(50), at: now)
      return
    case .answer: break
    case .talk: stage = .talking
    // After a factory reset, the line speed may have to be detected first.
    case .greeting: usual = request.work == .restart(.factory) ? Self.patience : Self.answerTime * 3
    case .behavior: usual = known.timeToSee(request.work)
    }
    inProgress?.enter(stage, for: request.timeout ?? usual, at: now)
  }

  mutating func advance(_ known: inout SettingKnowledge, to now: Instant) {
    guard let ended = inProgress, ended.deadline <= now else { return }
    let request = ended.request
    let found: String
    switch ended.stage {
    case .leaving(let command, let old):
      guard case .speed(let speed) = command.proof else { return }
      actions.append(.trySpeed(speed))
      // A trial spans two epochs at usual rates; a slower receiver gets two of its own.
      let patience = request.timeout ?? max(SpeedDetection.trial, known.interval * 2 + .milliseconds(200))
      inProgress?.enter(.listening(at: speed, old: old), for: patience, at: now)
      // The receiver may send nothing unprompted. No request waits for this write (number 0).
      if ended.talk != nil { actions.append(.write(IdentityTalk.question, request: 0)) }
      return
    case .asking:
      // A u-blox may have been busy; other receivers have not answered in sentences either.
      if known.dialect == .uBlox, !ended.isAskedAgain {
        inProgress?.isAskedAgain = true
        return askForDialect(request, known, at: now)
      }
      act(known.wasSilentInUBX())
      // If the dialect is known, `proceed` starts the request.
      if known.dialect == nil { fail(.unknownDialect, &known) }
      return
    case .talking: return goOn(&known, at: now) { $0.silence() }
    case .listening(_, let old):
      actions.append(.returnToSpeed(old))
      known.returned(to: old)
      found = "no complete sentence arrived, and the line is back at \(old)"
    case .preparing: found = "the device was not ready"
    case .writing: found = "it could not be sent"
    case .waiting(let command):
      let seen = command.proof == .behavior ? request.kind.map(known.observation.found) : nil
      found = seen ?? "the receiver sent nothing"
    }
    fail(.notConfirmed(request.inWords, within: ended.patience, but: found), &known)
  }

  // MARK: - Talks

  /// Advances the talk, and performs the turn that it returns.
  private mutating func goOn(
    _ known: inout SettingKnowledge, at now: Instant,
    _ step: (inout any ReceiverTalk) -> TalkTurn
  ) {
    guard let talked = inProgress, var talk = talked.talk else { return }
    if var memory = talk as? MemoryTalk {
      memory.now = known.warmStart?.timeToTell(at: now)
      talk = memory
    }
    let turn = step(&talk)
    inProgress?.talk = talk
    switch turn {
    case .wait: break
    case .waitAgain: inProgress?.enter(.talking, for: talked.patience, at: now)
    case .say(let bytes): write(SettingCommand(bytes, proof: .talk), for: talked.request, at: now)
    case .changeSpeed(let bytes, let speed):
      write(SettingCommand(bytes, proof: .speed(Int(speed))), for: talked.request, at: now)
    case .done:
      act(known.learn(from: talk, about: talked.request.work))
      guard talk is IdentityTalk else { return succeed(&known, at: now, talk.report) }
      inProgress?.talk = nil
      start(talked.request, &known, at: now)
    case .failed(let failure):
      fail(failure.error(talked.request, known.identity, within: talked.patience), &known)
    }
  }

  // MARK: - What arrives

  mutating func hear(_ report: DeviceReport, _ known: inout SettingKnowledge, at now: Instant) {
    switch report {
    case .value(let value): act(known.learn(value))
    case .greeting:
      if inProgress?.command?.proof == .greeting { succeed(&known, at: now) } else { known.greeted(at: now) }
    case .answer(let number, let result):
      guard let request = current, let command = inProgress?.command, command.number == number else {
        // Another program sent that command; the receiver's behavior will show its effect.
        if result == .succeeded { known.doubt(command: number) }
        return
      }
      guard result == .succeeded else {
        return fail(.refused(request.inWords, why: result.inWords), &known)
      }
      if command.proof == .answer { succeed(&known, at: now) }
    }
  }

  mutating func hear(_ message: Message, _ known: inout SettingKnowledge, at now: Instant) {
    if case .listening = inProgress?.stage { return hearSentence(&known, at: now) }
    goOn(&known, at: now) { $0.hear(message) }
  }

  /// Accepts the speed on trial after something complete arrived at it.
  mutating func hearSentence(_ known: inout SettingKnowledge, at now: Instant) {
    guard isRunning, case .listening(let speed, _) = inProgress?.stage else { return }
    actions.append(.keepSpeed(speed))
    if inProgress?.talk == nil { return succeed(&known, at: now) }
    goOn(&known, at: now) { $0.speedChanged() }
  }

  /// Stores the line speed after something complete arrived at it, unless a request is changing it.
  mutating func learnSpeed(_ known: inout SettingKnowledge) {
    if !isRunning || inProgress?.isChangingSpeed != true { act(known.learnSpeed()) }
  }

  /// Handles a line that has become ready, perhaps at a speed to which the receiver has changed by itself.
  mutating func lineIsReady(isOtherSpeed: Bool, _ known: inout SettingKnowledge, at now: Instant) {
    if case .listening = inProgress?.stage { return }
    if isOtherSpeed {
      // The startup message was sent at a speed that we were not listening at.
      if inProgress?.command?.proof == .greeting { succeed(&known, at: now) }
      known.restarted(isCertain: false, at: now)
    }
    if known.isHeard { learnSpeed(&known) }
  }

  /// Ends a request left over from the previous opening, whose end may not have been reported.
  mutating func opened(_ known: inout SettingKnowledge) {
    if let inProgress, inProgress.stage != .preparing { fail(.openedAnew, &known) }
  }

  // MARK: - Results

  private mutating func succeed(
    _ known: inout SettingKnowledge, at now: Instant, _ report: ReceiverRequest.Report? = nil
  ) {
    guard let ended = inProgress.take() else { return }
    let request = ended.request
    switch request.work {
    case .set(let value):
      let isAnswered = ended.command?.proof == .answer
      let proof: SettingProof =
        value.kind == .baudRate ? .speed : report != nil ? .readBack : isAnswered ? .answer : .behavior
      // A talk may have found that the value was already set.
      let isNews = report.map { !$0.outcome.commands.isEmpty } ?? true
      act(known.confirmed(value, proof, isNews: isNews, isRestoring: request.isRestoring, at: now))
    case .restart: known.restarted(isCertain: true, at: now)
    case .send, .identify, .ask, .plan, .apply, .save, .export, .poll, .give, .dump: break
    }
    var told = report ?? ReceiverRequest.Report()
    told.dialect = known.dialect
    answers.append(request.answer(.success(told)))
  }

  private mutating func fail(_ error: LocationError, _ known: inout SettingKnowledge) {
    guard let request = inProgress.take()?.request else { return }
    if request.isRestoring, case .set(let value) = request.work { act(known.missed(value, error)) }
    answers.append(request.answer(.failure(error)))
  }
}
