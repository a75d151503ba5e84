package import GPSBase
internal import GPSTrackRows

/// Decides which data a publisher sends, and when; it reads no clock, no store and no socket.
///
/// ```
///            news           a minute, 600 entries
///   idle ──────────▶ filling ──────────▶ sending ─── committed ───▶ settled
///    ▲                                   │  ▲  ├──── can't be read ─▶ aside
///    └────── nothing is left ────────────┘  │  │
///                                           │  ├── no answer ─────────▶ pausing ─┐  a random part of 1, 2, 4 s … width
///                                 answered  │  ├── full, away, rate … ─▶ waiting ─┤  Retry-After, and a part of width
///                                           │  └── token, revoked … ───▶ barred ──┤  1, 2, 4 min … 1 h
///                                           └─────────── probing ◀────────────────┘
/// ```
///
/// A number is settled, set aside, or pending. Only a collector's answer to its batch settles it, since proxies and
/// captive portals return the same statuses. If an answer reports another database, or a later timeline, the last hour
/// is no longer settled.
///
/// Memory does not depend on the backlog: at most four batches are held, and one page is read at a time.
package struct PublisherMachine: Sendable {
  package struct Settings: Sendable {
    package var batch: Duration = .seconds(60)
    /// Whether any successful status settles a batch, for a server that sends no collector's answers and reports no commit.
    ///
    /// Batches are then sent one at a time, in order.
    package var isReceiptEnough = false

    package init() {}
  }

  // MARK: - Requests of the machine

  /// A task for the engine, which performs tasks in order.
  package enum Action: Sendable, Hashable {
    /// Read a page of the store; ``PublisherMachine/page(_:at:)`` is the answer.
    case read(Request)
    /// Post a batch; ``PublisherMachine/answered(_:_:at:)`` has its token, once.
    case send(token: Int, payload: [UInt8])
    case save
    /// Search the store for the first number since a time; ``PublisherMachine/found(_:at:)`` is the answer.
    case find(since: Int64)
    /// End; no action follows.
    case stop
  }

  package struct Request: Sendable, Hashable {
    package let numbers: ClosedRange<Int64>
    /// The last number of a page without entries.
    package let limit: Int64
    package let mostBytes: Int

    package init(numbers: ClosedRange<Int64>, limit: Int64, mostBytes: Int = FleetBatch.mostBytes) {
      (self.numbers, self.limit, self.mostBytes) = (numbers, limit, mostBytes)
    }
  }

  package enum Page: Sendable, Hashable {
    /// A batch of one epoch; it begins with the first number of the request.
    case batch(epoch: UInt32, numbers: ClosedRange<Int64>, payload: [UInt8])
    /// These numbers have no data to send; the first is the first of the request.
    case nothing(ClosedRange<Int64>)
    /// The store can't be read now.
    case failed
  }

  package enum Found: Sendable, Hashable {
    case number(Int64)
    case nothing
    /// The store can't be read now.
    case failed
  }

  // MARK: - State

  private enum State: Sendable, Hashable {
    /// The whole store was read.
    case idle
    /// There are too few entries for a batch.
    case filling(until: Moment)
    /// Batches are read until the store has no more entries.
    case sending
    case pausing(until: Moment)
    case waiting(until: Moment)
    case barred(until: Moment)
    /// One batch is sent as a probe, with this token; nil before it is sent.
    case probing(Int?)
    case stopping(until: Moment)
    case stopped
  }

  private struct Batch: Sendable {
    let token: Int
    let epoch: UInt32
    let numbers: ClosedRange<Int64>
    let payload: [UInt8]
    var isUnderWay = false
    /// How often a collector reported it as damaged.
    var damages = 0
  }

  package private(set) var cursor: FleetCursor
  package private(set) var settledCount = 0
  package private(set) var sentCount = 0
  package private(set) var condition = FleetCondition.starting

  private let settings: Settings
  private var state = State.idle
  private var batches: [Batch] = []
  /// The token of the next batch: another machine that begins with it takes no answer to a batch of this one.
  package private(set) var nextToken: Int
  /// Settled, set aside, and in a batch.
  private var taken = NumberRanges()
  private var last: Int64 = 0
  private var reading: Request?
  /// Whether the store was reopened while the page was read, so that its entries may be lost.
  private var isReadingStale = false
  private var readAt: Moment?
  private var requests = 0
  /// The maximum size of a batch, and how long it applies after a proxy refused a larger one.
  private var (mostBytes, smallUntil): (Int, Moment?) = (FleetBatch.mostBytes, nil)
  private var failures = 0
  /// Pauses without an answer: each is a random part of a time that doubles up to the width.
  private var pauses: RetryPauses
  private var bars = RetryPauses(from: .seconds(60), to: .seconds(3600))
  /// The time from which entries are sent again, and when the search is due; nil while the search runs.
  private var again: (since: Int64, due: Moment?)?
  private var isDirty = false
  private var savedAt: Moment?

  private static let rowsOfPage = Int64(FleetBatch.mostEntries)
  private static let mostUnderWay = 4
  /// During a backlog, one of this many batches has the newest entries.
  private static let turnOfNewest = 4
  /// The maximum number of ranges with which the newest entries are sent first.
  private static let mostRanges = 1000
  private static let mostDamages = 3
  /// The number of large probes, and the rows of later ones, which cost bytes on a metered line in a long outage.
  private static let (largeProbes, rowsOfProbe): (Int, Int64) = (3, 10)
  /// The minimum batch size; a proxy that refuses it as too large refuses everything.
  private static let (leastBytes, timeOfSmall): (Int, Duration) = (1024, .seconds(3600))
  private static let (pauseOfSaves, pauseOfReads): (Duration, Duration) = (.seconds(10), .seconds(10))
  private static let pauseOfRepeats: Duration = .seconds(1)
  private static let patienceAtEnd: Duration = .seconds(5)
  /// Until a collector has stated one; other programs state none, and may refuse for long.
  private static let (width, widthOfReceipts): (Duration, Duration) = (.seconds(10), .seconds(300))

  package init(_ settings: Settings, cursor: FleetCursor, seed: UInt64, firstToken: Int = 1) {
    (self.settings, self.cursor, nextToken) = (settings, cursor, firstToken)
    pauses = RetryPauses(from: .seconds(1), to: .seconds(3600), seed: seed)
    pauses.longest = settings.isReceiptEnough ? Self.widthOfReceipts : Self.width
    retake()
  }

  /// The number of undelivered entries, including refused ones.
  package var backlog: Int64 { max(0, last - Int64(clamping: cursor.settled.count)) }

  /// The batches in memory, including the one being read, their bytes, and the ranges of numbers.
  package var held: (batches: Int, bytes: Int, ranges: Int) {
    (
      batches.count + (reading == nil ? 0 : 1), batches.reduce(0) { $0 + $1.payload.count },
      taken.ranges.count + cursor.settled.ranges.count
    )
  }

  /// Whether another token or password could be accepted.
  package var isBarred: Bool { if case .barred = state { true } else { false } }

  private var window: Int { settings.isReceiptEnough ? 1 : Self.mostUnderWay }

  /// Whether a page may be read, unless there is a reason to wait.
  private var canRead: Bool {
    switch state {
    case .idle, .filling, .sending: reading == nil && batches.count < window
    case .probing(nil): reading == nil && batches.count < window && batches.allSatisfy(\.isUnderWay)
    case .probing, .pausing, .waiting, .barred, .stopping, .stopped: false
    }
  }

  /// When ``wake(at:)`` must be called.
  package var nextWake: Moment? {
    var next: Moment?
    switch state {
    case .pausing(let until), .waiting(let until), .barred(let until), .stopping(let until): next = until
    case .filling(let until) where canRead: next = readAt ?? until
    case .stopped: return nil
    case .idle, .filling, .sending, .probing: break
    }
    if canRead { next = .earliest(next, readAt) }
    if let again { next = .earliest(next, again.due) }
    if isDirty { next = .earliest(next, savedAt.map { $0 + Self.pauseOfSaves }) }
    return next
  }

  // MARK: - The store

  /// Handles new entries, up to a number.
  package mutating func news(last: Int64, at now: Moment) -> [Action] {
    guard last > self.last else { return [] }
    self.last = last
    return work(at: now)
  }

  /// Handles a reopened store: from the first number of its new epoch on, nothing is settled.
  ///
  /// After a power cut, a disk that reports false syncs may reuse numbers.
  package mutating func opened(_ epoch: UInt32, first: Int64, at now: Moment) -> [Action] {
    guard epoch > cursor.epoch else { return [] }
    if cursor.epoch > 0 { cursor.unsettle(first...FleetJSON.mostNumber) }
    batches.removeAll { $0.epoch < epoch && $0.numbers.upperBound >= first }
    if case .probing(let token?) = state, !batches.contains(where: { $0.token == token }) {
      state = .probing(nil)
    }
    if let reading, reading.limit >= first { isReadingStale = true }
    (cursor.epoch, isDirty) = (epoch, true)
    retake()
    return work(at: now)
  }

  package mutating func page(_ page: Page, at now: Moment) -> [Action] {
    guard let request = reading else { return [] }
    let isStale = isReadingStale
    (reading, isReadingStale) = (nil, false)
    switch page {
    case .failed: readAt = now + Self.pauseOfReads
    case .nothing(let numbers) where !isStale && numbers.lowerBound == request.numbers.lowerBound:
      cursor.settled.insert(numbers)
      taken.insert(numbers)
      isDirty = true
    case .batch(let epoch, let numbers, let payload)
    where !isStale && numbers.lowerBound == request.numbers.lowerBound && numbers.upperBound <= request.limit
      && (request.mostBytes <= mostBytes || payload.count <= mostBytes):
      taken.insert(numbers)
      batches.append(Batch(token: nextToken, epoch: epoch, numbers: numbers, payload: payload))
      nextToken += 1
    // The page does not fit any more; a store that always gives such pages must not keep a processor busy.
    case .nothing, .batch: readAt = now + Self.pauseOfRepeats
    }
    return work(at: now)
  }

  /// Everything since a time, in milliseconds since 1970, is sent again.
  package mutating func sendAgain(since: Int64, at now: Moment) -> [Action] {
    again = (since, now)
    return work(at: now)
  }

  /// Handles the result of a search: everything from the number on counts as undelivered.
  package mutating func found(_ result: Found, at now: Moment) -> [Action] {
    guard let search = again, search.due == nil else { return [] }
    switch result {
    case .failed: again = (search.since, now + Self.pauseOfReads)
    case .nothing: again = nil
    case .number(let number):
      again = nil
      cursor.unsettle(max(1, number)...FleetJSON.mostNumber)
      noteChange()
    }
    return work(at: now)
  }

  // MARK: - Answers

  /// Handles the answer to a batch, or the lack of a complete one.
  package mutating func answered(_ token: Int, _ reply: FleetReply, at now: Moment) -> [Action] {
    guard let place = batches.firstIndex(where: { $0.token == token && $0.isUnderWay }) else { return [] }
    batches[place].isUnderWay = false
    switch reply {
    case .failed(let condition): pause(token, condition, at: now)
    case .answered(413, _, let retryAfter): divide(place, retryAfter, at: now)
    case .answered(let status, _, let retryAfter) where settings.isReceiptEnough:
      switch status {
      case 200...299: settle(place, at: now)
      case 401, 403: bar(token, .otherStatus(status), at: now)
      default: pause(token, .otherStatus(status), retryAfter, at: now)
      }
    case .answered(let status, let body, let retryAfter):
      guard let answer = FleetAnswer(status: status, body, retryAfter: retryAfter),
        !answer.word.isFinal
          || (answer.epoch == batches[place].epoch && answer.numbers == batches[place].numbers)
      else {
        pause(token, .otherStatus(status), retryAfter, at: now)
        break
      }
      take(answer, for: place, at: now)
    }
    return work(at: now)
  }

  private mutating func take(_ answer: FleetAnswer, for place: Int, at now: Moment) {
    let token = batches[place].token
    if let width = answer.width { pauses.longest = .seconds(max(1, width)) }
    if let reads = answer.reads, cursor.learn(reads: reads) { noteChange() }
    switch answer.word {
    case .committed:
      guard let database = answer.database else { return }
      let belief = cursor.believe(database)
      if belief == .outdated { return pause(token, .outdated, at: now) }
      settle(place, at: now)
      if belief == .changed { noteChange() }
    case .damaged:
      batches[place].damages += 1
      // Its bytes may have been damaged on their way.
      guard batches[place].damages >= Self.mostDamages else { return succeed(token) }
      setAside(place, answer.word)
    case .version, .flags, .numbers, .tooLarge: setAside(place, answer.word)
    case .request, .unknownToken, .revoked, .suspended, .secondInstallation:
      bar(token, .refused(answer.word, owner: answer.installation), at: now)
    case .rate, .unknownTokens, .away, .full, .locked, .noRoom, .schema:
      wait(token, .postponed(answer.word), answer.retryAfter ?? 0, at: now)
    }
  }

  private mutating func settle(_ place: Int, at now: Moment) {
    let batch = batches.remove(at: place)
    cursor.settle(batch.numbers, at: now)
    settledCount += batch.numbers.count
    isDirty = true
    succeed(batch.token)
  }

  /// Sets numbers aside; they stay in the store, and are no longer sent.
  private mutating func setAside(_ place: Int, _ word: FleetAnswer.Word) {
    let batch = batches.remove(at: place)
    cursor.refuse(batch.numbers, word.rawValue)
    isDirty = true
    succeed(batch.token)
  }

  /// Handles a batch that is too large, usually for a proxy: its numbers are read again in smaller batches.
  private mutating func divide(_ place: Int, _ retryAfter: Int?, at now: Moment) {
    let batch = batches[place]
    guard batch.payload.count > Self.leastBytes else {
      return pause(batch.token, .otherStatus(413), retryAfter, at: now)
    }
    guard batch.numbers.count > 1 else { return setAside(place, .tooLarge) }
    batches.remove(at: place)
    mostBytes = min(mostBytes, max(Self.leastBytes, batch.payload.count / 2))
    smallUntil = now + Self.timeOfSmall
    retake()
    switch state {
    case .idle, .filling: state = .sending
    // The answer of a proxy is not a sign of a collector.
    case .probing(batch.token): state = .probing(nil)
    default: break
    }
  }

  // MARK: - Pauses

  /// Handles proof that the collector is available.
  private mutating func succeed(_ token: Int) {
    switch state {
    case .probing(token): state = .sending
    case .idle, .filling, .sending: break
    // Sent before the failure.
    case .probing, .pausing, .waiting, .barred, .stopping, .stopped: return
    }
    pauses.succeeded()
    bars.succeeded()
    (failures, condition) = (0, .delivering)
  }

  /// Whether a failure is new, since batches that were sent together fail together.
  private func isFirstFailure(_ token: Int) -> Bool {
    switch state {
    case .idle, .filling, .sending, .probing(token): true
    case .probing, .pausing, .waiting, .barred, .stopping, .stopped: false
    }
  }

  private mutating func pause(_ token: Int, _ next: FleetCondition, _ retryAfter: Int? = nil, at now: Moment)
  {
    guard isFirstFailure(token) else { return }
    condition = next
    // A proxy that is overloaded may state a time, too; nothing else of it is believed.
    let least = Duration.seconds(min(max(0, retryAfter ?? 0), Int(Self.widthOfReceipts / .seconds(1))))
    state = .pausing(until: now + least + pauses.next())
  }

  private mutating func wait(_ token: Int, _ next: FleetCondition, _ seconds: Int, at now: Moment) {
    let until = now + .seconds(seconds) + pauses.below(pauses.longest)
    if case .pausing(let earlier) = state {
      (condition, state) = (next, .waiting(until: max(earlier, until)))
    } else if isFirstFailure(token) {
      (condition, state) = (next, .waiting(until: until))
    }
  }

  private mutating func bar(_ token: Int, _ next: FleetCondition, at now: Moment) {
    switch state {
    case .barred, .stopping, .stopped: return
    case .probing(let probe) where probe != token: return
    case .idle, .filling, .sending, .probing, .pausing, .waiting: break
    }
    condition = next
    state = .barred(until: now + bars.next() + pauses.below(pauses.longest))
  }

  /// Handles a new token or password, which may be accepted after the old one was refused.
  package mutating func credentialsChanged(at now: Moment) -> [Action] {
    guard case .barred = state else { return [] }
    bars.succeeded()
    beginProbe()
    return work(at: now)
  }

  private mutating func beginProbe() {
    (state, failures) = (.probing(nil), failures + 1)
    guard failures > Self.largeProbes else { return }
    // Batches that are not under way are read again.
    batches.removeAll { !$0.isUnderWay }
    retake()
  }

  /// Ends as soon as all pending requests are answered, or after five seconds.
  package mutating func stop(at now: Moment) -> [Action] {
    switch state {
    case .stopping, .stopped: return []
    default: state = .stopping(until: now + Self.patienceAtEnd)
    }
    return work(at: now)
  }

  // MARK: - What is due

  package mutating func wake(at now: Moment) -> [Action] { work(at: now) }

  private mutating func work(at now: Moment) -> [Action] {
    switch state {
    case .stopped: return []
    case .stopping(let until):
      guard until <= now || !batches.contains(where: \.isUnderWay) else { return [] }
      state = .stopped
      return [.save, .stop]
    case .pausing(let until) where until <= now, .waiting(let until) where until <= now,
      .barred(let until) where until <= now:
      beginProbe()
    case .idle, .filling, .sending, .probing, .pausing, .waiting, .barred: break
    }
    var actions: [Action] = []
    if let search = again, let due = search.due, due <= now {
      again = (search.since, nil)
      actions.append(.find(since: search.since))
    }
    while let next = nextSend() { actions.append(next) }
    if let request = nextRequest(at: now) { actions.append(.read(request)) }
    return actions + save(at: now)
  }

  private mutating func nextSend() -> Action? {
    guard let place = batches.firstIndex(where: { !$0.isUnderWay }) else { return nil }
    let token = batches[place].token
    switch state {
    case .idle, .filling, .sending: guard batches.count(where: \.isUnderWay) < window else { return nil }
    case .probing(nil): state = .probing(token)
    case .probing, .pausing, .waiting, .barred, .stopping, .stopped: return nil
    }
    batches[place].isUnderWay = true
    sentCount += batches[place].numbers.count
    return .send(token: token, payload: batches[place].payload)
  }

  private mutating func nextRequest(at now: Moment) -> Request? {
    if let time = readAt, time > now { return nil }
    readAt = nil
    guard canRead else { return nil }
    let free = taken.missing(in: 1...max(1, last))
    guard last > 0, let oldest = free.ranges.first, let newest = free.ranges.last else {
      // A probe needs a batch: without one the next news decide.
      state = .idle
      return nil
    }
    if case .idle = state { state = .filling(until: now + settings.batch) }
    if case .filling(let until) = state {
      guard until <= now || free.count >= UInt64(Self.rowsOfPage) else { return nil }
      state = .sending
    }
    requests += 1
    let takesNewest =
      !settings.isReceiptEnough && requests % Self.turnOfNewest == 0
      && free.count > UInt64(Self.rowsOfPage) && free.ranges.count < Self.mostRanges
    let rows = failures > Self.largeProbes ? Self.rowsOfProbe : Self.rowsOfPage
    let range = takesNewest ? newest : oldest
    let low = takesNewest ? max(range.lowerBound, range.upperBound - rows + 1) : range.lowerBound
    let high = min(range.upperBound, low + rows - 1)
    if let time = smallUntil, time <= now { (mostBytes, smallUntil) = (FleetBatch.mostBytes, nil) }
    let request = Request(numbers: low...high, limit: range.upperBound, mostBytes: mostBytes)
    reading = request
    return request
  }

  private mutating func save(at now: Moment) -> [Action] {
    guard isDirty else { return [] }
    if let savedAt, savedAt.duration(to: now) < Self.pauseOfSaves { return [] }
    (isDirty, savedAt) = (false, now)
    return [.save]
  }

  private mutating func noteChange() {
    retake()
    isDirty = true
  }

  private mutating func retake() {
    taken = cursor.taken
    for batch in batches { taken.insert(batch.numbers) }
  }
}
