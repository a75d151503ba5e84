internal import GPSBase
internal import GPSTrackRows

/// The batches that were sent and not answered: at most eight, each sent again 30, 60, 120 s and so on up to an hour later.
///
/// Without such pauses a collector that is away for a day would receive each batch a thousand times. Only an answer, or a
/// collector that announces itself, makes them short again; a new connection does not.
struct BatchesUnderWay: Sendable {
  struct Batch: Sendable {
    let token: Int
    let epoch: UInt32
    let numbers: ClosedRange<Int64>
    let payload: [UInt8]
    fileprivate(set) var sent: Moment
    fileprivate(set) var due: Moment
    fileprivate(set) var attempts = 0
    fileprivate var refusals = 0
    /// Why it is sent again: only silence is a sign that no collector answers, and makes the pauses longer.
    fileprivate var cause = Cause.silence
  }

  /// Why batches are sent again.
  enum Cause: Int, Sendable, CaseIterable {
    /// No answer came in time.
    case silence
    /// The connection is new.
    case connection
    /// A collector is new, or there again.
    case collector
  }

  private(set) var batches: [Batch] = []
  /// The number of times that a batch was sent.
  private(set) var sent = 0
  /// The number of entries sent again, by cause.
  private(set) var again = [Int](repeating: 0, count: Cause.allCases.count)
  /// The number of times in a row that a batch had no answer in its time on this connection.
  private(set) var silences = 0
  private var nextToken = 1
  private var lastAnswer: Moment?
  private var lastSilence: Moment?

  private static let most = 8
  private static let (firstPause, longestPause): (Duration, Duration) = (.seconds(30), .seconds(3600))
  /// A batch that arrived damaged is sent so often.
  private static let mostDamaged = 3

  var isFull: Bool { batches.count >= Self.most }

  /// When the next one is due; the first one alone is a probe.
  func nextDue(probing: Bool) -> Moment? {
    var next: Moment?
    for batch in probing ? batches.prefix(1) : batches[...] { next = .earliest(next, batch.due) }
    return next
  }

  func contains(_ token: Int) -> Bool { batches.contains { $0.token == token } }

  /// Adds a batch, which is due at once.
  mutating func add(_ numbers: ClosedRange<Int64>, of epoch: UInt32, _ payload: [UInt8], at now: Moment) {
    batches.append(
      Batch(token: nextToken, epoch: epoch, numbers: numbers, payload: payload, sent: now, due: now))
    nextToken += 1
  }

  /// Removes what is larger than a broker accepts and can be divided; returns whether that was any.
  mutating func removeLarger(than most: Int) -> Bool {
    let before = batches.count
    batches.removeAll { $0.payload.count > most && $0.numbers.count > 1 }
    return batches.count < before
  }

  /// All are due on a new connection; what was sent on an earlier one is due later, since its answer may be repeated.
  mutating func connect(_ due: () -> Moment) {
    (silences, lastSilence) = (0, nil)
    for place in batches.indices where batches[place].attempts > 0 {
      batches[place].due = due()
      batches[place].cause = .connection
    }
  }

  /// Returns what is due, which counts as sent.
  mutating func takeDue(probing: Bool, at now: Moment) -> [Batch] {
    var (taken, isSilent): ([Batch], Bool) = ([], false)
    for place in batches.indices where batches[place].due <= now && (!probing || place == 0) {
      let before = batches[place]
      if before.attempts > 0, before.cause == .silence, lastAnswer.map({ $0 < before.sent }) ?? true,
        lastSilence.map({ $0 <= before.sent }) ?? true
      {
        isSilent = true
      }
      if before.cause == .silence { batches[place].attempts += 1 }
      batches[place].cause = .silence
      batches[place].sent = now
      batches[place].due = now + Self.pause(after: batches[place].attempts)
      sent += 1
      if before.attempts > 0 { again[before.cause.rawValue] += before.numbers.count }
      taken.append(batches[place])
    }
    if isSilent, !probing { (silences, lastSilence) = (silences + 1, now) }
    return taken
  }

  private static func pause(after attempts: Int) -> Duration {
    min(longestPause, firstPause * (1 << min(attempts - 1, 7)))
  }

  /// Removes the batches that an answer settles, and returns their numbers.
  mutating func settle(_ answer: FleetAcknowledgement, at now: Moment) -> [ClosedRange<Int64>] {
    var settled: [ClosedRange<Int64>] = []
    batches.removeAll { batch in
      guard batch.epoch == answer.epoch, answer.committed.missing(in: batch.numbers).isEmpty else {
        return false
      }
      settled.append(batch.numbers)
      return true
    }
    (silences, lastSilence, lastAnswer) = (0, nil, now)
    return settled
  }

  /// A collector can't take a batch; returns whether it is under way no more, or nil if it was not.
  mutating func refuse(_ refusal: FleetAcknowledgement.Refusal, of epoch: UInt32) -> Bool? {
    guard let place = batches.firstIndex(where: { $0.epoch == epoch && $0.numbers == refusal.numbers }) else {
      return nil
    }
    batches[place].refusals += 1
    // Its bytes may have been damaged on their way.
    if refusal.reason == FleetBatch.Fault.damaged.rawValue, batches[place].refusals < Self.mostDamaged {
      return false
    }
    batches.remove(at: place)
    return true
  }

  /// A collector has answered: the others are due 30 s from now at the latest.
  mutating func hasten(at now: Moment) {
    for place in batches.indices where batches[place].attempts > 1 {
      batches[place].attempts = 1
      batches[place].due = min(batches[place].due, now + Self.firstPause)
    }
  }

  /// A collector is there again: all are due soon, except what was sent just now.
  mutating func resume(at now: Moment, after pause: () -> Duration, except token: Int? = nil) {
    for place in batches.indices where batches[place].token != token && batches[place].attempts > 0 {
      batches[place].attempts = 1
      batches[place].cause = .collector
      let due = max(now + pause(), batches[place].sent + .seconds(5))
      batches[place].due = min(batches[place].due, due)
    }
  }
}
