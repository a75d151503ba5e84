package import GPSBridge
internal import GPSFormats
internal import SerialPorts

/// Gathers, from all that a receiver tells, what its condition follows from: a pure value that is told of each.
///
/// ```swift
/// var facts = LiveFacts(now: now)
/// facts.take(output, counts: receiver.counts, at: now)
/// let verdict = facts.verdict(at: now)
/// ```
package struct LiveFacts: Sendable {
  /// The source's state, as it was told last.
  package private(set) var state = ReceiverState.idle
  /// The epoch that was told last since the device was opened.
  package private(set) var fix: Fix?
  /// The sky that was told last since the device was opened.
  package private(set) var sky: Sky?

  private var facts = ReceiverFacts()
  private var counts = StreamTotals()
  private var countsAtOpening = StreamTotals()
  private var openedAt: ContinuousClock.Instant?
  /// Since when there has been no fix.
  private var searchingSince: ContinuousClock.Instant?
  private var clock = ReceiverClock()
  private var spoofs = SpoofWatch()
  private var falls = SignalFallWatch()
  /// When an epoch came last, and how many sentences had come too late by then.
  private var lastEpoch: (at: ContinuousClock.Instant, late: Int)?
  private var silentSince: ContinuousClock.Instant?
  /// The signs of forged signals that whoever reads a recording has found; nil where they are looked for here.
  private var toldSigns: [String]?
  /// Epochs whose position was suspect, over all openings.
  package private(set) var suspectPositions = 0

  package init() {}

  /// Takes what was told, and what had been counted by then.
  package mutating func take(_ output: ReceiverOutput, counts: StreamTotals, at now: ContinuousClock.Instant)
  {
    self.counts = counts
    switch output {
    case .fix(let fix): take(fix, at: now)
    case .sky(let sky):
      self.sky = sky
      facts.sky = SkyFacts(sky)
      falls.take(sky, speed: fix?.speed, at: now)
    case .event(let event): take(event.kind, at: event.instant)
    case .sentence(let sentence): take(sentence)
    case .update, .failed: break
    }
  }

  /// What is known by now.
  package func receiverFacts(at now: ContinuousClock.Instant) -> ReceiverFacts {
    var facts = facts
    if let openedAt { facts.stream = stream(since: openedAt, at: now) }
    facts.stream.formats = self.facts.stream.formats
    facts.sky.used = satellitesUsed
    if let searchingSince { facts.fix.searching = searchingSince.duration(to: now) }
    facts.integrity.timeStoodStill = clock.stoodStill(at: now) ?? stoodStill(at: now)
    // Sentences without an epoch say nothing about a fix, neither that there is one nor that there is none.
    if let lastEpoch, lastEpoch.at.duration(to: now) > Self.staleEpoch { facts.fix.hasFix = nil }
    facts.integrity.latestSpoofingSigns = toldSigns ?? spoofs.signs(at: now)
    if toldSigns == nil {
      facts.integrity.impliedSpeed = spoofs.impliedSpeed(at: now)
      facts.integrity.secondsAheadOfClock = spoofs.secondsAhead
    }
    facts.integrity.signalFall = falls.fall
    return facts
  }

  /// Whether the position of this moment comes from signals that are probably forged.
  package func isSuspect(at now: ContinuousClock.Instant) -> Bool {
    facts.integrity.isSpoofingReported == true || !(toldSigns ?? spoofs.signs(at: now)).isEmpty
  }

  /// Takes the signs of forged signals from a reader who knows better how the recording's time goes.
  package mutating func take(signs: [String]) { toldSigns = signs }

  /// Whether a device is open.
  package var isOpen: Bool { openedAt != nil }

  /// How many satellites take part: one number for all that is said about it.
  ///
  /// The receiver's own count belongs to this fix; the marks of the sky may be those of the one before.
  package var satellitesUsed: Int? {
    if let fix, fix.hasPosition, let used = fix.satellitesUsed, used > 0 || fix.quality == .deadReckoning {
      return used
    }
    return facts.sky.used
  }

  /// No receiver is believed to be slower.
  private static let staleEpoch = Duration.seconds(15)

  /// How long a receiver has repeated a time that was told before: its sentences count as late then, and make no epoch.
  private func stoodStill(at now: ContinuousClock.Instant) -> Duration? {
    guard let lastEpoch, silentSince == nil, counts.late - lastEpoch.late >= 5 else { return nil }
    return lastEpoch.at.duration(to: now)
  }

  /// What all of it amounts to.
  package func verdict(at now: ContinuousClock.Instant) -> Verdict { verdicts(at: now)[0] }

  /// All that is the case, what matters most first; never nothing.
  package func verdicts(at now: ContinuousClock.Instant) -> [Verdict] {
    let verdicts = Diagnosis.verdicts(receiverFacts(at: now))
    // A device that has gone claims nothing any more.
    return fix?.isRefused == true && openedAt != nil ? [.refusedPosition] + verdicts : verdicts
  }

  /// Whether any byte came since the device was opened, however long ago.
  package var hasSpoken: Bool { openedAt != nil && counts.bytes > countsAtOpening.bytes }

  /// Whether bytes come now.
  package func hasBytes(at now: ContinuousClock.Instant) -> Bool {
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
    case .disconnected(let error):
      // The kernel says that it was pulled out; that the node has gone follows some milliseconds later.
      if error.code == .disconnected { facts.port.state = .gone }
      closed()
    case .speedTried(let speed):
      if let last = facts.port.speed, !facts.port.speedsTried.contains(last) {
        facts.port.speedsTried.append(last)
      }
      facts.port.speed = speed
    case .speedFound(let speed):
      facts.port.speed = speed
      facts.port.speedsTried = []
      silentSince = nil
    case .otherReaders(let readers):
      facts.port.otherReader = readers.first.map { $0.name.isEmpty ? "a program" : $0.name }
      facts.port.otherReaderProcess = readers.first?.process
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
    spoofs = SpoofWatch()
    falls = SignalFallWatch()
    lastEpoch = nil
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
    stream.cutSentences = counts.cut - countsAtOpening.cut
    stream.lostBytes =
      counts.junkBytes + counts.refusedBytes - countsAtOpening.junkBytes - countsAtOpening.refusedBytes
    stream.epochs = counts.epochs - countsAtOpening.epochs
    let bytes = silentSince == nil ? counts.bytes - countsAtOpening.bytes : 0
    if time > .zero { stream.bytesPerSecond = Double(bytes) / (time / .seconds(1)) }
    return stream
  }

  /// What a receiver says of its antenna, in a text of its own.
  private mutating func take(_ sentence: ReceivedSentence) {
    let text = sentence.text
    let words = ["ANTSTATUS=", "ANTENNA "].lazy.compactMap { text.word(behind: $0) }
    if let word = words.first { facts.integrity.antenna = word }
  }

  // MARK: The position

  private mutating func take(_ fix: Fix, at now: ContinuousClock.Instant) {
    self.fix = fix
    // Only what the epochs of this opening show: the time between two openings is no jump.
    if toldSigns == nil { spoofs.take(fix, at: now) }
    if fix.hasPosition, isSuspect(at: now) { suspectPositions += 1 }
    lastEpoch = (now, counts.late)
    facts.fix.hasFix = fix.hasPosition
    facts.fix.isTimeKnown = fix.time != nil
    facts.fix.isThreeDimensional = fix.hasPosition ? fix.mode != .twoDimensional : nil
    facts.fix.horizontalDilution = fix.dilution.horizontal
    clock.take(fix.time, at: now)
    if fix.hasPosition {
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
