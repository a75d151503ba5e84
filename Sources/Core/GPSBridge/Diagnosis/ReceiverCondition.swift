public import GNSS
internal import GPSBase
internal import SerialPorts

/// The condition of a receiver: its state, its latest fix and sky, and the facts from which verdicts follow.
///
/// Each ``Receiver`` maintains its own condition and returns copies:
///
/// ```swift
/// let condition = receiver.condition
/// print(condition.verdict(at: .now))               // as receiver.verdict
/// print(condition.facts(at: .now).fix.searching)
/// ```
///
/// It is a plain value without a clock. Programs that read reports from a file or a network can maintain one:
///
/// ```swift
/// var condition = ReceiverCondition()
/// for (report, counts, instant) in told { condition.take(report, counts: counts, at: instant) }
/// let verdict = condition.verdict(at: end)
/// ```
public struct ReceiverCondition: Sendable {
  /// The last reported state of the receiver.
  public private(set) var state = ReceiverState.idle
  /// The last epoch since the device was opened that reported on the fix.
  public private(set) var fix: Fix?
  /// The last sky since the device was opened.
  public private(set) var sky: Sky?
  /// The receiver's reports about its antenna, interference and load since the device was opened.
  public private(set) var hardware = HardwareCondition()
  /// Whether a recording is being played: it has no plug, and its end is not a loss.
  public var isRecording = false

  private var facts = ReceiverFacts()
  /// Values from the latest epochs that not every epoch reports.
  private var recent = RecentReports()
  /// When the last sky was reported.
  @StoredInstantIfAny private var skyAt: ContinuousClock.Instant?
  /// The latest counts.
  public private(set) var counts = StreamTotals()
  private var countsAtOpening = StreamTotals()
  @StoredInstantIfAny private var openedAt: ContinuousClock.Instant?
  /// Since when there has been no fix.
  @StoredInstantIfAny private var searchingSince: ContinuousClock.Instant?
  private var clock = ReceiverClock()
  private var host = HostComparison()
  private var line: LineWatch?
  private var demand = DemandWatch()
  private var spoofs = SpoofWatch()
  private var falls = SignalFallWatch()
  private var echoes = EchoWatch()
  /// The arrival of the last epoch, and the number of late sentences at that time.
  private var lastEpoch: LastEpoch?
  /// When a signal was last received without a fix, and the best one since the search began.
  @StoredInstantIfAny private var lastSignalAt: ContinuousClock.Instant?
  private var bestOfSearch = 0
  /// Whether the receiver reports signal levels; some list satellites without them.
  private var reportsLevels = ReceiverFacts.Fact<Bool>.unknown
  /// When the last epoch with a position arrived since the device was opened.
  @StoredInstantIfAny private var lastFixAt: ContinuousClock.Instant?
  @StoredInstantIfAny private var interruptedAt: ContinuousClock.Instant?
  @StoredInstantIfAny private var silentSince: ContinuousClock.Instant?
  /// When the receiver last reported that its transmit buffer had overflowed.
  @StoredInstantIfAny private var overflowedAt: ContinuousClock.Instant?
  /// Since when the receiver has computed positions that it rejects.
  @StoredInstantIfAny private var heldBackSince: ContinuousClock.Instant?
  /// Signs of spoofed signals found by the reader of a recording; nil to look for them here.
  private var toldSigns: [String]?
  /// The last verdict returned as a change, and when it was returned.
  private var told: Verdict?
  @StoredInstantIfAny private var toldAt: ContinuousClock.Instant?
  /// How long a changed text of the same verdict is delayed.
  private var patience = Duration.zero
  /// The number of epochs with a suspect position since the condition was created.
  public private(set) var suspectPositions = 0

  /// Creates a condition without reports.
  public init() {}

  /// Updates the condition with a report.
  ///
  /// - Parameters:
  ///   - report: The report. Verdicts are ignored, since they follow from the other reports.
  ///   - counts: The receiver's counts at that time.
  ///   - now: The time, by the receiver's monotonic clock.
  public mutating func take(_ report: Report, counts: StreamTotals, at now: ContinuousClock.Instant) {
    take(counts: counts, at: now)
    take(report, at: Moment(now))
  }

  /// Updates the condition with a report, when the counts at that time are known already.
  mutating func take(_ report: Report, at now: Moment) {
    switch report {
    case .epoch(let epoch):
      if epoch.delay == nil { facts.interruption = .unknown }
      if epoch.delay == nil, epoch.fix.hasUsablePosition { host.take(epoch.secondsAheadOfHost) }
      take(epoch.fix, at: now)
    case .sky(let sky):
      self.sky = sky
      $skyAt = now
      checkLevels()
      // A fix shows that there are signals.
      if facts.fix.hasFix != .yes, let best = sky.satellites.loudest, best > 0 {
        $lastSignalAt = now
        bestOfSearch = max(bestOfSearch, best)
      }
      echoes.take(sky.satellites, at: now)
      falls.take(sky, speed: fix?.speed, at: now)
    case .event(let event): take(event.kind, at: event.instant)
    case .condition(let hardware): take(hardware, at: now)
    case .setting(let change):
      if case .confirmed = change.outcome { facts.settings.remove(change.value.kind) }
    case .update, .sentence, .message, .verdict, .failed: break
    }
  }

  /// Updates the counts without a report; if a time is given, the line is measured.
  mutating func take(counts: StreamTotals, at now: ContinuousClock.Instant? = nil) {
    self.counts = counts
    if let now { line?.take(counts, since: countsAtOpening, speed: facts.port.speed, at: now) }
  }

  /// The facts at a given time, for ``Diagnosis``.
  public func facts(at now: ContinuousClock.Instant) -> ReceiverFacts {
    var facts = facts
    facts.port.isRecording = isRecording
    // The last fix of a closed device is no longer a claim.
    if openedAt != nil { facts.fix.isRefused = .init(fix?.isImplausible) }
    if let openedAt { facts.stream = stream(since: openedAt, at: now) }
    facts.stream.formats = self.facts.stream.formats
    if let line, silentSince == nil { facts.line = line.facts(at: now) }
    if let interruptedAt, interruptedAt.duration(to: now) > Self.recentInterruption {
      facts.interruption = .unknown
    }
    if let sky, let skyAt, skyAt.duration(to: now) <= Self.staleSky { facts.sky = self.facts(of: sky) }
    if let used = recent.used { facts.sky.used = .known(used) }
    if let lastSignalAt { facts.sky.sinceSignal = .known(lastSignalAt.duration(to: now)) }
    if bestOfSearch > 0 { facts.sky.bestOfSearch = .known(bestOfSearch) }
    if let searchingSince { facts.fix.searching = .known(searchingSince.duration(to: now)) }
    if let heldBackSince { facts.fix.heldBack = .known(heldBackSince.duration(to: now)) }
    if let overflowedAt, overflowedAt.duration(to: now) < Self.complaint { facts.load.hasDropped = .yes }
    facts.integrity.timeStoodStill = .init(clock.stoodStill(at: now) ?? stoodStill(at: now))
    // Sentences without an epoch do not show whether there is a fix.
    if let lastEpoch, lastEpoch.at.duration(to: Moment(now)) > Self.staleEpoch { facts.fix.hasFix = .unknown }
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

  /// Whether a position received at this time probably comes from spoofed signals.
  ///
  /// The signs are remembered for a minute: a spoofer does not stop between two epochs.
  public func isSuspect(at now: ContinuousClock.Instant) -> Bool { isSuspect(at: Moment(now)) }

  func isSuspect(at now: Moment) -> Bool {
    facts.integrity.isSpoofingReported == .yes || !(toldSigns ?? spoofs.signs(at: now)).isEmpty
  }

  /// Sets the signs of spoofed signals found by a reader that knows the timing of its recording better.
  ///
  /// From then on, this condition does not look for signs itself. Pass an empty array for no signs.
  public mutating func take(signs: [String]) { toldSigns = signs }

  /// Whether a device is open.
  public var isOpen: Bool { openedAt != nil }

  /// The number of satellites used, for consistent display; nil if the receiver does not report it.
  ///
  /// The receiver's own count belongs to this fix, while the sky may mark the satellites of the previous one.
  /// A count of zero with a position is accepted only after a larger count: some receivers leave it at 0.
  public var satellitesUsed: Int? {
    recent.used ?? sky.flatMap { facts(of: $0).used.value }
  }

  /// How long an overflow report counts; receivers send one for many losses.
  private static let complaint = Duration.seconds(60)
  /// The longest interval between epochs of any receiver.
  private static let staleEpoch = Duration.seconds(15)
  /// The age at which a sky no longer describes the present; many receivers send one only every fifth epoch.
  private static let staleSky = Duration.seconds(30)
  private static let recentInterruption = Duration.seconds(10)

  /// How long a receiver has repeated an old time: its sentences then count as late, and make no epoch.
  private func stoodStill(at now: ContinuousClock.Instant) -> Duration? {
    guard let lastEpoch, silentSince == nil, counts.late - lastEpoch.late >= 5 else { return nil }
    return lastEpoch.at.duration(to: Moment(now))
  }

  /// The most important verdict; there is always one.
  public func verdict(at now: ContinuousClock.Instant) -> Verdict { verdicts(at: now)[0] }

  /// All current verdicts, the most important one first; there is always at least one.
  public func verdicts(at now: ContinuousClock.Instant) -> [Verdict] { Diagnosis.verdicts(facts(at: now)) }

  /// The verdict, if its code or text differs from the last one that this method returned.
  ///
  /// A new code is returned at once. Since numbers in the text change every second, a new text for the same
  /// code is returned at least five seconds after the last one; while the verdict is `good`, this interval
  /// doubles up to one minute. The result is nil while nothing is known, which is before the device is open
  /// and between two openings.
  public mutating func takeVerdictChange(at now: ContinuousClock.Instant) -> Verdict? {
    let verdict = verdict(at: now)
    guard isNews(verdict, at: now), verdict.code != .listening || isOpen else { return nil }
    // After the first fix, the number of satellites grows by the second; later it only fluctuates.
    let isStillGood = verdict.code == .good && told?.code == .good
    patience = isStillGood ? min(patience * 2, Self.longestPatience) : Self.usualPatience
    (told, toldAt) = (verdict, now)
    return verdict
  }

  private func isNews(_ verdict: Verdict, at now: ContinuousClock.Instant) -> Bool {
    guard let told, let toldAt, told.code == verdict.code else { return true }
    return toldAt.duration(to: now) >= patience && !told.says(verdict)
  }

  /// Short enough for a user who checks whether a remedy helps.
  private static let usualPatience = Duration.seconds(5)
  private static let longestPatience = Duration.seconds(60)

  /// Clears the last verdict, so that the present one counts as a change.
  mutating func forgetVerdict() { told = nil }

  /// Whether any byte has arrived since the device was opened.
  public var hasSpoken: Bool { openedAt != nil && counts.bytes > countsAtOpening.bytes }

  /// Whether bytes are arriving.
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
      // The kernel reports the disconnection some milliseconds before the device node disappears.
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
      // Data read at other speeds does not count as damage.
      if openedAt != nil { line = LineWatch(counts, since: countsAtOpening, at: instant) }
    case .otherReaders(let readers):
      facts.port.otherReader = readers.first.map { $0.name.isEmpty ? "a program" : $0.name }
      facts.port.otherReaderProcess = readers.first?.process
      facts.port.otherReaderRemedy = readers.first?.remedy
    case .silent(let time): silentSince = instant - time
    case .speaking: silentSince = nil
    case .binary(let language): facts.stream.formats.insert(language)
    case .interrupted(let interruption): (facts.interruption, interruptedAt) = (.known(interruption), instant)
    case .corrected(let corrections): facts.integrity.rolloverWeeks = .known(Int(corrections.rolloverWeeks))
    case .setting(let value), .settingRestored(let value): facts.settings.take(value)
    // A setting that failed because of a disconnection does not count against the receiver.
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
        // Only if a port was named and nothing has that name.
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
    (silentSince, searchingSince) = (nil, nil)
    (clock, host) = (ReceiverClock(), HostComparison())
    (line, demand) = (LineWatch(counts, since: counts, at: instant), DemandWatch())
    (spoofs, falls, echoes) = (SpoofWatch(), SignalFallWatch(), EchoWatch())
    lastEpoch = nil
    recent = RecentReports()
    (skyAt, lastFixAt, lastSignalAt, bestOfSearch, reportsLevels) = (nil, nil, nil, 0, .unknown)
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

  private mutating func take(_ hardware: HardwareCondition, at now: Moment) {
    if hardware.notice != self.hardware.notice, hardware.notice?.tellsOfOverload == true {
      $overflowedAt = now
    }
    self.hardware = hardware
    facts.take(hardware)
  }

  // MARK: - Position

  /// If satellites are used but no level was ever reported, the receiver does not report levels at all.
  private mutating func checkLevels() {
    guard reportsLevels != .yes, let sky else { return }
    if sky.satellites.loudest ?? 0 > 0 {
      reportsLevels = .yes
    } else if facts.fix.hasFix == .yes, let used = recent.used, used > 0 {
      reportsLevels = .no
    }
  }

  private func facts(of sky: Sky) -> SkyFacts {
    var facts = SkyFacts(falls.levels(of: sky))
    facts.hasEchoes = echoes.hasEchoes
    if reportsLevels == .no { facts.forgetLevels() }
    return facts
  }

  private mutating func take(_ fix: Fix, at now: Moment) {
    // Keep what earlier epochs reported; it ages.
    guard !fix.isUnreported else { return clock.take(fix.steadyTime, at: now) }
    self.fix = fix
    // Epochs of earlier openings don't count: a move in between is not a jump. A bad line is not spoofing.
    if toldSigns == nil, line?.facts(at: now.instant).isDamaged != .yes { spoofs.take(fix, at: now) }
    // Not `isSuspect(at:)`, which would be called on a copy.
    var isSpoofed = toldSigns.map { !$0.isEmpty } ?? spoofs.isSuspect(at: now)
    if facts.integrity.isSpoofingReported == .yes { isSpoofed = true }
    if fix.hasUsablePosition, isSpoofed { suspectPositions += 1 }
    lastEpoch = LastEpoch(at: now, late: counts.late)
    demand.take(fix.steadyTime, bytes: counts.bytes, at: now)
    facts.load.demand = .init(demand.bytesPerSecond)
    facts.fix.sources = fix.sources
    facts.fix.hasFix = fix.reportsFix
    facts.fix.isDeadReckoning = fix.reportsDeadReckoning
    recent.take(fix, &facts.fix, at: now)
    checkLevels()
    clock.take(fix.steadyTime, at: now)
    $heldBackSince = fix.isHeldBack ? $heldBackSince ?? now : nil
    if fix.hasUsablePosition {
      facts.fix.hadFix = .yes
      $lastFixAt = now
      $searchingSince = nil
      bestOfSearch = 0
    } else if $searchingSince == nil {
      // Count from the last position, like its age. Before the first one, it may have searched all along.
      $searchingSince = $lastFixAt ?? $openedAt ?? now
    }
  }
}
