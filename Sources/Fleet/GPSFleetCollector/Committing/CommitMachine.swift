internal import GPSBase
internal import GPSFleetProtocol

/// Decides which batches are committed together, and the answers; it reads no clock, no database and no socket.
///
/// ```
/// admit ──▶ received ──▶ waiting ──▶ commit ──▶ committed ──▶ answer
///   │                       ▲          │
///   └ refused               └──────────┴ failed: again, each alone, or 503
/// ```
///
/// No answer precedes its commit, and each batch is answered within ``Settings/longestAnswer``, before the proxy gives
/// up. The limits belong to this process; all persistent state is in the database.
struct CommitMachine: Sendable {
  struct Settings: Sendable {
    var lines = 2
    /// The size of a group in batches and in bytes, and the time after which a smaller one is sent.
    var (groupBatches, groupBytes, groupPause) = (64, 8192, Duration.milliseconds(250))
    /// The maximum number of positions in a group, and in all batches in memory.
    var (groupRows, mostRows) = (20_000, 200_000)
    /// The maximum number of batches in memory, and of their bytes.
    var (mostBatches, mostBytes) = (512, 67_108_864)
    /// The maximum numbers of bytes, batches and refusals per device and minute.
    var (bytesOfMinute, batchesOfMinute, refusalsOfMinute) = (67_108_864, 6000, 60)
    /// The limits on requests with tokens that have not succeeded in this process: at once, and per second.
    var (strangersAtOnce, strangersASecond) = (256.0, 200.0)
    /// The maximum number of stored tokens.
    var mostKnown = 200_000
    /// The longest time that a batch waits in the queue.
    var longestWait = Duration.seconds(8)
    /// The longest time without an answer to a batch, and from the database.
    var longestAnswer = Duration.seconds(15)
    /// After this time without a commit, a probe is committed.
    var probePause = Duration.seconds(5)
    /// After this time without another failure, a transaction's failure no longer counts.
    var longestFailure = Duration.seconds(30)
    /// A batch with more conflicts is answered with 503.
    var mostConflicts = 10
  }

  /// A batch, or an unreadable one.
  struct Delivery: Sendable {
    enum Content: Sendable {
      case batch(BatchRows)
      case refused(
        FleetAnswer.Word, detail: String?, epoch: UInt32?, numbers: ClosedRange<Int64>?, sample: [UInt8])
    }

    let token: DeviceToken
    var content: Content
    let bytes: Int

    var rows: Int { if case .batch(let rows) = content { rows.count } else { 0 } }
  }

  /// A delivery that waits for its answer.
  struct Member: Sendable {
    let request: Int
    var delivery: Delivery
    let since: Moment
    /// Whether its token was unknown when it arrived.
    let isStranger: Bool
    var isAlone = false
    var conflicts = 0
    var isAnswered = false

    var mustBeAlone: Bool { if case .refused = delivery.content { true } else { isAlone } }
  }

  /// The batches of one transaction; an unreadable batch has its own.
  struct Group: Sendable {
    let number: Int
    let line: Int
    var members: [Member]
    let since: Moment
  }

  /// The decision of the database about a batch.
  struct Outcome: Sendable {
    var word: FleetAnswer.Word
    /// The first eight digits of the installation that owns the device's name.
    var owner: String?
    var tenant: String?
    /// The tenant's limit of rows per minute.
    var limit: Int?
  }

  enum Failure: Sendable, Hashable {
    /// The same statement may succeed immediately.
    case conflict
    /// A value that the database can't store.
    case value(String)
    case unavailable(FleetAnswer.Word)
  }

  enum Action: Sendable {
    case commit(Group)
    case probe(line: Int)
    case reconnect(line: Int)
    case answer(request: Int, FleetAnswer)
    case report(String)
  }

  /// Counts since the start, and measurements of the last group.
  struct Counts: Sendable, Hashable {
    var answers: [FleetAnswer.Word: Int] = [:]
    var (fresh, duplicates, late, expired, repeated, conflicts) = (0, 0, 0, 0, 0, 0)
    var groupSize: Int?
    var commitTime: Duration?
  }

  private enum Line: Sendable {
    case away
    case idle
    case probing(since: Moment)
    case running(Group)
  }

  private struct Known: Sendable {
    var tenant: String?
    var seen: Moment
    var minute = -1
    var (bytes, batches, refusals) = (0, 0, 0)
    var hasReported = false

    init(seen: Moment) { self.seen = seen }

    mutating func turn(to current: Int) {
      if minute != current { (minute, bytes, batches, refusals) = (current, 0, 0, 0) }
    }
  }

  private struct Tenant: Sendable {
    var minute = -1
    var rows = 0
    var limit: Int?
  }

  private(set) var counts = Counts()
  /// The time of the last committed batch or probe.
  private(set) var lastCommit: Moment?
  private let settings: Settings
  private let start: Moment
  private var lines: [Line]
  /// The reason for a missing connection, if known.
  private var away: FleetAnswer.Word?
  /// Why a transaction failed since the last commit; a full disk still accepts probes.
  private var failure: (word: FleetAnswer.Word, at: Moment)?
  private var waiting: [Member] = []
  private var (arriving, arrivingBytes) = (0, 0)
  private var nextNumber = 1
  private var known: [DeviceToken: Known] = [:]
  private var tenants: [String: Tenant] = [:]
  private var minute = 0
  /// The number of tokens with a batch in the last five minutes.
  private(set) var devices = 0
  private var (strangers, strangersAt): (Double, Moment)

  init(_ settings: Settings = Settings(), at now: Moment) {
    (self.settings, start) = (settings, now)
    lines = Array(repeating: .away, count: settings.lines)
    (strangers, strangersAt) = (settings.strangersAtOnce, now)
  }

  // MARK: - State

  private var running: [Group] {
    lines.compactMap { if case .running(let group) = $0 { group } else { nil } }
  }

  private var isProbing: Bool { lines.contains { if case .probing = $0 { true } else { false } } }

  private var isAway: Bool { lines.allSatisfy { if case .away = $0 { true } else { false } } }

  private var members: [Member] { waiting + running.flatMap(\.members) }

  var batches: Int { arriving + members.count }

  var rows: Int { members.reduce(0) { $0 + $1.delivery.rows } }

  private var bytes: Int { arrivingBytes + members.reduce(0) { $0 + $1.delivery.bytes } }

  /// The arrival of the oldest batch without an answer.
  var oldest: Moment? { members.lazy.filter { !$0.isAnswered }.map(\.since).min() }

  /// Why nothing is committed; nil if unknown, or if the last failure was long ago.
  func trouble(at now: Moment) -> FleetAnswer.Word? {
    if isAway { return away }
    return failure.flatMap { $0.at.duration(to: now) < settings.longestFailure ? $0.word : nil }
  }

  /// The seconds over which devices spread their next attempts: one for each 100 active ones, from 10 to 300.
  var width: Int { min(300, 10 + max(0, devices - 1000) / 100) }

  /// When ``wake(at:)`` must be called.
  var nextWake: Moment? {
    var times: [Moment?] = [waiting.map(\.since).min().map { $0 + settings.longestWait }]
    for line in lines {
      switch line {
      case .away: break
      case .idle:
        if !isProbing { times.append((lastCommit ?? start) + settings.probePause) }
        times.append(waiting.first.map { $0.since + settings.groupPause })
      case .probing(let since): times.append(since + settings.longestAnswer)
      case .running(let group):
        times.append(group.since + settings.longestAnswer)
        times.append(
          group.members.lazy.filter { !$0.isAnswered }.map(\.since).min().map { $0 + settings.longestAnswer })
      }
    }
    return times.compactMap(\.self).min()
  }

  // MARK: - Requests

  /// Returns a refusal, or nil for a body that must be reported with ``received(_:_:at:)`` or ``dropped(_:)``.
  mutating func admit(_ token: DeviceToken?, _ size: Int, at now: Moment) -> FleetAnswer? {
    guard let refusal = refusal(of: token, size, at: now) else {
      (arriving, arrivingBytes) = (arriving + 1, arrivingBytes + size)
      return nil
    }
    counts.answers[refusal.word, default: 0] += 1
    return refusal
  }

  private mutating func refusal(of token: DeviceToken?, _ size: Int, at now: Moment) -> FleetAnswer? {
    guard let token else { return answer(.unknownToken) }
    turnMinute(at: now)
    let isStranger = known[token] == nil
    if isStranger {
      allowStrangers(strangersAt.duration(to: now).inSeconds * settings.strangersASecond)
      strangersAt = now
      guard strangers >= 1 else { return answer(.unknownTokens) }
    } else if exceeds(token, size) {
      var answer = answer(.rate)
      let passed = Int(start.duration(to: now).inSeconds) % 60
      answer.retryAfter = 60 - passed
      return answer
    }
    guard batches < settings.mostBatches, bytes + size <= settings.mostBytes else { return answer(.full) }
    if isAway, let away { return answer(away) }
    if isStranger { strangers -= 1 }
    return nil
  }

  private mutating func allowStrangers(_ more: Double) {
    strangers = min(settings.strangersAtOnce, strangers + more)
  }

  /// Counts a batch of a known token; true if its device or tenant has sent too much in this minute.
  private mutating func exceeds(_ token: DeviceToken, _ size: Int) -> Bool {
    guard var device = known[token] else { return false }
    device.turn(to: minute)
    (device.bytes, device.batches) = (device.bytes + size, device.batches + 1)
    known[token] = device
    if let tenant = device.tenant.flatMap({ tenants[$0] }), tenant.minute == minute, let limit = tenant.limit,
      tenant.rows >= limit
    {
      return true
    }
    return device.bytes > settings.bytesOfMinute || device.batches > settings.batchesOfMinute
      || device.refusals >= settings.refusalsOfMinute
  }

  private mutating func turnMinute(at now: Moment) {
    let current = Int(start.duration(to: now).inSeconds / 60)
    guard current != minute else { return }
    minute = current
    known = known.filter { $0.value.seen.duration(to: now) < .seconds(600) }
    tenants = tenants.filter { $0.value.minute >= current - 10 }
    devices = known.values.count { $0.seen.duration(to: now) < .seconds(300) }
  }

  /// Handles an admitted body that will not be complete.
  mutating func dropped(_ size: Int) { (arriving, arrivingBytes) = (arriving - 1, arrivingBytes - size) }

  mutating func received(_ request: Int, _ delivery: Delivery, at now: Moment) -> [Action] {
    dropped(delivery.bytes)
    guard rows + delivery.rows <= settings.mostRows else { return [finish(request, answer(.full))] }
    waiting.append(
      Member(request: request, delivery: delivery, since: now, isStranger: known[delivery.token] == nil))
    return work(at: now)
  }

  private func answer(_ word: FleetAnswer.Word) -> FleetAnswer {
    var answer = FleetAnswer(word)
    answer.width = width
    switch word {
    case .full: answer.retryAfter = 1
    case .away, .locked, .unknownTokens: answer.retryAfter = 2
    // A person must act.
    case .noRoom, .schema: answer.retryAfter = 15
    default: break
    }
    return answer
  }

  private mutating func finish(_ request: Int, _ answer: FleetAnswer) -> Action {
    counts.answers[answer.word, default: 0] += 1
    return .answer(request: request, answer)
  }

  // MARK: - The database

  /// Handles a connection that can commit, because it has committed a probe.
  mutating func available(_ line: Int, at now: Moment) -> [Action] {
    (lines[line], lastCommit, away) = (.idle, now, nil)
    return work(at: now)
  }

  /// Handles a connection that ended or failed; it is unknown whether its batches were committed, so the devices send them again.
  mutating func lost(_ line: Int, _ word: FleetAnswer.Word, at now: Moment) -> [Action] {
    var actions: [Action] = []
    if case .running(let group) = lines[line] {
      actions = group.members.compactMap { release($0, answer(word)) }
    }
    lines[line] = .away
    if isAway { away = word }
    return actions + work(at: now)
  }

  mutating func probed(_ line: Int, at now: Moment) -> [Action] {
    guard case .probing = lines[line] else { return [] }
    return available(line, at: now)
  }

  /// Handles a committed transaction, with an outcome for each of its batches.
  mutating func committed(
    _ number: Int, _ outcomes: [Outcome], _ rows: Counts, in database: FleetDatabase?, at now: Moment
  ) -> [Action] {
    guard let group = take(number) else { return [] }
    guard outcomes.count == group.members.count,
      database != nil || !outcomes.contains(where: { $0.word == .committed })
    else { return group.members.compactMap { release($0, answer(.schema)) } + work(at: now) }
    (lastCommit, away, failure) = (now, nil, nil)
    (counts.groupSize, counts.commitTime) = (group.members.count, group.since.duration(to: now))
    var taken = 0
    var actions: [Action] = []
    for (member, outcome) in zip(group.members, outcomes) {
      note(outcome, of: member, at: now, &actions)
      if outcome.word == .committed, case .batch(let rows) = member.delivery.content {
        taken += rows.fixCount
      }
      release(member, answer(to: member.delivery, outcome, database)).map { actions.append($0) }
    }
    counts.fresh += rows.fresh
    counts.duplicates += max(0, taken - rows.fresh - rows.late - rows.expired)
    (counts.late, counts.expired) = (counts.late + rows.late, counts.expired + rows.expired)
    counts.repeated += rows.repeated
    return actions + work(at: now)
  }

  private func answer(to delivery: Delivery, _ outcome: Outcome, _ database: FleetDatabase?) -> FleetAnswer {
    var answer = answer(outcome.word)
    (answer.epoch, answer.numbers) =
      switch delivery.content {
      case .batch(let rows): (rows.epoch, rows.numbers)
      case .refused(_, _, let epoch, let numbers, _): (epoch, numbers)
      }
    switch outcome.word.status {
    case 200: (answer.database, answer.reads) = (database, Int(FleetBatch.version))
    case 409: answer.installation = outcome.owner
    case 422: answer.reads = Int(FleetBatch.version)
    default: break
    }
    return answer
  }

  /// Learns a token from the outcome of its batch.
  private mutating func note(
    _ outcome: Outcome, of member: Member, at now: Moment, _ actions: inout [Action]
  ) {
    let token = member.delivery.token
    guard ![401, 403].contains(outcome.word.status) else {
      known[token] = nil
      return
    }
    if member.isStranger { allowStrangers(1) }
    if known[token] == nil {
      guard known.count < settings.mostKnown else { return }
      devices += 1
    }
    var device = known[token] ?? Known(seen: now)
    device.seen = now
    if [409, 422].contains(outcome.word.status) {
      device.turn(to: minute)
      device.refusals += 1
    }
    if outcome.word == .secondInstallation, !device.hasReported {
      device.hasReported = true
      actions.append(
        .report(
          "the token \(token.id) is used by a second installation; if that is intended, see gpsbridge-collect device adopt"
        ))
    }
    if let name = outcome.tenant {
      device.tenant = name
      var tenant = tenants[name] ?? Tenant()
      if tenant.minute != minute { (tenant.minute, tenant.rows) = (minute, 0) }
      (tenant.rows, tenant.limit) = (tenant.rows + member.delivery.rows, outcome.limit)
      tenants[name] = tenant
    }
    known[token] = device
  }

  /// Handles a failed transaction, none of which was committed.
  mutating func failed(_ number: Int, _ failure: Failure, at now: Moment) -> [Action] {
    guard let group = take(number) else { return [] }
    var members = group.members.filter { !$0.isAnswered }
    var actions: [Action] = []
    func end(_ word: FleetAnswer.Word, where isOver: (Member) -> Bool = { _ in true }) {
      actions += members.filter(isOver).map { finish($0.request, answer(word)) }
      members.removeAll(where: isOver)
    }
    switch failure {
    case .conflict:
      counts.conflicts += 1
      for place in members.indices { members[place].conflicts += 1 }
      end(.away) { $0.conflicts > settings.mostConflicts }
    case .value(let words):
      if group.members.count > 1 {
        for place in members.indices { members[place].isAlone = true }
      } else if case .batch(let rows)? = members.first?.delivery.content {
        members[0].delivery.content = .refused(
          .numbers, detail: words, epoch: rows.epoch, numbers: rows.numbers, sample: [])
      } else {
        // Not even the refusal can be stored.
        end(.away)
      }
    case .unavailable(let word):
      end(word)
      self.failure = (word, now)
      if word != .locked {
        lines[group.line] = .away
        actions.append(.reconnect(line: group.line))
        if isAway { away = word }
      }
    }
    waiting = members + waiting
    return actions + work(at: now)
  }

  /// Ends a running transaction; nil if it is no longer known.
  private mutating func take(_ number: Int) -> Group? {
    for (line, state) in lines.enumerated() {
      guard case .running(let group) = state, group.number == number else { continue }
      lines[line] = .idle
      return group
    }
    return nil
  }

  private mutating func release(_ member: Member, _ answer: FleetAnswer) -> Action? {
    member.isAnswered ? nil : finish(member.request, answer)
  }

  // MARK: - What is due

  mutating func wake(at now: Moment) -> [Action] {
    turnMinute(at: now)
    var actions: [Action] = []
    func isOver(_ since: Moment) -> Bool { since.duration(to: now) >= settings.longestAnswer }
    for (place, line) in lines.enumerated() {
      switch line {
      case .probing(let since) where isOver(since):
        actions += [.reconnect(line: place)] + lost(place, .away, at: now)
      case .running(let group) where isOver(group.since):
        actions += [.reconnect(line: place)] + lost(place, .away, at: now)
      case .running(var group):
        for place in group.members.indices
        where !group.members[place].isAnswered && isOver(group.members[place].since) {
          actions.append(finish(group.members[place].request, answer(.away)))
          group.members[place].isAnswered = true
        }
        lines[place] = .running(group)
      case .away, .idle, .probing: break
      }
    }
    let late = waiting.filter { $0.since.duration(to: now) >= settings.longestWait }
    waiting.removeAll { $0.since.duration(to: now) >= settings.longestWait }
    actions += late.map { finish($0.request, answer(trouble(at: now) ?? .away)) }
    return actions + work(at: now)
  }

  /// Sends waiting batches, or a probe, over idle connections.
  private mutating func work(at now: Moment) -> [Action] {
    var actions: [Action] = []
    for place in lines.indices {
      guard case .idle = lines[place] else { continue }
      if isDue(at: now) {
        let group = Group(number: nextNumber, line: place, members: nextMembers(), since: now)
        nextNumber += 1
        lines[place] = .running(group)
        actions.append(.commit(group))
      } else if !isProbing, (lastCommit ?? start).duration(to: now) >= settings.probePause {
        lines[place] = .probing(since: now)
        actions.append(.probe(line: place))
      }
    }
    return actions
  }

  private func isDue(at now: Moment) -> Bool {
    guard let first = waiting.first else { return false }
    return first.mustBeAlone || first.conflicts > 0 || waiting.count >= settings.groupBatches
      || waiting.reduce(0) { $0 + $1.delivery.bytes } >= settings.groupBytes
      || first.since.duration(to: now) >= settings.groupPause
  }

  private mutating func nextMembers() -> [Member] {
    var (count, rows) = (0, 0)
    while count < min(waiting.count, settings.groupBatches) {
      let member = waiting[count]
      rows += member.delivery.rows
      guard count == 0 || !member.mustBeAlone && rows <= settings.groupRows else { break }
      count += 1
      if member.mustBeAlone { break }
    }
    defer { waiting.removeFirst(count) }
    return Array(waiting.prefix(count))
  }
}
