/// Decides which request to a receiver comes next.
///
/// Callers' requests and lost settings run one at a time, in order; a poll waits until there is nothing else.
struct RequestQueue: Sendable {
  private let restores: Bool
  private var waiting: [ReceiverRequest] = []
  private var lastNumber = 0
  /// The schedule for polling the receiver's condition; nil for no polling.
  private var polling: ConditionPolling?
  /// Whether the receiver has ended.
  private(set) var isClosed = false
  /// The settings that a receiver may have lost.
  var restoring: RestoringPlan

  init(_ options: ReceiverOptions) {
    restores = options.restoresSettings
    restoring = RestoringPlan(options.profile)
    polling = options.conditionInterval.map { ConditionPolling(interval: $0) }
  }

  var isEmpty: Bool { waiting.isEmpty }

  /// When to poll the receiver next; nil for no polling.
  var pollingDue: ContinuousClock.Instant? { polling?.due }

  /// Adds a request; returns its number.
  @discardableResult
  mutating func add(_ work: ReceiverRequest.Work, timeout: Duration? = nil, isRestoring: Bool = false) -> Int
  {
    lastNumber += 1
    waiting.append(
      ReceiverRequest(number: lastNumber, work: work, timeout: timeout, isRestoring: isRestoring))
    return lastNumber
  }

  /// Removes a request without a waiting caller, unless it has begun.
  mutating func withdraw(_ number: Int) { waiting.removeAll { $0.number == number } }

  /// Takes the next request.
  mutating func next() -> ReceiverRequest? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Ends the queue; returns the requests that can't begin any more.
  mutating func close() -> [ReceiverRequest] {
    isClosed = true
    defer { waiting = [] }
    return waiting
  }

  /// Adds a poll if one is due and there is no other work.
  mutating func addPoll(at now: ContinuousClock.Instant) {
    if isEmpty, polling?.takeTurn(at: now) == true { add(.poll, isRestoring: true) }
  }

  /// Adds settings that the receiver may have lost, once it can accept them.
  ///
  /// - Parameters:
  ///   - known: The receiver's settings and behavior, as far as they are known.
  ///   - condition: The line to it.
  ///   - current: The setting that is being changed, if any.
  ///   - now: The time.
  mutating func addLostSettings(
    _ known: SettingKnowledge, over condition: LineCondition, besides current: SettingKind?,
    at now: ContinuousClock.Instant
  ) {
    guard restoring.isDue, restores || restoring.hasProfile, known.isHeard,
      known.dialect != nil || restoring.hasProfile, case .ready(let speed) = condition
    else { return }
    for value in restoring.take(at: now) {
      // A newer request takes precedence, and a correct line speed needs no command.
      guard current != value.kind, !waiting.contains(where: { $0.kind == value.kind }) else { continue }
      if case .baudRate(let wanted) = value, speed == .found(wanted) { continue }
      add(.set(value), isRestoring: true)
    }
  }
}
