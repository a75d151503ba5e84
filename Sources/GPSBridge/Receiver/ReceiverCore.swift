internal import GPSDelivery
internal import GNSS
internal import GPSBase
internal import NMEA
internal import SerialPorts

/// An opening that waits for an earlier one to be closed.
struct NextOpening: Sendable {
  var place: DevicePlace
  var speed: Int?
}

/// A report on its way from the core to those who are told.
struct ReceiverNews: Sendable {
  var report: Report
  /// When it happened.
  let instant: ContinuousClock.Instant
  /// Whether it is told; what is not told still counts for verdicts.
  let isTold: Bool
}

/// Everything that a receiver remembers between two events on its loop.
///
/// It cannot be copied, for it is large: what is asked of a part of an actor is otherwise asked of a copy.
struct ReceiverCore: ~Copyable, Sendable {
  var machine: ReceiverMachine
  private var decoder: ReceiverDecoder
  private var freshness: FreshnessTracker
  private var backlog = BacklogWatch()
  /// The exchange of settings with the receiver.
  var settings: SettingExchange
  /// The number of listeners who asked for binary messages, which are copied for them alone.
  private var messageListeners = 0
  /// How many listeners want the text of sentences, and how many want verdicts.
  private var sentenceListeners = 0
  private var verdictListeners = 0
  /// Fires when the verdict must be checked again, although nothing was told.
  var verdictTimer: (any TimerHandle)?
  /// Reports that are to be told, in order.
  var news: [ReceiverNews] = []
  /// Empty between two reads: its room is kept, or each epoch would allocate it anew.
  private var decoded: [DecodedOutput] = []

  var watch: (any DeviceWatch)?
  var source: (any ByteSource)?
  /// The place of the open source.
  var place: DevicePlace?
  /// How many sources are being closed; the same device refuses to open until they are.
  var closing = 0
  /// The opening that waits for that.
  var nextOpening: NextOpening?
  var readers = OtherReaders()
  /// Fires when it is time to see whether they have gone.
  var readersTimer: (any TimerHandle)?
  /// How often a device was opened; bytes from earlier openings do not count.
  private(set) var opening = 0
  @Kept private var openedAt: ContinuousClock.Instant

  var timers: [ReceiverMachine.Timer: any TimerHandle] = [:]
  /// Rings when something may be due by time alone.
  var alarm: (any TimerHandle)?
  @KeptIfAny var alarmDue: ContinuousClock.Instant?
  /// Fires when an errand takes too long.
  var errandTimer: (any TimerHandle)?
  @KeptIfAny var errandDeadline: ContinuousClock.Instant?
  /// The callers that wait for an errand.
  var waiting: [Int: OneShot<SettingErrand.Report, LocationError>] = [:]
  @Kept private var lastByte: ContinuousClock.Instant

  private let accuracy: AccuracyModel
  /// The last location, however old.
  private var location: Location?
  private var claims = FixClaims()
  /// The last update, in short.
  private var told: ToldUpdate?
  private var steps = TimeSteps()
  private var host = HostWatch()
  /// The corrections last made to the receiver's time.
  private var corrections = TimeCorrections()

  init(_ options: ReceiverOptions, now: ContinuousClock.Instant, reference: DateReference) {
    machine = ReceiverMachine(options)
    decoder = ReceiverDecoder(reference, options.strictness)
    // The exchange of settings reads the sentences.
    decoder.givesSentences = true
    settings = SettingExchange(options)
    freshness = FreshnessTracker(options.freshness)
    accuracy = options.accuracy
    openedAt = now
    lastByte = now
  }

  /// Takes a newly opened device, and forgets the incomplete data of an earlier opening.
  mutating func opened(
    _ source: any ByteSource, at now: ContinuousClock.Instant, _ place: DevicePlace,
    _ reference: DateReference, lastGood: Int?, profile: [SettingValue]
  ) -> Int {
    self.source = source
    // The same receiver goes on with the same clock, also after a silence in which its port was opened again.
    if self.place?.key != place.key { backlog = BacklogWatch() }
    self.place = place
    opening += 1
    openedAt = now
    lastByte = now
    readers.forget()
    claims.opened()
    decoder.restart(reference)
    settings.opened(place.key, profile: profile, at: now)
    machine.opened(lastGood: lastGood)
    machine.stands(standing)
    return opening
  }

  /// Follows the host's clock.
  mutating func follow(_ time: any TimeSource, at now: ContinuousClock.Instant) {
    if let reference = host.look(at: time, now) { decoder.reference = reference }
  }

  /// The speed of the line is changed: what came before says nothing about it.
  mutating func forgetSpeed() { decoder.forgetSpeed() }

  /// Gives up everything that must end when nobody holds the receiver any more.
  mutating func dismantle() -> (
    source: (any ByteSource)?, watch: (any DeviceWatch)?, timers: [any TimerHandle]
  ) {
    let handles = Array(timers.values) + [alarm, errandTimer, readersTimer, verdictTimer].compactMap(\.self)
    settings.close()
    defer {
      source = nil
      watch = nil
      timers = [:]
      alarm = nil
      alarmDue = nil
      errandTimer = nil
      readersTimer = nil
      verdictTimer = nil
    }
    return (source, watch, handles)
  }

  /// Everything counted so far.
  var counts: StreamTotals {
    var counts = decoder.counts
    counts.refusedPositions = claims.refusedPositions
    return counts
  }

  /// The place of the device, while it is open.
  var openPlace: DevicePlace? { source == nil ? nil : place }

  /// The means to change settings now.
  var means: SettingMeans { settings.means }

  /// When an errand is given up.
  var errandDue: ContinuousClock.Instant? { settings.nextDeadline }

  /// Tells the exchange of settings the condition of the line.
  mutating func followLine(at now: ContinuousClock.Instant) {
    settings.follow(machine.lineCondition, at: now)
  }
}

// MARK: - Epochs

extension ReceiverCore {
  /// The most bytes that one read of a port brings.
  private static let fullRead = ConnectionLimits().chunkSize

  /// Bytes came.
  mutating func take(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant, utcSeconds: Double) {
    var decoded = takeRoom()
    let held = decoder.heldEpoch
    let endOfHeld = lastByte
    // They are copied for whoever listens, and for a talk with the receiver that is under way.
    decoder.givesMessages = messageListeners > 0 || settings.listensToMessages
    decoder.decode(bytes, into: &decoded)
    // A read that fills its buffer may leave bytes behind.
    if bytes.count < Self.fullRead { decoder.nothingWaits(into: &decoded) }
    let evidence = decoder.evidence
    settings.heard(evidence, at: instant)
    lastByte = instant
    if let held, let first = decoded.firstIndex(where: { $0.isFix(at: held) }) {
      // It was complete before these bytes came, and is as old as that.
      let age = endOfHeld.duration(to: instant) / .seconds(1)
      take(decoded[...first], at: endOfHeld, utcSeconds: utcSeconds - age)
      take(decoded[(first + 1)...], at: instant, utcSeconds: utcSeconds)
    } else {
      take(decoded[...], at: instant, utcSeconds: utcSeconds)
    }
    giveBack(&decoded)
    machine.heard(evidence)
    machine.stands(standing)
  }

  private mutating func takeRoom() -> [DecodedOutput] {
    var room: [DecodedOutput] = []
    swap(&room, &decoded)
    return room
  }

  private mutating func giveBack(_ room: inout [DecodedOutput]) {
    room.removeAll(keepingCapacity: room.capacity <= Self.usualRoom)
    swap(&room, &decoded)
  }

  /// The room for an epoch and its sentences; a full read that needed more gives it back.
  static let usualRoom = 64

  /// The line has been quiet for long enough.
  private mutating func lineIsQuiet(utcSeconds: Double) {
    var decoded = takeRoom()
    decoder.lineIsQuiet(into: &decoded)
    // The epoch was complete when its last byte came, not now.
    take(decoded[...], at: lastByte, utcSeconds: utcSeconds)
    giveBack(&decoded)
    machine.stands(standing)
  }

  /// The device is closed: what is complete is told, and its position is lost.
  mutating func finishEpoch(at now: ContinuousClock.Instant, utcSeconds: Double) {
    var decoded = takeRoom()
    decoder.finish(into: &decoded)
    take(decoded[...], at: lastByte, utcSeconds: utcSeconds)
    giveBack(&decoded)
    claims.closed()
    let changes = freshness.sourceEnded(at: now)
    note(changes)
    if !changes.isEmpty { tellUpdate(at: now) }
    machine.stands(standing)
  }

  /// Time has passed, and the position with it.
  private mutating func grewOlder(at now: ContinuousClock.Instant) {
    let changes = freshness.advance(to: now)
    guard !changes.isEmpty else { return }
    note(changes)
    tellUpdate(at: now)
    machine.stands(standing)
  }

  /// Notes an event; a change of state also says why there is no location, if there is none.
  mutating func note(_ event: ReceiverEvent.Kind, at now: ContinuousClock.Instant) {
    tell(.event(ReceiverEvent(event, at: now)), at: now)
    guard case .state = event, !freshness.freshness.isCurrent else { return }
    tellReason(at: now)
  }

  /// The receiver has been open for as long as an epoch may take.
  mutating func waitedForEpoch(at now: ContinuousClock.Instant) {
    guard source != nil, claims.waited() else { return }
    // After a lost fix an opening is no news; only a receiver that never had a fix is reported as searching.
    if location == nil { tellReason(at: now) }
  }

  /// Tells why there is no location, if that has changed.
  private mutating func tellReason(at now: ContinuousClock.Instant) {
    if told != ToldUpdate(freshness.freshness, reason, error) { tellUpdate(at: now) }
  }

  private mutating func take(
    _ decoded: ArraySlice<DecodedOutput>, at instant: ContinuousClock.Instant, utcSeconds: Double
  ) {
    let newest = decoded.newestTime
    for output in decoded {
      switch output {
      case .fix(let fix):
        let delay = backlog.take(fix, at: instant, newest: newest)
        take(fix, at: instant, utcSeconds: utcSeconds, delay: delay)
      case .sky(let sky): tell(.sky(sky), at: instant)
      case .condition(let hardware): tell(.condition(hardware), at: instant)
      case .sentence(let bytes):
        settings.heard(bytes, at: instant)
        if sentenceListeners > 0 { tell(.sentence(ReceivedSentence(bytes, received: instant)), at: instant) }
      case .message(let bytes):
        if settings.listensToMessages, let message = ReceivedMessage(bytes, received: instant).message {
          settings.heard(message, at: instant)
        }
        if messageListeners > 0 { tell(.message(ReceivedMessage(bytes, received: instant)), at: instant) }
      }
    }
  }

  private mutating func take(
    _ fix: Fix, at instant: ContinuousClock.Instant, utcSeconds: Double, delay: Duration?
  ) {
    guard let place else { return }
    let age = delay ?? .zero
    let found = Location(
      fix, received: instant - age, utcSeconds: utcSeconds - age / .seconds(1), source: place.source,
      model: accuracy)
    let isFirst = !fix.isUnreported && claims.take(fix, isFound: found != nil)
    if let found { location = found }
    let hasPosition = fix.isUnreported ? nil : found != nil
    let changes = freshness.epochArrived(at: instant, hasPosition: hasPosition, delay: delay)
    settings.epochEnded(fix, at: instant)
    var epoch = Epoch(fix, makeUpdate(at: instant), received: instant, delay: delay)
    if delay == nil { epoch.secondsAheadOfHost = host.secondsAhead(fix, at: utcSeconds, place) }
    tell(.epoch(epoch), at: instant)
    if isFirst { note(.firstFix(after: openedAt.duration(to: instant)), at: instant) }
    if !fix.timeCorrections.isEmpty, fix.timeCorrections != corrections {
      corrections = fix.timeCorrections
      note(.corrected(fix.timeCorrections), at: instant)
    }
    if let step = steps.take(fix, at: instant, delay: delay) { note(step, at: instant) }
    note(changes)
  }

  /// Puts a report behind those that are to be told.
  mutating func tell(_ report: Report, at instant: ContinuousClock.Instant) {
    news.append(ReceiverNews(report: report, instant: instant, isTold: true))
  }

  /// Listeners want reports that are made only on demand, or do not want them any more.
  mutating func want(_ extras: Report.Extras, _ demand: Demand) {
    let step = demand == .began ? 1 : -1
    if extras.contains(.sentences) { sentenceListeners += step }
    if extras.contains(.messages) { messageListeners += step }
    if extras.contains(.verdicts) { verdictListeners += step }
  }

  /// Whether changes of the verdict are told.
  var tellsVerdicts: Bool { verdictListeners > 0 }

  /// Whether the verdict is to be looked at again and again.
  var watchesVerdict: Bool { verdictListeners > 0 && machine.isWanted }

  private mutating func note(_ changes: [FreshnessTracker.Transition]) {
    for change in changes {
      note(.freshness(change.to), at: change.at)
      if change.to == .live, let gap = change.gap { note(.back(gap: gap), at: change.at) }
    }
  }

  private mutating func tellUpdate(at now: ContinuousClock.Instant) {
    tell(.update(makeUpdate(at: now)), at: now)
  }

  /// Makes the present update and notes it as told.
  private mutating func makeUpdate(at now: ContinuousClock.Instant) -> LocationUpdate {
    told = ToldUpdate(freshness.freshness, reason, error)
    return LocationUpdate(
      location, freshness.freshness, freshness.age(at: now), reason, error, freshness.fading)
  }

  /// The fault that keeps the device from being read.
  private var error: LocationError? { machine.state.error }

  private var reason: NoLocationReason? {
    claims.reason(in: machine.state, hadLocation: location != nil, wasOpen: opening > 0)
  }

  private var standing: OpenDevice.Standing { claims.standing(freshness) }
}

// MARK: - Time

extension ReceiverCore {
  /// When time alone makes something due; nil if nothing will be.
  var due: ContinuousClock.Instant? {
    guard let quiet = quietDue else { return freshness.nextDeadline }
    return freshness.nextDeadline.map { min($0, quiet) } ?? quiet
  }

  /// When the open epoch is complete if the line stays quiet.
  private var quietDue: ContinuousClock.Instant? {
    guard source != nil, decoder.hasOpenEpoch else { return nil }
    return lastByte + decoder.quietTime
  }

  /// Does what is due.
  mutating func timePassed(to now: ContinuousClock.Instant, utcSeconds: Double) {
    if let quiet = quietDue, quiet <= now { lineIsQuiet(utcSeconds: utcSeconds) }
    grewOlder(at: now)
  }
}

/// The parts of the last update that say why there is no location.
private struct ToldUpdate: Sendable, Hashable {
  let freshness: Freshness
  let reason: NoLocationReason?
  let error: LocationError?

  init(_ freshness: Freshness, _ reason: NoLocationReason?, _ error: LocationError?) {
    self.freshness = freshness
    self.reason = reason
    self.error = error
  }
}

extension DecodedOutput {
  /// Whether it is the fix of this time of day.
  fileprivate func isFix(at time: TimeOfDay) -> Bool {
    if case .fix(let fix) = self { fix.timeOfDay == time } else { false }
  }
}
