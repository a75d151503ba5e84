internal import GNSS
internal import GPSBase
internal import UBX

/// All decisions about a receiver's settings, without side effects: two state machines and their inputs.
///
/// A ``RequestRun`` takes requests through their stages, one at a time, and a ``SettingKnowledge`` gathers what
/// the receiver shows. Each input goes first to the knowledge, then to the run, which then continues.
///
/// It reads no clock: each input has a time, and ``nextDue`` is when `advance(to:)` must be called next.
struct SettingExchange: ~Copyable, Sendable {
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

  private(set) var run: RequestRun
  private(set) var known: SettingKnowledge

  init(_ options: ReceiverOptions) {
    run = RequestRun(options)
    known = SettingKnowledge(options)
  }

  var isClosed: Bool { run.isClosed }

  /// The current means to change settings.
  var means: SettingMeans { known.means }

  /// Whether to pass complete messages to the exchange: one may answer the current request.
  var listensToMessages: Bool { run.isRunning }

  var nextDue: Moment? {
    let due = Moment.earliest(run.due, known.trialsDue)
    // Polls and the warm start wait for the current request, and for a receiver that can be asked.
    guard !run.isRunning, let other = Moment.earliest(run.pollingDue, known.warmStartDue), known.canAsk
    else { return due }
    return .earliest(due, other)
  }

  // MARK: - Requests

  /// Adds a request to the queue; nil once the receiver has ended.
  mutating func add(
    _ work: ReceiverRequest.Work, timeout: Duration?, at now: ContinuousClock.Instant
  ) -> Int? {
    guard !isClosed else { return nil }
    let number = run.add(work, timeout: timeout)
    run.proceed(&known, at: now)
    return number
  }

  /// Removes a request without a waiting caller, unless it has begun.
  mutating func withdraw(_ number: Int) { run.withdraw(number) }

  /// Ends the exchange: every request fails.
  mutating func close() { run.close() }

  /// Handles the completion or failure of a write.
  mutating func written(_ request: Int, _ error: LocationError?, at now: ContinuousClock.Instant) {
    guard run.current?.number == request else { return }
    run.written(error, &known, at: now)
    run.proceed(&known, at: now)
  }

  mutating func advance(to now: ContinuousClock.Instant) {
    run.act(known.advance(to: now))
    run.advance(&known, to: now)
    run.proceed(&known, at: now)
  }

  // MARK: - The device

  /// Handles a newly opened device and its profile; a request left over from the previous opening fails.
  mutating func opened(_ key: String, profile: [SettingValue], at now: ContinuousClock.Instant) {
    let outcomes = known.opened(key, profile: profile, at: now)
    run.opened(&known)
    run.act(outcomes)
    run.proceed(&known, at: now)
  }

  /// Updates the line condition; call it after everything that may have changed the line.
  mutating func follow(_ line: LineCondition, at now: @autoclosure () -> ContinuousClock.Instant) {
    guard known.line != line else { return }
    let now = now()
    let isOtherSpeed = known.follow(line)
    if case .ready = line { run.lineIsReady(isOtherSpeed: isOtherSpeed, &known, at: now) }
    run.proceed(&known, at: now)
  }

  /// Continues once a receiver's memory has been looked up; `memory` is nil if nothing is stored.
  mutating func recalled(
    _ memory: ReceiverMemory?, of owner: ReceiverMemory.Owner, _ clock: WarmStart.HostTime,
    at now: ContinuousClock.Instant
  ) {
    known.recalled(memory, of: owner, clock, at: now)
    run.proceed(&known, at: now)
  }

  // MARK: - What arrives

  mutating func heard(_ sentence: ArrivedSentence, at now: ContinuousClock.Instant) {
    run.act(known.hear(sentence, at: now))
    if let spoken = sentence.spoken {
      for report in DeviceReport.reports(in: spoken) { run.hear(report, &known, at: now) }
    }
    run.hearSentence(&known, at: now)
    run.learnSpeed(&known)
    run.proceed(&known, at: now)
  }

  /// Updates the counts of everything decoded at the current line speed.
  mutating func heard(_ evidence: SpeedEvidence, at now: ContinuousClock.Instant) {
    let news = known.hear(evidence)
    guard !news.isEmpty else { return }
    run.act(news)
    run.learnSpeed(&known)
    run.proceed(&known, at: now)
  }

  mutating func heard(_ message: Message, at now: ContinuousClock.Instant) {
    run.act(known.hear(message))
    run.hear(message, &known, at: now)
    run.learnSpeed(&known)
    run.proceed(&known, at: now)
  }

  mutating func epochEnded(_ fix: Fix, at now: ContinuousClock.Instant) {
    run.act(known.endEpoch(fix, at: now, besides: run.current?.kind))
    run.proceed(&known, at: now)
  }

  // MARK: - Results

  /// Returns the actions since the last call.
  mutating func takeActions() -> [Action] {
    run.act(known.takeMemoryActions())
    return run.takeActions()
  }

  /// Returns the outcomes of requests since the last call.
  mutating func takeAnswers() -> [ReceiverRequest.Answer] { run.takeAnswers() }
}
