package import GPSBase
internal import GPSTrackRows

/// Decides what a publisher sends, and when; it reads no clock, no store and no socket.
///
/// ```
/// news ──▶ read ──▶ page ──▶ send ──▶ published (frees nothing)
///                              │ ▲        │
///                              │ └ again ─┤ 30, 60, 120 s … 1 h without an answer
///                              ▼          ▼
///                     acknowledged ──▶ settled ──▶ save
/// ```
///
/// A number is settled when a collector has reported its commit, and not before. Memory does not depend on the backlog: at most
/// eight batches are under way, and one page is read at a time.
package struct PublisherMachine: Sendable {
  package struct Settings: Sendable {
    /// The number of hosts, and the one to begin with.
    package var (hosts, firstHost) = (1, 0)
    /// A batch is closed after this time.
    package var batch: Duration = .seconds(60)
    /// The second since 2020, from which connections are numbered.
    package var second: Int64 = 0

    package init() {}
  }

  private enum Line: Sendable { case idle, connecting, connected(since: Moment), leaving }

  /// The memory from run to run.
  package private(set) var cursor: FleetCursor
  /// The number of entries settled.
  package private(set) var settledCount = 0
  /// The number of acknowledgements that were not believed: of an earlier timeline, or without a batch.
  package private(set) var strays = 0
  /// The reason why it does not deliver, if there is one.
  package private(set) var condition = FleetCondition.connecting

  private let settings: Settings
  private var pauses: RetryPauses
  private var line = Line.idle
  private var host: Int
  private var connectAt: Moment?
  private var mostBytes = FleetBatch.mostBytes
  private var underWay = BatchesUnderWay()
  /// Settled, refused and under way.
  private var taken = NumberRanges()
  private var last: Int64 = 0
  private var reading: Request?
  private var readAt: Moment?
  private var waitingSince: Moment?
  private var searches = PendingSearches()
  private var isDraining = false
  private var takesNewest = false
  /// While the broker refuses, or no collector is in sight, one batch at a time is sent as a probe.
  private var isPaused = false
  /// Until then a new connection sends nothing, unless it receives the state of a collector.
  private var quietUntil: Moment?
  private var collectors = CollectorsInSight()
  private var isDirty = false
  private var savedAt: Moment?
  private var announcedBacklog: Int64?

  private static let rowsOfPage = Int64(FleetBatch.mostEntries)
  /// With more ranges the newest are not sent before the others.
  private static let mostRanges = 1000
  private static let pauseOfSaves: Duration = .seconds(10)
  private static let silencesOfHost = 3
  /// Without a collector all that is sent is lost, and collectors may return after the broker; they repeat their answers then.
  private static let quiet: Duration = .seconds(2)
  private static let quietWithoutCollector: Duration = .seconds(30)

  package init(_ settings: Settings, cursor: FleetCursor, seed: UInt64) {
    (self.settings, self.cursor) = (settings, cursor)
    pauses = RetryPauses.ofFleet(seed: seed)
    host = settings.firstHost
    retake()
  }

  /// The number of entries that are not delivered, refused ones included.
  package var backlog: Int64 { max(0, last - Int64(clamping: cursor.settled.count)) }

  /// When ``wake(at:)`` must be called.
  package var nextWake: Moment? {
    var next: Moment? = .earliest(connectAt, searches.nextDue)
    if isConnected, let quietUntil {
      next = .earliest(next, quietUntil)
    } else if isConnected {
      next = .earliest(next, underWay.nextDue(probing: isPaused))
      if canRead, !isDraining { next = .earliest(next, waitingSince.map { $0 + settings.batch }) }
      if canRead { next = .earliest(next, readAt) }
    }
    if isDirty { next = .earliest(next, savedAt.map { $0 + Self.pauseOfSaves }) }
    return next
  }

  private var isConnected: Bool { if case .connected = line { true } else { false } }

  private var canRead: Bool {
    reading == nil && (isPaused ? underWay.batches.isEmpty : !underWay.isFull)
  }

  /// The number of times that a batch was sent.
  package var sent: Int { underWay.sent }

  /// The number of entries that were sent again: without an answer, on a new connection, or to a new collector.
  package var again: (silence: Int, connection: Int, collector: Int) {
    (underWay.again[0], underWay.again[1], underWay.again[2])
  }

  /// The batches in memory, with the one that is read, their bytes, and the ranges of numbers.
  package var held: (batches: Int, bytes: Int, ranges: Int) {
    let bytes = underWay.batches.reduce(0) { $0 + $1.payload.count }
    let batches = underWay.batches.count + (reading == nil ? 0 : 1)
    return (batches, bytes, taken.ranges.count + cursor.settled.ranges.count)
  }

  // MARK: - The connection

  /// Begins.
  package mutating func start(at now: Moment) -> [Action] { connect(at: now) }

  /// The broker has admitted the client, and takes messages of a size.
  package mutating func connected(mostBytes most: Int?, at now: Moment) -> [Action] {
    line = .connected(since: now)
    if condition.isOfConnection { condition = .delivering }
    (isPaused, quietUntil) = (false, now + Self.quiet)
    // A topic and its properties need some bytes of the packet.
    mostBytes = min(FleetBatch.mostBytes, (most ?? FleetBatch.mostBytes + 512) - 512)
    if underWay.removeLarger(than: mostBytes) { retake() }
    underWay.connect { now + Self.quiet + pauses.below(Self.quiet / 2) }
    announcedBacklog = backlog
    return [.announce(FleetPresence.Device(isOnline: true, connection: cursor.connection, backlog: backlog))]
      + work(at: now)
  }

  /// The connection has ended, or could not be made.
  package mutating func disconnected(_ end: FleetEnd, at now: Moment) -> [Action] {
    if case .connected(let since) = line { pauses.lasted(since.duration(to: now)) }
    (line, quietUntil) = (.idle, nil)
    collectors.disconnect()
    host = (host + 1) % max(1, settings.hosts)
    if let next = end.condition { condition = next }
    connectAt = now + (end == .takenOver ? pauses.nextAfterTakeover() : pauses.next())
    return work(at: now)
  }

  private mutating func connect(at now: Moment) -> [Action] {
    (line, connectAt) = (.connecting, nil)
    cursor.connection = max(cursor.connection + 1, settings.second)
    isDirty = true
    return [.connect(host: host, connection: cursor.connection)] + save(at: now)
  }

  // MARK: - The store

  /// The store has entries up to a number.
  package mutating func news(last: Int64, at now: Moment) -> [Action] {
    guard last > self.last else { return [] }
    self.last = last
    if waitingSince == nil, firstFree != nil { waitingSince = now }
    return work(at: now)
  }

  /// The store was opened in an epoch, whose first number is known: numbers from there on were not settled in an earlier epoch.
  ///
  /// After a power cut a disk that lies gives numbers out again.
  package mutating func opened(_ epoch: UInt32, first: Int64, at now: Moment) -> [Action] {
    guard epoch > cursor.epoch else { return [] }
    if cursor.epoch > 0 {
      cursor.unsettle(first...FleetJSON.mostNumber)
      retake()
    }
    cursor.epoch = epoch
    isDirty = true
    return work(at: now)
  }

  /// A page was read.
  package mutating func page(_ page: Page, at now: Moment) -> [Action] {
    guard let request = reading else { return [] }
    reading = nil
    switch page {
    case .failed: readAt = now + Self.pauseOfSaves
    case .nothing(let numbers):
      guard numbers.lowerBound == request.numbers.lowerBound else { break }
      cursor.settled.insert(numbers)
      taken.insert(numbers)
      isDirty = true
    case .batch(let epoch, let numbers, let payload):
      guard numbers.lowerBound == request.numbers.lowerBound, numbers.upperBound <= request.limit,
        request.mostBytes <= mostBytes || payload.count <= mostBytes
      else { break }
      taken.insert(numbers)
      underWay.add(numbers, of: epoch, payload, at: now)
    }
    return work(at: now)
  }

  /// Everything since a time, in milliseconds since 1970, is sent again.
  package mutating func sendAgain(since: Int64, at now: Moment) -> [Action] {
    searches.add(FleetSearch(since: since, restoration: nil), at: now)
    return work(at: now)
  }

  /// The store was searched: everything from the number on counts as not delivered.
  package mutating func found(
    _ result: FleetSearch.Result, for search: FleetSearch, at now: Moment
  ) -> [Action] {
    if searches.end(search, result, at: now) {
      if case .number(let number) = result { cursor.unsettle(max(1, number)...FleetJSON.mostNumber) }
      // Not before: a cursor that was saved meanwhile would end the search for ever.
      if let restoration = search.restoration { cursor.note(restoration) }
      noteChange()
    }
    return work(at: now)
  }

  // MARK: - Answers

  /// The broker has a batch, or refuses it: that frees nothing.
  package mutating func published(_ token: Int, reason: UInt8, at now: Moment) -> [Action] {
    guard underWay.contains(token) else { return [] }
    switch reason {
    case 16: condition = .noSubscriber
    case 135: condition = .notAuthorized
    case 128...: condition = .notAccepted(reason)
    default:
      if isPaused { resume(at: now, except: token) }
      return work(at: now)
    }
    isPaused = true
    return work(at: now)
  }

  /// A collector has committed numbers, or refused them.
  package mutating func acknowledged(_ answer: FleetAcknowledgement, at now: Moment) -> [Action] {
    switch cursor.believe(answer.database, learning: !answer.committed.isEmpty) {
    case .outdated:
      strays += 1
      return []
    case .known: break
    case .changed: noteChange()
    }
    let settled = underWay.settle(answer, at: now) + cursor.refused(in: answer)
    for numbers in settled { cursor.settle(numbers, at: now) }
    settledCount += settled.reduce(0) { $0 + $1.count }
    let refused = underWay.refuse(answer)
    for refusal in refused.removed { cursor.refuse(refusal.numbers, refusal.reason) }
    // Answers that are repeated, or of a collector that does not list this device, are no sign of one that takes its entries.
    guard !settled.isEmpty || refused.isExpected else {
      if !refused.isUnlisted { strays += 1 }
      return work(at: now)
    }
    isDirty = true
    if isConnected { condition = .delivering }
    if isPaused { resume(at: now) }
    underWay.hasten(at: now)
    return work(at: now)
  }

  /// A collector's state was received.
  package mutating func collector(
    _ name: FleetName, _ state: FleetPresence.Collector, at now: Moment
  ) -> [Action] {
    let news = collectors.take(name, state)
    guard state.isOnline else {
      if news == .allGone, isConnected {
        (quietUntil, condition) = (now + Self.quietWithoutCollector, .noCollector)
      }
      return work(at: now)
    }
    if quietUntil != nil, case .connected(let since) = line {
      (quietUntil, condition) = (nil, .delivering)
      // All devices that wait for it would begin in the same instant.
      if since.duration(to: now) > Self.quiet / 2 {
        underWay.connect { now + Self.quiet / 4 + pauses.below(Self.quiet) }
      }
    }
    if let database = state.database {
      if cursor.believe(database, learning: false) == .changed { noteChange() }
      if let restored = state.restored, cursor.isNew(restored, of: database) {
        let restoration = FleetSearch.Restoration(database: database, at: restored.at)
        searches.add(FleetSearch(since: restored.since, restoration: restoration), at: now)
      }
    }
    if news == .new || isPaused { resume(at: now) }
    return work(at: now)
  }

  private mutating func noteChange() {
    retake()
    isDirty = true
  }

  /// Sends again what is under way: spread over two seconds, and not what was sent just now.
  private mutating func resume(at now: Moment, except token: Int? = nil) {
    isPaused = false
    if isConnected { condition = .delivering }
    underWay.resume(at: now, after: { pauses.below(.seconds(2)) }, except: token)
  }

  // MARK: - What is due

  /// Does what is due.
  package mutating func wake(at now: Moment) -> [Action] {
    if let time = connectAt, time <= now { return connect(at: now) + work(at: now) }
    return work(at: now)
  }

  private mutating func work(at now: Moment) -> [Action] {
    var actions = searches.takeDue(at: now).map(Action.find)
    if isConnected, isQuiet(at: now) { return actions + save(at: now) }
    if isConnected {
      actions += resend(at: now)
      if let request = nextRequest(at: now) { actions.append(.read(request)) }
      if let before = announcedBacklog, before >= Self.rowsOfPage, backlog < Self.rowsOfPage {
        announcedBacklog = backlog
        let state = FleetPresence.Device(isOnline: true, connection: cursor.connection, backlog: backlog)
        actions.append(.announce(state))
      }
    }
    return actions + save(at: now)
  }

  /// Whether a new connection waits for a collector; without one it sends a probe.
  private mutating func isQuiet(at now: Moment) -> Bool {
    guard let until = quietUntil else { return false }
    if until > now { return true }
    (quietUntil, isPaused) = (nil, true)
    return false
  }

  private mutating func resend(at now: Moment) -> [Action] {
    let (silences, unlisted) = (underWay.silences, underWay.unlisted)
    let due = underWay.takeDue(probing: isPaused, at: now)
    if underWay.unlisted > unlisted { condition = .unlisted }
    if underWay.silences > silences {
      condition = .silent
      if underWay.silences >= Self.silencesOfHost {
        line = .leaving
        return [.disconnect]
      }
    }
    return due.map { .send(token: $0.token, payload: $0.payload) }
  }

  private mutating func nextRequest(at now: Moment) -> Request? {
    if let time = readAt, time > now { return nil }
    readAt = nil
    guard canRead else { return nil }
    let free = taken.missing(in: 1...max(1, last))
    guard last > 0, let oldest = free.ranges.first, let newest = free.ranges.last else {
      (isDraining, waitingSince) = (false, nil)
      return nil
    }
    if free.count >= UInt64(Self.rowsOfPage) { isDraining = true }
    if let since = waitingSince, since.duration(to: now) >= settings.batch { isDraining = true }
    if waitingSince == nil { waitingSince = now }
    guard isDraining else { return nil }
    takesNewest = !takesNewest && free.count > UInt64(Self.rowsOfPage) && free.ranges.count < Self.mostRanges
    let range = takesNewest ? newest : oldest
    let low = takesNewest ? max(range.lowerBound, range.upperBound - Self.rowsOfPage + 1) : range.lowerBound
    let high = min(range.upperBound, low + Self.rowsOfPage - 1)
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

  private var firstFree: Int64? { taken.missing(in: 1...max(1, last)).ranges.first?.lowerBound }

  /// Makes the set of taken numbers anew.
  private mutating func retake() {
    taken = cursor.settled
    for numbers in cursor.refused.values { taken.formUnion(numbers) }
    for batch in underWay.batches { taken.insert(batch.numbers) }
  }
}
