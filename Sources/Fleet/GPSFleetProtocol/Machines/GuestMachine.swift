package import GPSBase
internal import GPSTrackRows

/// Decides when messages are sent to a program that acknowledges no commits: only the broker answers.
///
/// ```
/// each       news ──▶ read a page ──▶ send, eight at a time ──▶ published ──▶ handed over, in the order of numbers
/// newest     news ──▶ read the newest, once an interval ──▶ send ──▶ published; not live if no newer one comes
/// ```
package struct GuestMachine: Sendable {
  /// Which positions are sent.
  package enum Kind: Sendable, Hashable {
    /// Each, the oldest first.
    case each
    /// The newest one, as often as this.
    case newest(every: Duration)
  }

  /// A message about a position, with its number in the store.
  package struct Item: Sendable, Hashable {
    package let number: Int64
    package let payload: [UInt8]

    package init(number: Int64, payload: [UInt8]) { (self.number, self.payload) = (number, payload) }
  }

  /// A task for the engine.
  package enum Action: Sendable, Hashable {
    case connect(host: Int)
    /// Read the positions of these numbers; ``GuestMachine/page(_:at:)`` is the answer.
    case read(ClosedRange<Int64>)
    /// Read the newest position; ``GuestMachine/page(_:at:)`` is the answer.
    case readNewest
    /// Publish a message; ``GuestMachine/published(_:reason:at:)`` has its token.
    case send(token: Int, payload: [UInt8])
    /// Write the cursor to its file.
    case save
  }

  /// The store's answer to a request.
  package enum Page: Sendable, Hashable {
    /// The messages for all numbers of a range.
    case items(ClosedRange<Int64>, [Item])
    /// The newest position, how long it stays a live one, nil if it is too old, and its message from then on.
    case newest(Item, isLiveFor: Duration?, then: [UInt8])
    /// The store has no position.
    case nothing
    /// The store can't be read now.
    case failed
  }

  /// The memory from run to run: what it counts as settled is handed over.
  package private(set) var cursor: FleetCursor
  /// The number of messages that the broker has since the start.
  package private(set) var handedOver = 0
  package private(set) var condition = FleetCondition.connecting

  private let kind: Kind
  private let hosts: Int
  private var host: Int
  private var pauses: RetryPauses
  private var connectedSince: Moment?
  private var connectAt: Moment?
  private var last: Int64 = 0
  private var isReading = false
  private var readAt: Moment?
  /// The numbers of the page that is sent, the waiting messages, and the sent ones without an answer of the broker.
  private var page: ClosedRange<Int64>?
  private var queue: ArraySlice<Item> = []
  private var underWay: [(token: Int, item: Item)] = []
  private var nextToken = 1
  /// After a refusal one message at a time is sent as a probe, and not before this time.
  private var (isProbing, refusals): (Bool, Int) = (false, 0)
  private var pausedUntil: Moment?
  /// The newest position that was sent on this connection, and whether it was a live one.
  private var sent: (number: Int64, isLive: Bool)?
  /// The newest position, and until when it is a live one: by then no clock can make it live again.
  private var newest: (number: Int64, liveUntil: Moment)?
  /// The message that ends a live position, while the broker may have one.
  private var ending: Item?
  /// The last number at the last look at the newest position, and when it may be looked at again.
  private var looked: Int64?
  private var nextAt: Moment?
  private var isDirty = false
  private var savedAt: Moment?
  /// The number of messages since then: a guest may keep a second copy, so few are sent again after a kill.
  private var unsaved = 0

  private static let (rowsOfPage, mostUnderWay): (Int64, Int) = (600, 8)
  private static let pauseOfSaves: Duration = .seconds(10)
  private static let mostUnsaved = 300
  private static let (firstPause, longestPause): (Duration, Duration) = (.seconds(15), .seconds(300))

  package init(_ kind: Kind, hosts: Int = 1, firstHost: Int = 0, cursor: FleetCursor, seed: UInt64) {
    (self.kind, self.hosts, self.host, self.cursor) = (kind, max(1, hosts), firstHost, cursor)
    pauses = RetryPauses.ofFleet(seed: seed)
  }

  /// The number of entries that are not handed over.
  package var pending: Int64 { max(0, last - Int64(clamping: cursor.settled.count)) }

  /// The number of messages in memory.
  package var held: Int { queue.count + underWay.count }

  /// When ``wake(at:)`` must be called.
  package var nextWake: Moment? {
    var next = connectAt
    if connectedSince != nil {
      next = .earliest(next, pausedUntil)
      if !isReading, underWay.isEmpty, pausedUntil == nil {
        if let readAt {
          next = .earliest(next, readAt)
        } else if case .newest = kind {
          if looked != last { next = .earliest(next, nextAt) }
          next = .earliest(next, staleAt)
        }
      }
    }
    if isDirty { next = .earliest(next, savedAt.map { $0 + Self.pauseOfSaves }) }
    return next
  }

  // MARK: - The connection

  /// Begins.
  package mutating func start(at now: Moment) -> [Action] {
    connectAt = now
    return work(at: now)
  }

  /// The broker has admitted the client.
  package mutating func connected(at now: Moment) -> [Action] {
    connectedSince = now
    (isProbing, pausedUntil, sent, looked, nextAt) = (false, nil, nil, nil, nil)
    condition = .delivering
    return work(at: now)
  }

  /// The connection has ended, or could not be made.
  package mutating func disconnected(_ end: FleetEnd, at now: Moment) -> [Action] {
    if let since = connectedSince { pauses.lasted(since.duration(to: now)) }
    connectedSince = nil
    takeBack()
    host = (host + 1) % hosts
    if let next = end.condition { condition = next }
    connectAt = now + (end == .takenOver ? pauses.nextAfterTakeover() : pauses.next())
    return work(at: now)
  }

  // MARK: - The store

  /// The store has entries up to a number.
  package mutating func news(last: Int64, at now: Moment) -> [Action] {
    guard last > self.last else { return [] }
    self.last = last
    return work(at: now)
  }

  /// The store was opened in an epoch, whose first number is known: a power cut may give numbers out again.
  package mutating func opened(_ epoch: UInt32, first: Int64, at now: Moment) -> [Action] {
    guard epoch > cursor.epoch else { return [] }
    if cursor.epoch > 0 { sendAgain(from: first) }
    cursor.epoch = epoch
    isDirty = true
    return work(at: now)
  }

  /// Everything from a number on counts as not handed over.
  package mutating func sendAgain(from number: Int64) {
    cursor.unsettle(max(1, number)...FleetJSON.mostNumber)
    (page, queue, underWay) = (nil, [], [])
    isDirty = true
  }

  /// The store was read.
  package mutating func page(_ found: Page, at now: Moment) -> [Action] {
    guard isReading else { return [] }
    isReading = false
    switch found {
    case .failed:
      (readAt, looked) = (now + Self.pauseOfSaves, nil)
      if let newest, newest.liveUntil <= now { endLive() }
    case .nothing: endLive()
    case .items(let numbers, let items):
      guard kind == .each, numbers.lowerBound == firstFree?.lowerBound else { break }
      (page, queue) = (numbers, items[...])
      settle(at: now)
    case .newest(let item, let time, let then):
      let until = now + (time ?? .zero)
      if let newest, newest.number == item.number {
        self.newest = (item.number, min(newest.liveUntil, until))
      } else {
        newest = (item.number, until)
      }
      ending = Item(number: item.number, payload: then)
      let isLive = newest.map { $0.liveUntil > now } ?? false
      if let sent, sent == (item.number, isLive) { break }
      sent = (item.number, isLive)
      queue = [isLive ? item : Item(number: item.number, payload: then)]
    }
    return work(at: now)
  }

  /// The last position is no longer a live one, and the store has no other.
  private mutating func endLive() {
    guard let ending, sent?.isLive != false else { return }
    sent = (ending.number, false)
    queue = [ending]
  }

  /// When the sent position is no longer a live one.
  private var staleAt: Moment? { sent?.isLive == true ? newest?.liveUntil : nil }

  // MARK: - Answers

  /// The broker has a message, or refuses it.
  ///
  /// Token 0 is a message of the engine's own.
  package mutating func published(_ token: Int, reason: UInt8, at now: Moment) -> [Action] {
    let refusal: FleetCondition? =
      switch reason {
      // A retained message waits at the broker for its reader.
      case 16: kind == .each ? .noSubscriber : nil
      case 135: .notAuthorized
      case 128...: .notAccepted(reason)
      default: nil
      }
    guard let place = underWay.firstIndex(where: { $0.token == token }) else {
      if token == 0, let refusal { condition = refusal }
      return []
    }
    if let refusal {
      condition = refusal
      takeBack()
      isProbing = true
      pausedUntil = now + min(Self.firstPause * (1 << min(refusals, 9)), Self.longestPause)
      refusals += 1
      return work(at: now)
    }
    let item = underWay.remove(at: place).item
    (handedOver, unsaved) = (handedOver + 1, unsaved + 1)
    if isProbing { (isProbing, refusals, condition) = (false, 0, .delivering) }
    if kind == .each {
      settle(at: now)
    } else {
      // Older ones are not sent any more.
      cursor.settle(1...item.number, at: now)
      if sent?.isLive == false { ending = nil }
    }
    isDirty = true
    return work(at: now)
  }

  /// Counts as handed over what lies before all that is not.
  private mutating func settle(at now: Moment) {
    guard let numbers = page else { return }
    let open = [underWay.map(\.item.number).min(), queue.first?.number].compactMap { $0 }.min()
    let next = open ?? numbers.upperBound + 1
    if next > numbers.lowerBound {
      cursor.settle(numbers.lowerBound...(next - 1), at: now)
      isDirty = true
    }
    page = next > numbers.upperBound ? nil : next...numbers.upperBound
  }

  /// Puts back the messages that the broker has not answered.
  private mutating func takeBack() {
    switch kind {
    case .each: queue = (underWay.map(\.item).sorted { $0.number < $1.number } + queue)[...]
    // By then a newer one may be there.
    case .newest: (queue, sent, looked) = ([], nil, nil)
    }
    underWay = []
  }

  // MARK: - What is due

  /// Does what is due.
  package mutating func wake(at now: Moment) -> [Action] { work(at: now) }

  private mutating func work(at now: Moment) -> [Action] {
    var actions: [Action] = []
    if let time = connectAt, time <= now {
      connectAt = nil
      actions.append(.connect(host: host))
    }
    if let time = pausedUntil, time <= now { pausedUntil = nil }
    if connectedSince != nil, pausedUntil == nil {
      while underWay.count < (isProbing ? 1 : Self.mostUnderWay), let item = queue.popFirst() {
        underWay.append((nextToken, item))
        actions.append(.send(token: nextToken, payload: item.payload))
        nextToken += 1
      }
      if let request = nextRequest(at: now) {
        isReading = true
        actions.append(request)
      }
    }
    let isDue =
      unsaved >= Self.mostUnsaved || savedAt.map { $0.duration(to: now) >= Self.pauseOfSaves } ?? true
    if isDirty, isDue {
      (isDirty, savedAt, unsaved) = (false, now, 0)
      actions.append(.save)
    }
    return actions
  }

  private var firstFree: ClosedRange<Int64>? { cursor.settled.missing(in: 1...max(1, last)).ranges.first }

  private mutating func nextRequest(at now: Moment) -> Action? {
    if let time = readAt, time > now { return nil }
    readAt = nil
    guard !isReading, last > 0, underWay.isEmpty, queue.isEmpty else { return nil }
    switch kind {
    case .each:
      guard let free = firstFree else { return nil }
      return .read(free.lowerBound...min(free.upperBound, free.lowerBound + Self.rowsOfPage - 1))
    case .newest(let interval):
      let isStale = staleAt.map { $0 <= now } ?? false
      guard isStale || looked != last && nextAt.map({ $0 <= now }) ?? true else { return nil }
      (looked, nextAt) = (last, now + interval)
      return .readNewest
    }
  }
}
