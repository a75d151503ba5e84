public import GNSS
internal import GPSBase
internal import SerialPorts

/// The condition of a receiver, gathered from everything that it has told: state, latest fix and sky, and the facts from
/// which verdicts follow.
///
/// Each ``Receiver`` keeps its own and hands out copies:
///
/// ```swift
/// let condition = receiver.condition
/// print(condition.verdict(at: .now))               // as receiver.verdict
/// print(condition.facts(at: .now).fix.searching)
/// ```
///
/// It is a plain value without a clock. A program that reads reports from a file or from another machine gathers the same:
///
/// ```swift
/// var condition = ReceiverCondition()
/// for (report, counts, instant) in told { condition.take(report, counts: counts, at: instant) }
/// let verdict = condition.verdict(at: end)
/// ```
public struct ReceiverCondition: Sendable {
  /// The receiver's state, as it was told last.
  public private(set) var state = ReceiverState.idle
  /// The epoch that was told last since the device was opened, of those that report on the fix.
  public private(set) var fix: Fix?
  /// The sky that was told last since the device was opened.
  public private(set) var sky: Sky?
  /// The receiver's own words about its antenna, disturbance and load, since the device was opened.
  public private(set) var hardware = HardwareCondition()
  /// Whether a recording is played: it has no plug, and its end is not a loss.
  public var isRecording = false

  private var facts = ReceiverFacts()
  /// What the latest epochs said that not each of them says.
  private var recent = RecentReports()
  /// When the sky was told last.
  @KeptIfAny private var skyAt: ContinuousClock.Instant?
  /// Everything that was counted by then.
  public private(set) var counts = StreamTotals()
  private var countsAtOpening = StreamTotals()
  @KeptIfAny private var openedAt: ContinuousClock.Instant?
  /// Since when there has been no fix.
  @KeptIfAny private var searchingSince: ContinuousClock.Instant?
  private var clock = ReceiverClock()
  private var host = HostComparison()
  private var line: LineWatch?
  private var spoofs = SpoofWatch()
  private var falls = SignalFallWatch()
  private var echoes = EchoWatch()
  /// When an epoch came last, and how many sentences had come too late by then.
  private var lastEpoch: LastEpoch?
  /// Whether the receiver reports how strong the signals are; some list satellites without.
  private var reportsLevels = ReceiverFacts.Fact<Bool>.unknown
  /// When the last epoch with a position came, since the device was opened.
  @KeptIfAny private var lastFixAt: ContinuousClock.Instant?
  @KeptIfAny private var interruptedAt: ContinuousClock.Instant?
  @KeptIfAny private var silentSince: ContinuousClock.Instant?
  /// When the receiver complained last that it could not send all it had to say.
  @KeptIfAny private var overflowedAt: ContinuousClock.Instant?
  /// Since when it has computed positions and called them too bad.
  @KeptIfAny private var heldBackSince: ContinuousClock.Instant?
  /// The signs of forged signals that the reader of a recording has found; nil to look for them here.
  private var toldSigns: [String]?
  /// The verdict that was taken as a change last, and when.
  private var told: Verdict?
  @KeptIfAny private var toldAt: ContinuousClock.Instant?
  /// How long other words of it wait.
  private var patience = Duration.zero
  /// Epochs whose position was suspect, over all openings.
  public private(set) var suspectPositions = 0

  /// Nothing is known yet.
  public init() {}

  /// Takes a report.
  ///
  /// - Parameters:
  ///   - report: The report. Verdicts change nothing, since they follow from the rest.
  ///   - counts: The receiver's counts at that moment.
  ///   - now: The moment, by the receiver's monotonic clock.
  public mutating func take(_ report: Report, counts: StreamTotals, at now: ContinuousClock.Instant) {
    take(counts: counts, at: now)
    switch report {
    case .epoch(let epoch):
      if epoch.delay == nil { (facts.interruption, facts.interrupted) = (.unknown, .unknown) }
      if epoch.delay == nil, epoch.fix.hasUsablePosition { host.take(epoch.secondsAheadOfHost) }
      take(epoch.fix, at: now)
    case .sky(let sky):
      self.sky = sky
      skyAt = now
      let levels = SkyLevels(sky)
      echoes.take(sky.satellites, at: now)
      facts.sky = SkyFacts(levels)
      facts.sky.hasEchoes = echoes.hasEchoes
      if facts.sky.heard.isAtLeast(1) { reportsLevels = .yes }
      checkLevels()
      falls.take(levels, speed: fix?.speed, at: now)
    case .event(let event): take(event.kind, at: event.instant)
    case .condition(let hardware): take(hardware, at: now)
    case .setting(let change):
      if case .confirmed = change.outcome { facts.settings.settle(change.value.kind) }
    case .update, .sentence, .message, .verdict, .failed: break
    }
  }

  /// Takes the receiver's counts when no report comes with them; at a moment, the line is judged.
  mutating func take(counts: StreamTotals, at now: ContinuousClock.Instant? = nil) {
    self.counts = counts
    if let now { line?.take(counts, since: countsAtOpening, speed: facts.port.speed, at: now) }
  }

  /// The facts as they are at a moment, for ``Diagnosis``.
  public func facts(at now: ContinuousClock.Instant) -> ReceiverFacts {
    var facts = facts
    facts.port.isRecording = isRecording
    // A device that has gone claims nothing.
    if openedAt != nil { facts.fix.isRefused = .init(fix?.isImplausible) }
    if let openedAt { facts.stream = stream(since: openedAt, at: now) }
    facts.stream.formats = self.facts.stream.formats
    if let line, silentSince == nil { facts.line = line.facts(at: now) }
    if let interruptedAt, interruptedAt.duration(to: now) > Self.recentInterruption {
      (facts.interruption, facts.interrupted) = (.unknown, .unknown)
    }
    if let skyAt, skyAt.duration(to: now) > Self.staleSky { facts.sky = SkyFacts() }
    if let used = recent.used { facts.sky.used = .known(used) }
    if let searchingSince { facts.fix.searching = .known(searchingSince.duration(to: now)) }
    if let heldBackSince { facts.fix.heldBack = .known(heldBackSince.duration(to: now)) }
    if let overflowedAt, overflowedAt.duration(to: now) < Self.complaint { facts.load.hasDropped = .yes }
    facts.integrity.timeStoodStill = .init(clock.stoodStill(at: now) ?? stoodStill(at: now))
    // Sentences without an epoch say nothing about a fix.
    if let lastEpoch, lastEpoch.at.duration(to: now) > Self.staleEpoch { facts.fix.hasFix = .unknown }
    if facts.fix.hasFix == .yes { facts.integrity.secondsAheadOfHost = .init(host.secondsAhead) }
    facts.integrity.latestSpoofingSigns = toldSigns ?? spoofs.signs(at: now)
    // Signs that did not begin together prove nothing.
    if toldSigns == nil, spoofs.isSuspect(at: now) {
      facts.integrity.impliedSpeed = .init(spoofs.impliedSpeed(at: now))
      facts.integrity.secondsAheadOfClock = .init(spoofs.secondsAhead)
    }
    facts.integrity.signalFall = falls.fall
    return facts
  }

  /// Whether a position of this moment comes from signals that are probably forged.
  ///
  /// The signs are remembered for a minute: a sender that plays satellites does not stop between two epochs.
  public func isSuspect(at now: ContinuousClock.Instant) -> Bool {
    facts.integrity.isSpoofingReported == .yes || !(toldSigns ?? spoofs.signs(at: now)).isEmpty
  }

  /// Takes the signs of forged signals from a reader that knows better how the time of its recording goes.
  ///
  /// From then on they are not looked for here. Without signs, pass an empty array.
  public mutating func take(signs: [String]) { toldSigns = signs }

  /// Whether a device is open.
  public var isOpen: Bool { openedAt != nil }

  /// How many satellites take part: the same number wherever it is shown; nil where the receiver does not report it.
  ///
  /// The receiver's own count belongs to this fix; the marks of the sky may be those of the one before. A count of none
  /// beside a position is believed of a receiver that has counted some before: others leave it at 0.
  public var satellitesUsed: Int? {
    if let used = recent.used { return used }
    if case .known(let used) = facts.sky.used { return used }
    return nil
  }

  /// A complaint of the receiver counts for so long: it says it once for many losses.
  private static let complaint = Duration.seconds(60)
  /// No receiver is believed to be slower.
  private static let staleEpoch = Duration.seconds(15)
  /// A sky that was not reported again for this long says nothing about now; many come with every fifth epoch.
  private static let staleSky = Duration.seconds(30)
  private static let recentInterruption = Duration.seconds(10)

  /// How long a receiver has repeated a time that was told before: its sentences count as late then, and make no epoch.
  private func stoodStill(at now: ContinuousClock.Instant) -> Duration? {
    guard let lastEpoch, silentSince == nil, counts.late - lastEpoch.late >= 5 else { return nil }
    return lastEpoch.at.duration(to: now)
  }

  /// The verdict that matters most; there always is one.
  public func verdict(at now: ContinuousClock.Instant) -> Verdict { verdicts(at: now)[0] }

  /// All verdicts that hold, the one that matters most first; never none.
  public func verdicts(at now: ContinuousClock.Instant) -> [Verdict] { Diagnosis.verdicts(facts(at: now)) }

  /// The verdict, if it is another one than the last time when this returned one, or says it in other words.
  ///
  /// Another code is returned at once. Numbers in the words change with every second, so that other words of the same code
  /// are returned five seconds after the last ones at the earliest; where all is good, more and more rarely down to once a
  /// minute. As long as nothing is known, which is so before a device is open and between two openings, there is no change.
  public mutating func takeVerdictChange(at now: ContinuousClock.Instant) -> Verdict? {
    let verdict = verdict(at: now)
    guard isNews(verdict, at: now), verdict.code != .listening || isOpen else { return nil }
    // A receiver that has just found itself finds more satellites by the second; later their number just goes up and down.
    let isStillGood = verdict.code == .good && told?.code == .good
    patience = isStillGood ? min(patience * 2, Self.longestPatience) : Self.usualPatience
    told = verdict
    toldAt = now
    return verdict
  }

  private func isNews(_ verdict: Verdict, at now: ContinuousClock.Instant) -> Bool {
    guard let told, let toldAt, told.code == verdict.code else { return true }
    return toldAt.duration(to: now) >= patience && !told.says(verdict)
  }

  /// Somebody watches whether the remedy for a trouble helps.
  private static let usualPatience = Duration.seconds(5)
  private static let longestPatience = Duration.seconds(60)

  /// The reason in the verdict that was taken as a change last.
  var toldWhy: String? { told?.why }

  /// Forgets the verdict that was taken last, so that the present one counts as a change.
  mutating func forgetVerdict() { told = nil }

  /// Whether any byte came since the device was opened, however long ago.
  public var hasSpoken: Bool { openedAt != nil && counts.bytes > countsAtOpening.bytes }

  /// Whether bytes come now.
  public func hasBytes(at now: ContinuousClock.Instant) -> Bool {
    facts(at: now).stream.bytesPerSecond.isAtLeast(.leastNonzeroMagnitude)
  }

  // MARK: - Device

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
      // What was read at other speeds is no damage.
      if openedAt != nil { line = LineWatch(counts, since: countsAtOpening, at: instant) }
    case .otherReaders(let readers):
      facts.port.otherReader = readers.first.map { $0.name.isEmpty ? "a program" : $0.name }
      facts.port.otherReaderProcess = readers.first?.process
      facts.port.otherReaderRemedy = readers.first?.remedy
    case .silent(let time): silentSince = instant - time
    case .speaking: silentSince = nil
    case .binary(let language): facts.stream.formats.insert(language)
    case .interrupted(let time, let cause):
      (facts.interruption, facts.interrupted, interruptedAt) = (.known(cause), .known(time), instant)
    case .corrected(let corrections): facts.integrity.rolloverWeeks = .known(Int(corrections.rolloverWeeks))
    case .setting(let value), .settingRestored(let value): facts.settings.take(value)
    // An errand that an unplugging has cut off says nothing of the receiver.
    case .settingNotRestored(let value, let error): if isOpen { facts.settings.miss(value, error) }
    case .state(let state):
      self.state = state
      if let error = state.error {
        facts.port.isOnNetwork = error.code == .notServed
        facts.port.serverFault = facts.port.isOnNetwork ? error.message : nil
      }
      if case .waitingForDevice(let error) = state, error != .notLookedFor, error.code != .notServed,
        [nil, .denied, .absent].contains(facts.port.state)
      {
        facts.port.state = .absent
        // Where several ports are meant, or something else has the name, it is there.
        facts.port.sought = [.deviceNotFound, .terminalGone].contains(error.code) ? error.sought : nil
        facts.port.loss = error.remedy.map { PortFacts.Loss(reason: error.message, remedy: $0) }
      }
    default: break
    }
  }

  private mutating func opened(_ place: DevicePlace, _ speed: Int?, at instant: ContinuousClock.Instant) {
    let hadFix = facts.fix.hadFix
    if place.isRecording { isRecording = true }
    facts = ReceiverFacts()
    facts.port.state = .opened
    facts.port.isOnNetwork = !place.takesCommands
    facts.port.path = place.node
    facts.port.speed = speed
    facts.fix.hadFix = hadFix
    countsAtOpening = counts
    openedAt = instant
    silentSince = nil
    searchingSince = nil
    (clock, host) = (ReceiverClock(), HostComparison())
    line = LineWatch(counts, since: counts, at: instant)
    (spoofs, falls, echoes) = (SpoofWatch(), SignalFallWatch(), EchoWatch())
    lastEpoch = nil
    recent = RecentReports()
    (skyAt, lastFixAt, reportsLevels) = (nil, nil, .unknown)
    (overflowedAt, heldBackSince) = (nil, nil)
    (fix, sky) = (nil, nil)
    hardware = HardwareCondition()
  }

  private mutating func refused(_ error: LocationError) {
    facts.port.path = error.underlying?.path
    switch error.code {
    case .permissionDenied:
      facts.port.state = .denied
      facts.port.denial = error.remedy.map { PortFacts.Loss(reason: error.message, remedy: $0) }
    case .deviceBusy, .foreignTerminal:
      facts.port.state = .busy
      facts.port.isTerminalOfHolder = error.code == .foreignTerminal
      facts.port.holderRemedy = error.underlying?.holders.first?.remedy
      facts.port.holder = error.underlying?.holders.first?.name
      facts.port.holderProcess = error.underlying?.holders.first?.process
    default: break
    }
  }

  private mutating func closed() {
    openedAt = nil
    line = nil
    searchingSince = nil
    heldBackSince = nil
    facts.fix.hasFix = .unknown
    facts.stream = StreamFacts()
    facts.settings = SettingFacts()
  }

  // MARK: - Stream

  private func stream(
    since openedAt: ContinuousClock.Instant, at now: ContinuousClock.Instant
  ) -> StreamFacts {
    let time = (silentSince ?? openedAt).duration(to: now)
    return StreamFacts(counts, since: countsAtOpening, over: time, isSilent: silentSince != nil)
  }

  private mutating func take(_ hardware: HardwareCondition, at now: ContinuousClock.Instant) {
    if hardware.notice != self.hardware.notice, hardware.notice?.tellsOfOverload == true {
      overflowedAt = now
    }
    self.hardware = hardware
    facts.take(hardware)
  }

  // MARK: - Position

  /// Satellites in use are heard: if no level was ever reported, the receiver only leaves the levels out.
  private mutating func checkLevels() {
    if reportsLevels == .unknown, facts.sky.heard == .known(0), facts.fix.hasFix == .yes,
      let used = recent.used,
      used > 0
    {
      reportsLevels = .no
    }
    if reportsLevels == .no { facts.sky.forgetLevels() }
  }

  private mutating func take(_ fix: Fix, at now: ContinuousClock.Instant) {
    // What the epochs before have reported holds, and grows old.
    guard !fix.isUnreported else { return clock.take(fix.time, at: now) }
    self.fix = fix
    // Only what the epochs of this opening show: the time between two openings is no jump.
    // Two damaged sentences on a bad line are no forgery.
    if toldSigns == nil, line?.facts(at: now).isDamaged != .yes { spoofs.take(fix, at: now) }
    if fix.hasUsablePosition, isSuspect(at: now) { suspectPositions += 1 }
    lastEpoch = LastEpoch(at: now, late: counts.late)
    facts.fix.sources = fix.sources
    facts.fix.hasFix = fix.reportsFix
    facts.fix.isDeadReckoning = fix.reportsDeadReckoning
    recent.take(fix, &facts.fix, at: now)
    checkLevels()
    clock.take(fix.time, at: now)
    heldBackSince = fix.isHeldBack ? heldBackSince ?? now : nil
    if fix.hasUsablePosition {
      facts.fix.hadFix = .yes
      lastFixAt = now
      searchingSince = nil
    } else if searchingSince == nil {
      // The same clock as the age of the last position. Until the first one it may have been searching all the time.
      searchingSince = lastFixAt ?? openedAt ?? now
    }
  }
}
