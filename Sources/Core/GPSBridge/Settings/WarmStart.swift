internal import GNSS
internal import GPSBase
internal import UBX

/// Decides when to request a receiver's navigation data, and when to restore it.
///
/// ```
///  opened ─▶ who is it? ─▶ its memory is looked up ─▶ given, unless it has a fix ─▶ first fix ─▶ a minute ─▶ asked ─▶ kept
///                                                                                                   ▲ ten minutes │
///                                                                                                   └─────────────┘
/// ```
///
/// It sends nothing by itself: the exchange of settings performs its requests, after the ones of the user.
struct WarmStart: Sendable {
  /// The system clock at a moment, and its maximum error; nil if the clock is not synchronized.
  struct HostTime: Sendable {
    @StoredInstant var moment: ContinuousClock.Instant
    let utcSeconds: Double
    let accuracy: Duration?

    func seconds(at now: ContinuousClock.Instant) -> Double {
      utcSeconds + moment.duration(to: now).inSeconds
    }
  }

  private enum Phase: Sendable, Hashable {
    /// The receiver is not identified yet; we may have requested its identity.
    case stranger(isAsked: Bool)
    /// Its memory is being looked up.
    case recalling
    /// Its memory must be restored.
    case giving
    /// Nothing remains to restore.
    case watching
    /// It has no unique number, so no memory.
    case nameless
  }

  /// The time after its first fix in which a receiver decodes the orbits of all satellites in view.
  static let settling = Duration.seconds(60)
  /// The interval of later requests.
  ///
  /// An orbit is valid for four hours, so data that is minutes old is as good as current data, and no program
  /// has to wait for a final request before it closes the receiver.
  static let interval = Duration.seconds(600)
  /// On a slower line, a dump of 60 kB would take more than ten seconds.
  static let slowestLine = 38_400
  /// The minimum time between two starts; greetings in between are ignored.
  static let pause = Duration.seconds(10)
  /// How far the receiver may have moved while it was off: meters per second, and meters at most.
  private static let drift = (speed: 30.0, most: 100_000.0)
  /// The maximum ages of a position and of pieces, in seconds.
  private static let oldest = (place: 7.0 * 86_400, pieces: 14.0 * 86_400)

  private var actions: [SettingExchange.Action] = []
  private var phase = Phase.stranger(isAsked: false)
  private var memory: ReceiverMemory?
  private var clock: HostTime?
  @StoredInstantIfAny private var startedAt: ContinuousClock.Instant?
  @StoredInstantIfAny private var lastFix: ContinuousClock.Instant?
  /// When to request the receiver's navigation data next.
  @StoredInstantIfAny private(set) var due: ContinuousClock.Instant?
  /// Whether this start had an epoch without a fix.
  private var hasSearched = false
  private var hasFix = false
  private var given = (pieces: 0, taken: 0)
  /// The start to store, once the receiver's memory has been looked up.
  private var start: ReceiverStart?
  private var place: ReceiverMemory.Place?

  /// Whether the memory is being looked up.
  var isRecalling: Bool { phase == .recalling }

  /// Returns the file operations and reports since the last call.
  mutating func takeActions() -> [SettingExchange.Action] {
    defer { actions = [] }
    return actions
  }

  // MARK: - Events

  mutating func opened(at now: ContinuousClock.Instant) {
    let actions = actions
    self = WarmStart()
    self.actions = actions
    startedAt = now
  }

  /// The receiver sent its greeting: the same receiver has restarted.
  mutating func greeted(at now: ContinuousClock.Instant) {
    guard let startedAt, startedAt.duration(to: now) >= Self.pause else { return }
    self.startedAt = now
    (hasSearched, hasFix, start, due) = (false, false, nil, nil)
    given = (0, 0)
    if case .watching = phase { phase = hasGift(at: now) ? .giving : .watching }
  }

  mutating func identified(_ identity: ReceiverIdentity) {
    guard case .stranger = phase else { return }
    guard let owner = ReceiverMemory.Owner(identity), identity.generation.hasSAT else {
      phase = .nameless
      return
    }
    phase = .recalling
    actions.append(.recall(owner))
  }

  /// The memory was looked up; nil if this receiver has none.
  mutating func recalled(
    _ memory: ReceiverMemory?, of owner: ReceiverMemory.Owner, _ clock: HostTime,
    at now: ContinuousClock.Instant
  ) {
    guard case .recalling = phase else { return }
    self.clock = clock
    self.memory = memory ?? ReceiverMemory(owner)
    phase = .watching
    if hasFix { return noteStart() }
    guard hasGift(at: now) else { return }
    if memory?.isOfHelp == false { return actions.append(.tell(.memory(.ofNoHelp))) }
    phase = .giving
  }

  /// Notes an epoch; the first fix completes the start.
  mutating func epochEnded(_ fix: Fix, at now: ContinuousClock.Instant) {
    guard let coordinate = fix.coordinate, fix.mode != .none else {
      hasSearched = true
      return
    }
    lastFix = now
    if fix.mode == .threeDimensional, let time = fix.time {
      place = ReceiverMemory.Place(
        latitude: coordinate.latitude, longitude: coordinate.longitude,
        height: fix.ellipsoidalAltitude ?? 0,
        accuracy: fix.errors?.horizontal ?? 50, time: time.secondsSince1970)
    }
    guard !hasFix else { return }
    hasFix = true
    due = now + Self.settling
    // After a fix, it is too late to restore the memory.
    if case .giving = phase { phase = .watching }
    let kind: ReceiverStart.Kind = given.taken > 0 ? .restored : hasSearched ? .cold : .hot
    var start = ReceiverStart(kind, timeToFix: startedAt?.duration(to: now) ?? .zero)
    (start.given, start.taken) = given
    start.time = fix.time?.secondsSince1970
    self.start = start
    actions.append(.tell(.started(start)))
    noteStart()
  }

  private mutating func noteStart() {
    guard let start, memory != nil else { return }
    self.start = nil
    memory?.note(start)
    if let memory { actions.append(.keep(memory)) }
  }

  // MARK: - Requests

  /// The next request to the receiver; call this only when no other request is pending.
  mutating func takeRequest(
    _ line: LineCondition.LineSpeed, at now: ContinuousClock.Instant
  ) -> ReceiverRequest.Work? {
    switch phase {
    case .stranger(isAsked: false):
      phase = .stranger(isAsked: true)
      return .identify
    case .giving:
      phase = .watching
      return .give
    case .stranger, .recalling, .watching, .nameless: break
    }
    guard let due, due <= now else { return nil }
    self.due = now + Self.interval
    guard case .watching = phase, Self.carries(line), let lastFix,
      lastFix.duration(to: now) < .seconds(5)
    else { return nil }
    return .dump
  }

  private static func carries(_ line: LineCondition.LineSpeed) -> Bool {
    switch line {
    case .meaningless: true
    case .fixed(let speed), .found(let speed): speed >= slowestLine
    }
  }

  // MARK: - Restoring

  private func hasGift(at now: ContinuousClock.Instant) -> Bool {
    let gift = gift(at: now)
    return !gift.pieces.isEmpty || gift.place != nil
  }

  /// The data that can be restored now and is not too old.
  ///
  /// If the clock is not synchronized, the age is unknown. Then we send no time and no position, because a
  /// wrong one makes the start slower; the receiver itself judges which pieces it can use.
  private func gift(at now: ContinuousClock.Instant) -> MemoryTalk.RestoreData {
    var gift = MemoryTalk.RestoreData()
    guard let memory, let clock else { return gift }
    guard let accuracy = clock.accuracy else {
      gift.pieces = memory.pieces
      return gift
    }
    let seconds = clock.seconds(at: now)
    let pieceAge = memory.saved.map { seconds - Double($0) }
    if let pieceAge, -60...Self.oldest.pieces ~= pieceAge { gift.pieces = memory.pieces }
    let isKnown = !gift.pieces.isEmpty
    if let place = memory.place, -60...Self.oldest.place ~= seconds - Double(place.time) {
      gift.place = Self.message(place, age: max(0, seconds - Double(place.time)))
    }
    // One second for the transfer and for data queued before it.
    if isKnown || gift.place != nil {
      gift.clockAccuracy = UInt16(clamping: max(1, accuracy.components.seconds + 1))
    }
    return gift
  }

  private static func message(_ place: ReceiverMemory.Place, age: Double) -> MgaINIPosition {
    MgaINIPosition {
      $0.latitude = place.latitude
      $0.longitude = place.longitude
      $0.height = place.height
      $0.accuracy = min(place.accuracy + age * drift.speed, drift.most)
    }
  }

  /// The current UTC, for a message that sets the receiver's clock.
  func timeToTell(at now: ContinuousClock.Instant) -> (NavPVT.CalendarDate, NavPVT.TimeOfDay)? {
    guard let seconds = clock?.seconds(at: now) else { return nil }
    let whole = seconds.rounded(.down)
    let utc = UTC(secondsSince1970: Int64(whole), nanosecond: Int32((seconds - whole) * 1e9))
    let (day, clock) = (utc.date, utc.timeOfDay)
    guard let date = NavPVT.CalendarDate(year: day.year, month: day.month, day: day.day),
      let time = NavPVT.TimeOfDay(
        hour: Int(clock.hour), minute: Int(clock.minute), second: Int(clock.second),
        nanosecond: Int(clock.nanosecond))
    else { return nil }
    return (date, time)
  }

  /// The talk that restores a receiver's memory, or requests it.
  func talk(
    _ work: ReceiverRequest.Work, _ generation: ReceiverGeneration, at now: ContinuousClock.Instant
  ) -> MemoryTalk {
    work == .give ? MemoryTalk(giving: gift(at: now), to: generation) : MemoryTalk(taking: generation)
  }

  mutating func gave(_ talk: MemoryTalk) {
    given = (talk.given, talk.taken)
    actions.append(.tell(.memory(.given(pieces: talk.given, taken: talk.taken))))
  }

  // MARK: - Storing

  /// The receiver sent its navigation data.
  mutating func took(_ talk: MemoryTalk) {
    // If the receiver is unplugged during the transfer, keep the last complete memory.
    guard talk.isWhole, memory != nil else { return }
    memory?.pieces = talk.pieces
    memory?.place = place
    memory?.saved = place?.time
    if let memory { actions.append(.keep(memory)) }
    actions.append(.tell(.memory(.kept(pieces: talk.pieces.count))))
  }
}
