internal import GPSBridge
internal import SerialPorts

/// Gathers, from all that a receiver tells, what its condition follows from: a pure value that is told of each.
///
/// ```swift
/// var facts = LiveFacts(now: now)
/// facts.take(output, counts: receiver.counts, at: now)
/// let verdict = facts.verdict(at: now)
/// ```
struct LiveFacts: Sendable {
  /// The source's state, as it was told last.
  private(set) var state = ReceiverState.idle
  /// The epoch that was told last since the device was opened.
  private(set) var fix: Fix?
  /// The sky that was told last since the device was opened.
  private(set) var sky: Sky?

  private var facts = ReceiverFacts()
  private var counts = StreamTotals()
  private var countsAtOpening = StreamTotals()
  private var openedAt: ContinuousClock.Instant?
  /// Since when there has been no fix.
  private var searchingSince: ContinuousClock.Instant?
  private var clock = ReceiverClock()
  private var silentSince: ContinuousClock.Instant?

  init() {}

  /// Takes what was told, and what had been counted by then.
  mutating func take(_ output: ReceiverOutput, counts: StreamTotals, at now: ContinuousClock.Instant) {
    self.counts = counts
    switch output {
    case .fix(let fix): take(fix, at: now)
    case .sky(let sky):
      self.sky = sky
      facts.sky = SkyFacts(sky)
    case .event(let event): take(event.kind, at: event.instant)
    case .sentence(let sentence): take(sentence)
    case .update, .failed: break
    }
  }

  /// What is known by now.
  func receiverFacts(at now: ContinuousClock.Instant) -> ReceiverFacts {
    var facts = facts
    if let openedAt { facts.stream = stream(since: openedAt, at: now) }
    facts.stream.formats = self.facts.stream.formats
    if let searchingSince { facts.fix.searching = searchingSince.duration(to: now) }
    facts.integrity.timeStoodStill = clock.stoodStill(at: now)
    return facts
  }

  /// What all of it amounts to.
  func verdict(at now: ContinuousClock.Instant) -> Verdict { Diagnosis.verdict(receiverFacts(at: now)) }

  /// Whether any byte came since the device was opened.
  func hasBytes(at now: ContinuousClock.Instant) -> Bool {
    (receiverFacts(at: now).stream.bytesPerSecond ?? 0) > 0
  }

  // MARK: The device

  private mutating func take(_ event: ReceiverEvent.Kind, at instant: ContinuousClock.Instant) {
    switch event {
    case .opened(let place, let speed): opened(place, speed, at: instant)
    case .openFailed(let error): refused(error)
    case .detached(let place):
      facts.port.path = place.node
      facts.port.state = .gone
      closed()
    case .disconnected: closed()
    case .speedTried(let speed):
      facts.port.speedsTried.append(contentsOf: [facts.port.speed].compactMap { $0 })
      facts.port.speed = speed
    case .speedFound(let speed):
      facts.port.speed = speed
      facts.port.speedsTried = []
      silentSince = nil
    case .silent(let time): silentSince = instant - time
    case .speaking: silentSince = nil
    case .binary(let language): facts.stream.formats.insert(language.format)
    case .corrected(let corrections): facts.integrity.rolloverWeeks = Int(corrections.rolloverWeeks)
    case .state(let state):
      self.state = state
      if case .waitingForDevice(let error) = state, error != .notLookedFor,
        facts.port.state == nil || facts.port.state == .denied
      {
        facts.port.state = .absent
      }
    default: break
    }
  }

  private mutating func opened(_ place: DevicePlace, _ speed: Int?, at instant: ContinuousClock.Instant) {
    let hadFix = facts.fix.hadFix
    facts = ReceiverFacts()
    facts.port.state = .opened
    facts.port.path = place.node
    facts.port.speed = speed
    facts.fix.hadFix = hadFix
    countsAtOpening = counts
    openedAt = instant
    silentSince = nil
    searchingSince = nil
    clock = ReceiverClock()
    fix = nil
    sky = nil
  }

  private mutating func refused(_ error: LocationError) {
    facts.port.path = error.underlying?.path
    switch error.code {
    case .permissionDenied: facts.port.state = .denied
    case .deviceBusy:
      facts.port.state = .busy
      facts.port.holder = error.underlying?.holders.first?.name
      facts.port.holderProcess = error.underlying?.holders.first?.process
    default: break
    }
  }

  private mutating func closed() {
    openedAt = nil
    searchingSince = nil
    facts.fix.hasFix = nil
    facts.stream = StreamFacts()
  }

  // MARK: The stream

  private func stream(
    since openedAt: ContinuousClock.Instant, at now: ContinuousClock.Instant
  ) -> StreamFacts {
    var stream = StreamFacts()
    let start = silentSince ?? openedAt
    let time = start.duration(to: now)
    stream.listened = time
    stream.sentences = counts.sentences - countsAtOpening.sentences
    stream.messages = counts.messages - countsAtOpening.messages
    stream.badChecksums = counts.badChecksum - countsAtOpening.badChecksum
    stream.epochs = counts.epochs - countsAtOpening.epochs
    let bytes = silentSince == nil ? counts.bytes - countsAtOpening.bytes : 0
    if time > .zero { stream.bytesPerSecond = Double(bytes) / (time / .seconds(1)) }
    return stream
  }

  /// What a receiver says of its antenna, in a text of its own.
  private mutating func take(_ sentence: ReceivedSentence) {
    let text = sentence.text
    guard let mark = ["ANTSTATUS=", "ANTENNA "].first(where: { text.contains($0) }) else { return }
    facts.integrity.antenna = text.word(behind: mark)
  }

  // MARK: The position

  private mutating func take(_ fix: Fix, at now: ContinuousClock.Instant) {
    facts.integrity.impliedSpeed = self.fix.flatMap { fix.impliedSpeed(since: $0) }
    self.fix = fix
    facts.fix.hasFix = fix.isValid
    facts.fix.isTimeKnown = fix.time != nil
    facts.fix.isThreeDimensional = fix.isValid ? fix.mode != .twoDimensional : nil
    facts.fix.horizontalDilution = fix.dilution.horizontal
    clock.take(fix.time, at: now)
    if fix.isValid {
      facts.fix.hadFix = true
      searchingSince = nil
    } else if searchingSince == nil {
      // Until the first epoch it may have been searching all the time.
      searchingSince = facts.fix.hadFix == true ? now : openedAt ?? now
    }
  }
}

/// Watches whether a receiver's time goes on.
private struct ReceiverClock: Sendable {
  private var time: UTC?
  private var since: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?

  init() {}

  mutating func take(_ time: UTC?, at now: ContinuousClock.Instant) {
    if time == nil || time != self.time { since = now }
    self.time = time
    last = now
  }

  /// For how long epochs have come with one and the same time.
  func stoodStill(at now: ContinuousClock.Instant) -> Duration? {
    guard time != nil, let since, let last, since < last else { return nil }
    return since.duration(to: last)
  }
}

extension Fix {
  /// Metres per second that the way from an earlier position would take; nil where nobody can say.
  fileprivate func impliedSpeed(since earlier: Fix) -> Double? {
    guard isValid, earlier.isValid, let from = earlier.coordinate, let to = coordinate, let time,
      let before = earlier.time
    else { return nil }
    let seconds = time.seconds(since: before)
    return seconds > 0 ? to.distance(to: from) / seconds : nil
  }
}

extension BinaryProtocol {
  fileprivate var format: StreamFacts.Format {
    switch self {
    case .sirf: .sirf
    case .ubx: .ubx
    case .rtcm: .rtcm
    }
  }
}

extension String {
  /// The word behind a mark.
  fileprivate func word(behind mark: String) -> String? {
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(mark) { return String(rest.dropFirst(mark.count).prefix { $0.isLetter }) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
