internal import GNSS
internal import GPSBase
internal import UBX

/// When a receiver is asked for what it remembers, and when that is given back to it.
///
/// ```
///  opened ─▶ who is it? ─▶ its memory is looked up ─▶ given, unless it has a fix ─▶ first fix ─▶ a minute ─▶ asked ─▶ kept
///                                                                                                   ▲ ten minutes │
///                                                                                                   └─────────────┘
/// ```
///
/// It writes nothing by itself: the exchange of settings takes its wishes as errands, behind those of the user.
struct WarmStart: Sendable {
  /// The machine's clock at a moment, and how far it may be off; nil if nobody vouches for it.
  struct HostTime: Sendable {
    @Kept var moment: ContinuousClock.Instant
    let utcSeconds: Double
    let accuracy: Duration?

    func seconds(at now: ContinuousClock.Instant) -> Double {
      utcSeconds + moment.duration(to: now) / .seconds(1)
    }
  }

  /// What is to be done with the files, and what is told.
  enum Step: Sendable, Hashable {
    case recall(ReceiverMemory.Owner)
    case keep(ReceiverMemory)
    case tell(MemoryNews)
    case started(ReceiverStart)
  }

  private enum Phase: Sendable, Hashable {
    /// It is not known who the receiver is, and whether that was asked.
    case stranger(isAsked: Bool)
    /// Its memory is being looked up.
    case recalling
    /// It is to be given its memory.
    case giving
    /// There is nothing to give any more.
    case watching
    /// It has no number to be known by.
    case nameless
  }

  /// A receiver has heard the orbits of what it sees by then.
  static let settling = Duration.seconds(60)
  /// How often it is asked then.
  ///
  /// An orbit holds for four hours. So a memory that is some minutes old is as good as one of now, and no program has to
  /// wait for it when it lets the receiver go.
  static let interval = Duration.seconds(600)
  /// A dump of 60 kB would fill a slower line for more than ten seconds.
  static let slowestLine = 38_400
  /// A receiver that greets again and again is left alone this long.
  static let pause = Duration.seconds(10)
  /// How fast somebody may have moved away while the receiver was off, in meters a second, and how far at most.
  private static let drift = (speed: 30.0, most: 100_000.0)
  /// How old a place and pieces may be, in seconds.
  private static let oldest = (place: 7.0 * 86_400, pieces: 14.0 * 86_400)

  private(set) var steps: [Step] = []
  private var phase = Phase.stranger(isAsked: false)
  private var memory: ReceiverMemory?
  private var clock: HostTime?
  @KeptIfAny private var startedAt: ContinuousClock.Instant?
  @KeptIfAny private var lastFix: ContinuousClock.Instant?
  /// When it is asked next for what it remembers.
  @KeptIfAny private(set) var due: ContinuousClock.Instant?
  /// Whether an epoch of this start came without a fix.
  private var hasSearched = false
  private var hasFix = false
  private var given = (pieces: 0, taken: 0)
  /// Told when the owner is known, for it belongs into its memory.
  private var start: ReceiverStart?
  private var place: ReceiverMemory.Place?

  /// Whether its memory is being looked up.
  var isRecalling: Bool { phase == .recalling }

  mutating func takeSteps() -> [Step] {
    defer { steps = [] }
    return steps
  }

  // MARK: - News

  mutating func opened(at now: ContinuousClock.Instant) {
    let steps = steps
    self = WarmStart()
    self.steps = steps
    startedAt = now
  }

  /// The receiver greets: it has started anew, and is the same one.
  mutating func greeted(at now: ContinuousClock.Instant) {
    guard let startedAt, startedAt.duration(to: now) >= Self.pause else { return }
    self.startedAt = now
    (hasSearched, hasFix, start, due) = (false, false, nil, nil)
    given = (0, 0)
    if case .watching = phase { phase = hasGift(at: now) ? .giving : .watching }
  }

  /// It has told who it is.
  mutating func identified(_ identity: ReceiverIdentity) {
    guard case .stranger = phase else { return }
    guard let owner = ReceiverMemory.Owner(identity), identity.generation.hasSAT else {
      phase = .nameless
      return
    }
    phase = .recalling
    steps.append(.recall(owner))
  }

  /// Its memory was looked up: nil if it has none.
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
    if memory?.isOfHelp == false { return steps.append(.tell(.ofNoHelp)) }
    phase = .giving
  }

  /// An epoch is over.
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
    // A gift that is still to be made comes too late.
    if case .giving = phase { phase = .watching }
    let kind: ReceiverStart.Kind = given.taken > 0 ? .restored : hasSearched ? .cold : .hot
    var start = ReceiverStart(kind, timeToFix: startedAt?.duration(to: now) ?? .zero)
    (start.given, start.taken) = given
    start.time = fix.time?.secondsSince1970
    self.start = start
    steps.append(.started(start))
    noteStart()
  }

  private mutating func noteStart() {
    guard let start, memory != nil else { return }
    self.start = nil
    memory?.note(start)
    if let memory { steps.append(.keep(memory)) }
  }

  // MARK: - Wishes

  /// What is to be said to the receiver next; asked when nothing else is.
  mutating func takeWish(
    _ line: LineCondition.LineSpeed, at now: ContinuousClock.Instant
  ) -> SettingErrand.Wish? {
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

  // MARK: - Giving

  private func hasGift(at now: ContinuousClock.Instant) -> Bool {
    let gift = gift(at: now)
    return !gift.pieces.isEmpty || gift.place != nil
  }

  /// What can be given back now: nothing that is too old to be true.
  ///
  /// Without a clock that somebody vouches for nobody knows how old it is. Then it gets no time and no place, for a wrong
  /// one makes a start slower than none; which of the pieces are of use, it knows itself.
  func gift(at now: ContinuousClock.Instant) -> MemoryTalk.Gift {
    var gift = MemoryTalk.Gift()
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
    // A second for the way over the cable, and for what waits in front of it.
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

  /// The time in UTC, for a message that is on its way.
  func utc(at now: ContinuousClock.Instant) -> UTC? {
    guard let clock else { return nil }
    let seconds = clock.seconds(at: now)
    let whole = seconds.rounded(.down)
    return UTC(secondsSince1970: Int64(whole), nanosecond: Int32((seconds - whole) * 1e9))
  }

  /// It was given its memory.
  mutating func gave(_ talk: MemoryTalk) {
    given = (talk.given, talk.taken)
    steps.append(.tell(.given(pieces: talk.given, taken: talk.taken)))
  }

  // MARK: - Taking

  /// It told what it remembers.
  mutating func took(_ talk: MemoryTalk) {
    // A plug that is pulled in the middle leaves the last whole one.
    guard talk.isWhole, memory != nil else { return }
    memory?.pieces = talk.pieces
    memory?.place = place
    memory?.saved = place?.time
    if let memory { steps.append(.keep(memory)) }
    steps.append(.tell(.kept(pieces: talk.pieces.count)))
  }
}
