internal import GPSDelivery
internal import GNSS
internal import GPSBase
internal import NMEA
internal import SerialPorts

/// An opening that waits until an earlier source is closed.
struct NextOpening: Sendable {
  var place: DevicePlace
  var speed: Int?
}

/// Everything that a receiver keeps between two events on its loop.
///
/// Noncopyable because it is large: reading a part of a copyable actor property may copy all of it.
struct ReceiverCore: ~Copyable, Sendable {
  var machine: ReceiverMachine
  private var decoder: ReceiverDecoder
  private var freshness: FreshnessTracker
  private var backlog = BacklogWatch()
  /// The damaged bytes at the last epoch.
  private var damagedBytes = 0
  var settings: SettingExchange
  /// The number of listeners for binary messages, which are copied only for them.
  private var messageListeners = 0
  /// The number of listeners for the text of sentences, and for verdicts.
  private var (sentenceListeners, measurementListeners) = (0, 0)
  private var verdictListeners = 0
  /// Fires when the verdict must be checked again, even without a new report.
  var verdictTimer: (any TimerHandle)?
  /// Pending reports, in order.
  var news: [ReceiverNews] = []
  /// Empty between two reads; kept for its capacity, or each epoch would allocate it again.
  private var decoded = DecodedBatch()

  var watch: (any DeviceWatch)?
  var source: (any ByteSource)?
  var place: DevicePlace?
  /// The number of sources being closed; while one is, the kernel refuses to open the same device.
  var closing = 0
  /// The opening that waits until those sources are closed.
  var nextOpening: NextOpening?
  var readers = OtherReaders()
  /// Fires when we must check whether the other readers have exited.
  var readersTimer: (any TimerHandle)?
  /// The number of openings until now; bytes from earlier openings are ignored.
  private(set) var opening = 0
  @StoredInstant private var openedAt: ContinuousClock.Instant

  var timers: [ReceiverMachine.Timer: any TimerHandle] = [:]
  /// Fires when the passage of time alone may require work.
  var alarm: (any TimerHandle)?
  var alarmDue: Moment?
  /// Fires when a settings request takes too long.
  var requestTimer: (any TimerHandle)?
  var requestDeadline: Moment?
  var waiting: [Int: OneShot<ReceiverRequest.Report, LocationError>] = [:]
  @StoredInstant private var lastByte: ContinuousClock.Instant

  private let accuracy: AccuracyModel
  /// The last location, however old.
  private var known = KnownLocation.none
  private var claims = FixClaims()
  /// The parts of the last update that decide whether to report a new one.
  private var told: ToldUpdate?
  private var steps = TimeSteps()
  private var run = RunWatch()
  private var host = HostWatch()
  /// The last corrections of the receiver's time.
  private var corrections = TimeCorrections()

  init(_ options: ReceiverOptions, now: ContinuousClock.Instant, reference: DateReference) {
    machine = ReceiverMachine(options)
    decoder = ReceiverDecoder(reference, options.strictness)
    settings = SettingExchange(options)
    freshness = FreshnessTracker(options.freshness)
    accuracy = options.accuracy
    openedAt = now
    lastByte = now
  }

  /// Starts with a newly opened device, and discards incomplete data of an earlier opening.
  mutating func opened(
    _ source: any ByteSource, at now: ContinuousClock.Instant, _ place: DevicePlace,
    _ reference: DateReference, lastGood: Int?, profile: [SettingValue]
  ) -> Int {
    self.source = source
    // The same receiver keeps its clock, even if its port was reopened after a silence.
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

  /// Updates the reference day from the host's clock, and reports an interruption of this program.
  mutating func follow(_ time: any TimeSource, at now: ContinuousClock.Instant) {
    let moment = Moment(now)
    if let reference = host.look(at: time, moment) { decoder.reference = reference }
    if let interruption = run.turn(at: moment, due: alarmDue, asleep: time.timeAsleep) {
      note(.interrupted(interruption), at: now)
    }
  }

  /// Discards earlier evidence, because the line's speed changes.
  mutating func forgetSpeed() { decoder.forgetSpeed() }

  /// Returns everything that must be closed or canceled when the receiver is released.
  mutating func dismantle() -> (
    source: (any ByteSource)?, watch: (any DeviceWatch)?, timers: [any TimerHandle]
  ) {
    let handles = Array(timers.values) + [alarm, requestTimer, readersTimer, verdictTimer].compactMap(\.self)
    settings.close()
    defer {
      source = nil
      watch = nil
      timers = [:]
      alarm = nil
      alarmDue = nil
      requestTimer = nil
      readersTimer = nil
      verdictTimer = nil
    }
    return (source, watch, handles)
  }

  var counts: StreamTotals {
    var counts = decoder.counts
    counts.refusedPositions = claims.refusedPositions
    return counts
  }

  /// The place of the device, while it is open.
  var openPlace: DevicePlace? { source == nil ? nil : place }

  var means: SettingMeans { settings.means }

  /// When the current settings request times out.
  var requestDue: Moment? { settings.nextDue }

  /// Updates the exchange of settings with the condition of the line.
  mutating func followLine(at now: @autoclosure () -> ContinuousClock.Instant) {
    settings.follow(machine.lineCondition, at: now())
  }

  // MARK: - Epochs

  /// The most bytes that a single read of a port returns.
  private static let fullRead = ConnectionLimits().chunkSize

  mutating func take(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant, utcSeconds: Double) {
    var decoded = takeRoom()
    let held = decoder.heldEpoch
    let endOfHeld = lastByte
    // Messages are copied only for listeners and for an exchange in progress.
    decoder.givesMessages = messageListeners > 0 || settings.listensToMessages
    // After a read that fills its buffer, more bytes may be waiting.
    decoder.decode(bytes, isAll: bytes.count < Self.fullRead, into: &decoded)
    let evidence = decoder.evidence()
    settings.heard(evidence, at: instant)
    lastByte = instant
    if let held, let first = decoded.outputs.firstIndex(where: { $0.isFix(at: held) }) {
      // The epoch was complete before these bytes arrived; use the earlier time.
      let age = endOfHeld.duration(to: instant).inSeconds
      take(&decoded, 0..<first + 1, at: endOfHeld, utcSeconds: utcSeconds - age)
      take(&decoded, first + 1..<decoded.outputs.count, at: instant, utcSeconds: utcSeconds)
    } else {
      take(&decoded, decoded.outputs.indices, at: instant, utcSeconds: utcSeconds)
    }
    giveBack(&decoded, at: instant)
    machine.heard(evidence)
    machine.stands(standing)
  }

  private mutating func takeRoom() -> DecodedBatch {
    var room = DecodedBatch()
    swap(&room, &decoded)
    return room
  }

  private mutating func giveBack(_ room: inout DecodedBatch, at instant: ContinuousClock.Instant) {
    takeNames(&room, upTo: room.outputs.count, at: instant)
    room.empty(keepingCapacityUpTo: Self.usualRoom)
    swap(&room, &decoded)
  }

  /// Capacity for an epoch and its sentences; a larger buffer is released after use.
  static let usualRoom = 64

  /// Completes the epoch: the line has been quiet long enough.
  private mutating func lineIsQuiet(utcSeconds: Double) {
    var decoded = takeRoom()
    decoder.lineIsQuiet(into: &decoded)
    // The epoch was complete when its last byte came, not now.
    take(&decoded, decoded.outputs.indices, at: lastByte, utcSeconds: utcSeconds)
    giveBack(&decoded, at: lastByte)
    machine.stands(standing)
  }

  /// Reports the complete part of the open epoch and drops the position, because the device is being closed.
  mutating func finishEpoch(at now: ContinuousClock.Instant, utcSeconds: Double) {
    var decoded = takeRoom()
    decoder.finish(into: &decoded)
    take(&decoded, decoded.outputs.indices, at: lastByte, utcSeconds: utcSeconds)
    giveBack(&decoded, at: lastByte)
    claims.closed()
    let changes = freshness.sourceEnded(at: now)
    note(changes)
    if !changes.isEmpty { tellUpdate(at: now) }
    machine.stands(standing)
  }

  /// Applies the passage of time to the freshness of the position.
  private mutating func grewOlder(at now: ContinuousClock.Instant) {
    let changes = freshness.advance(to: now)
    guard !changes.isEmpty else { return }
    note(changes)
    tellUpdate(at: now)
    machine.stands(standing)
  }

  /// Reports an event; for a change of state, also reports why a location is missing.
  mutating func note(_ event: ReceiverEvent.Kind, at now: ContinuousClock.Instant) {
    tell(.event(ReceiverEvent(event, at: now)), at: now)
    guard case .state = event, !freshness.freshness.isCurrent else { return }
    tellReason(at: now)
  }

  /// Notes that the device has been open long enough for an epoch.
  mutating func waitedForEpoch(at now: ContinuousClock.Instant) {
    guard source != nil, claims.waited() else { return }
    // Report "searching" only if the receiver never had a location; reopening after a lost fix is not news.
    if !known.exists { tellReason(at: now) }
  }

  /// Reports why a location is missing, if the reason has changed.
  private mutating func tellReason(at now: ContinuousClock.Instant) {
    if told != explanation { tellUpdate(at: now) }
  }

  /// Passes the names that came before a result to the settings.
  private mutating func takeNames(
    _ decoded: inout DecodedBatch, upTo place: Int, at instant: ContinuousClock.Instant
  ) {
    while let letters = decoded.takeName(upTo: place) {
      settings.heard(ArrivedSentence(letters: letters), at: instant)
    }
  }

  /// Applies some of the results, and the names before them.
  private mutating func take(
    _ decoded: inout DecodedBatch, _ part: Range<Int>, at instant: ContinuousClock.Instant, utcSeconds: Double
  ) {
    let newest = decoder.hasSeveralFixes ? decoded.outputs[part].newestTime : nil
    for index in part {
      takeNames(&decoded, upTo: index, at: instant)
      switch decoded.outputs[index] {
      case .fix(let fix):
        let delay = backlog.take(fix, at: Moment(instant), newest: newest)
        take(fix, at: instant, utcSeconds: utcSeconds, delay: delay)
      case .sky(let sky): tell(.sky(sky), at: instant)
      case .condition(let hardware): tell(.condition(hardware), at: instant)
      case .sentence(let bytes):
        settings.heard(ArrivedSentence(bytes), at: instant)
        let isMeasured = measurementListeners > 0 && Report.Extras.measurements.includes(bytes)
        guard isMeasured || sentenceListeners > 0 else { continue }
        tell(.sentence(ReceivedSentence(bytes, received: instant)), at: instant)
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
    let found = KnownLocation(
      Location(
        fix, received: instant - age, utcSeconds: utcSeconds - age.inSeconds, source: place.source,
        model: accuracy))
    let isFound = found.exists
    let isFirst = !fix.isUnreported && claims.take(fix, isFound: isFound)
    if isFound { known = found }
    let hasPosition = fix.isUnreported ? nil : isFound
    if decoder.damagedBytes != damagedBytes { freshness.lineWasDamaged() }
    damagedBytes = decoder.damagedBytes
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
    if let step = steps.take(fix, at: Moment(instant), delay: delay) { note(step, at: instant) }
    note(changes)
  }

  /// Appends a report to the pending ones.
  mutating func tell(_ report: Report, at instant: ContinuousClock.Instant) {
    news.append(ReceiverNews(report: report, instant: instant, isTold: true))
  }

  /// Adds or removes a listener for reports that are made only on demand.
  mutating func want(_ extras: Report.Extras, _ demand: Demand) {
    let step = demand == .began ? 1 : -1
    if extras.contains(.sentences) { sentenceListeners += step }
    if extras.contains(.measurements) { measurementListeners += step }
    if extras.contains(.messages) { messageListeners += step }
    if extras.contains(.verdicts) { verdictListeners += step }
    // Without a listener, names are enough.
    decoder.givesSentences = sentenceListeners > 0
    decoder.givesMeasurements = measurementListeners > 0
  }

  /// Whether a listener wants changes of the verdict.
  var tellsVerdicts: Bool { verdictListeners > 0 }

  /// Whether the verdict must be checked periodically.
  var watchesVerdict: Bool { verdictListeners > 0 && machine.isWanted }

  private mutating func note(_ changes: [FreshnessTracker.Transition]) {
    for event in changes.flatMap(\.events) { tell(.event(event), at: event.instant) }
  }

  private mutating func tellUpdate(at now: ContinuousClock.Instant) {
    tell(.update(makeUpdate(at: now)), at: now)
  }

  /// Makes the current update and notes that it is reported.
  private mutating func makeUpdate(at now: ContinuousClock.Instant) -> LocationUpdate {
    told = explanation
    return LocationUpdate(known, freshness.freshness, freshness.age(at: now), reason, error, freshness.fading)
  }

  private var explanation: ToldUpdate {
    ToldUpdate(freshness: freshness.freshness, reason: reason, error: error)
  }

  /// The error that prevents reading the device.
  private var error: LocationError? { machine.state.error }

  private var reason: NoLocationReason? {
    claims.reason(in: machine.state, hadLocation: known.exists, wasOpen: opening > 0)
  }

  private var standing: OpenDevice.Standing { claims.standing(freshness) }

  // MARK: - Time

  /// When the passage of time alone will next require work; nil if it never will.
  var due: Moment? { .earliest(quietDue, freshness.nextChange) }

  /// When the open epoch is complete if the line stays quiet.
  private var quietDue: Moment? {
    guard source != nil, let quiet = decoder.quietTime else { return nil }
    return $lastByte + quiet
  }

  /// Performs the work that is due.
  mutating func timePassed(to now: ContinuousClock.Instant, utcSeconds: Double) {
    if let quiet = quietDue, quiet <= Moment(now) { lineIsQuiet(utcSeconds: utcSeconds) }
    grewOlder(at: now)
  }
}

extension DecodedOutput {
  fileprivate func isFix(at time: TimeOfDay) -> Bool {
    if case .fix(let fix) = self { fix.timeOfDay == time } else { false }
  }
}
