internal import GPSBase

/// Decides which request to a receiver comes next.
///
/// Callers' requests and lost settings run one at a time, in order; a poll waits until there is nothing else.
struct RequestQueue: Sendable {
  private var waiting: [ReceiverRequest] = []
  private var lastNumber = 0
  /// How often to poll the receiver for its condition; nil for never.
  ///
  /// A u-blox reports its antenna and interference only on request.
  private let pollingInterval: Duration?
  /// When to poll the receiver next; nil before the first poll.
  @StoredInstantIfAny private(set) var pollingDue: ContinuousClock.Instant?
  private(set) var isClosed = false

  init(pollingEach interval: Duration?) { pollingInterval = interval }

  var isEmpty: Bool { waiting.isEmpty }
  /// Whether a request waits, or a poll may be due.
  var mayHaveNext: Bool { !waiting.isEmpty || pollingInterval != nil }

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

  mutating func next() -> ReceiverRequest? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Ends the queue; returns the requests that can't begin any more.
  mutating func close() -> [ReceiverRequest] {
    isClosed = true
    defer { waiting = [] }
    return waiting
  }

  /// Adds a poll if one is due and there is no other work.
  mutating func addPoll(at now: ContinuousClock.Instant) {
    guard isEmpty, let pollingInterval, pollingDue.map({ $0 <= now }) ?? true else { return }
    pollingDue = now + pollingInterval
    add(.poll, isRestoring: true)
  }

  /// Adds settings that the receiver has lost; newer requests for the same settings take precedence.
  mutating func restore(_ values: [SettingValue], besides current: SettingKind?) {
    for value in values where current != value.kind && !waiting.contains(where: { $0.kind == value.kind }) {
      add(.set(value), isRestoring: true)
    }
  }
}
