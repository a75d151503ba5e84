internal import GNSS
internal import NMEA
internal import SerialPorts

extension ReceiverCore {
  /// The most bytes that one read of a port brings.
  private static let fullRead = ConnectionLimits().chunkSize

  /// Whether there is a fix, in the machine's words.
  var standing: OpenDevice.Standing {
    switch freshness.freshness {
    case .live: .fix
    case .aging, .stale: saysNoFix ? .noFix : .fix
    case .lost: freshness.lastFix == nil ? .noFix : .lost
    }
  }

  /// Bytes came.
  mutating func take(_ bytes: Span<UInt8>, at instant: ContinuousClock.Instant, utcSeconds: Double) {
    var decoded: [DecodedOutput] = []
    let held = decoder.heldEpoch
    let endOfHeld = lastByte
    decoder.decode(bytes, into: &decoded)
    // A read that fills its buffer may leave bytes behind.
    if bytes.count < Self.fullRead { decoder.nothingWaits(into: &decoded) }
    lastByte = instant
    if let held, let first = decoded.firstIndex(where: { $0.isFix(at: held) }) {
      // It was complete before these bytes came, and is as old as that.
      let age = endOfHeld.duration(to: instant) / .seconds(1)
      take(Array(decoded[...first]), at: endOfHeld, utcSeconds: utcSeconds - age)
      decoded.removeSubrange(...first)
    }
    take(decoded, at: instant, utcSeconds: utcSeconds)
    machine.heard(decoder.evidence)
    machine.stands(standing)
  }

  /// The line has been quiet for long enough.
  mutating func lineIsQuiet(utcSeconds: Double) {
    var decoded: [DecodedOutput] = []
    decoder.lineIsQuiet(into: &decoded)
    // The epoch was complete when its last byte came, not now.
    take(decoded, at: lastByte, utcSeconds: utcSeconds)
    machine.stands(standing)
  }

  /// The device is closed: what is complete is told, and its position is lost.
  mutating func finishEpoch(at now: ContinuousClock.Instant, utcSeconds: Double) {
    var decoded: [DecodedOutput] = []
    decoder.finish(into: &decoded)
    take(decoded, at: lastByte, utcSeconds: utcSeconds)
    saysNoFix = true
    let changes = freshness.sourceEnded(at: now)
    note(changes)
    if !changes.isEmpty { tellUpdate(at: now) }
    machine.stands(standing)
  }

  /// Time has passed, and the position with it.
  mutating func grewOlder(at now: ContinuousClock.Instant) {
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
    guard source != nil, !hasSpoken else { return }
    hasSpoken = true
    // Behind a lost fix an opening is no news: only a receiver that never had one is now said to search.
    if location == nil { tellReason(at: now) }
  }

  /// Tells why there is no location, where that has changed.
  private mutating func tellReason(at now: ContinuousClock.Instant) {
    if told != ToldUpdate(freshness.freshness, reason, error) { tellUpdate(at: now) }
  }

  private mutating func take(
    _ decoded: [DecodedOutput], at instant: ContinuousClock.Instant, utcSeconds: Double
  ) {
    for output in decoded {
      switch output {
      case .fix(let fix): take(fix, at: instant, utcSeconds: utcSeconds)
      case .sky(let sky): tell(.sky(sky), at: instant)
      case .sentence(let bytes):
        settings.heard(bytes, at: instant)
        condition.take(sentence: bytes)
        if sentenceListeners > 0 { outputs.append(.sentence(ReceivedSentence(bytes, received: instant))) }
      case .message(let bytes):
        if messageListeners > 0 { outputs.append(.message(ReceivedMessage(bytes, received: instant))) }
      }
    }
  }

  private mutating func take(_ fix: Fix, at instant: ContinuousClock.Instant, utcSeconds: Double) {
    guard let place else { return }
    let found = Location(
      fix, received: instant, utcSeconds: utcSeconds, source: place.source, model: accuracy)
    hasSpoken = true
    saysNoFix = found == nil
    isImplausible = fix.isValid && fix.isOnNullIsland
    if isImplausible { refusedPositions += 1 }
    if let found { location = found }
    let changes = found == nil ? freshness.noFix(at: instant) : freshness.fixArrived(at: instant)
    settings.epochEnded(fix, at: instant)
    var epoch = Epoch(fix, makeUpdate(at: instant), received: instant)
    condition.take(.epoch(epoch), counts: counts, at: instant)
    epoch.isSuspect = condition.isSuspect(at: instant)
    outputs.append(.epoch(epoch))
    if found != nil, !hadFix {
      hadFix = true
      note(.firstFix(after: openedAt.duration(to: instant)), at: instant)
    }
    if !fix.timeCorrections.isEmpty, fix.timeCorrections != corrections {
      corrections = fix.timeCorrections
      note(.corrected(fix.timeCorrections), at: instant)
    }
    noteTime(of: fix, at: instant)
    note(changes)
  }

  /// Tells a report, and keeps what verdicts follow from.
  mutating func tell(_ report: Report, at instant: ContinuousClock.Instant) {
    condition.take(report, counts: counts, at: instant)
    outputs.append(report)
  }

  /// Tells the verdict, where somebody wants to know and it is another one now.
  mutating func judge(at now: ContinuousClock.Instant) {
    guard verdictListeners > 0 else { return }
    condition.take(counts: counts)
    if let verdict = condition.takeVerdictChange(at: now) { outputs.append(.verdict(verdict)) }
  }

  /// A time that runs backwards is told as it is, and said to do so.
  private mutating func noteTime(of fix: Fix, at instant: ContinuousClock.Instant) {
    guard let time = fix.time else { return }
    if let latest = lastTime, time < latest {
      let step = Duration.seconds(latest.seconds(since: time))
      note(.timeWentBack(by: step), at: instant)
    }
    lastTime = time
  }

  private mutating func note(_ changes: [FreshnessTracker.Transition]) {
    for change in changes {
      note(.freshness(change.to), at: change.at)
      if change.to == .live, let gap = change.gap { note(.back(gap: gap), at: change.at) }
    }
  }

  private mutating func tellUpdate(at now: ContinuousClock.Instant) {
    tell(.update(makeUpdate(at: now)), at: now)
  }

  /// The news of the location as they are now, noted as told.
  private mutating func makeUpdate(at now: ContinuousClock.Instant) -> LocationUpdate {
    told = ToldUpdate(freshness.freshness, reason, error)
    return LocationUpdate(
      lastKnown: location, freshness: freshness.freshness, age: freshness.age(at: now), reason: reason,
      error: error)
  }

  /// The fault that keeps the device from being read.
  private var error: LocationError? { machine.state.error }

  /// Why there is no location, where the device or its state says so.
  private var reason: NoLocationReason? {
    switch machine.state {
    case .idle: .stopped
    // Nobody has looked yet: that is no news of a cable.
    case .waitingForDevice(.notLookedFor): .starting
    case .waitingForDevice(let error):
      opening == 0 ? NoLocationReason(error) : .disconnected
    case .waitingToRetry(let error), .failed(let error): NoLocationReason(error)
    case .detectingSpeed: .starting
    // u-blox messages are understood; the one with a position has not come.
    case .binary(.ubx): .searching
    case .binary: .notUnderstood
    case .silent: .silent
    case .noFix, .fix, .lost:
      saysNoFix ? reasonWithoutFix : nil
    }
  }

  /// Why the receiver has no fix; before its first epoch it may have one.
  private var reasonWithoutFix: NoLocationReason {
    if isImplausible { return .implausible }
    if location != nil { return .fixLost }
    return hasSpoken ? .searching : .starting
  }
}

/// What the last update said about there being no location.
struct ToldUpdate: Sendable, Hashable {
  let freshness: Freshness
  let reason: NoLocationReason?
  let error: LocationError?

  init(_ freshness: Freshness, _ reason: NoLocationReason?, _ error: LocationError?) {
    self.freshness = freshness
    self.reason = reason
    self.error = error
  }
}

extension NoLocationReason {
  /// What an error means for whoever waits for a location.
  init(_ error: LocationError) {
    self =
      switch error.code {
      case .permissionDenied: .permissionDenied
      case .deviceBusy: .deviceBusy
      case .deviceNotFound: .noDevice
      case .deviceAmbiguous: .deviceAmbiguous
      case .malformedSource, .unreadable: .malformedSource
      case .disconnected: .disconnected
      default: .portFailed
      }
  }
}

extension DecodedOutput {
  /// Whether it is the fix of this time of day.
  fileprivate func isFix(at time: TimeOfDay) -> Bool {
    if case .fix(let fix) = self { fix.timeOfDay == time } else { false }
  }
}
