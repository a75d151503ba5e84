package import GNSS
package import GPSBridge
internal import GPSFormats
internal import TerminalKit
package import ToolSources

/// The monitor's knowledge of one receiver: a plain value that takes all events.
package struct MonitoredDevice: Sendable {
  /// The source as it was named.
  package let source: String
  /// Whether it is a recording: it ends, and does not come back.
  package let isRecording: Bool
  package private(set) var place: DevicePlace?
  /// Ids and place of the port, in words.
  package var identity = ""
  /// Whether a program feeds the port, a pseudo-terminal: it has no line, and its receiver may be on USB itself.
  package var isFedByProgram = false
  package private(set) var update: LocationUpdate?
  /// The last epoch since the device was opened, with or without a fix.
  package private(set) var fix: Fix?
  package private(set) var sky: Sky?
  package private(set) var facts = ReceiverCondition()
  private(set) var recent = StreamWindow(.seconds(10))
  package private(set) var pace = EpochPace()
  package private(set) var totals = StreamTotals()
  package private(set) var track = Track()
  package private(set) var events = EventLog()
  /// The latest sentences of its stream, good and bad.
  package private(set) var raw = RawTape()
  private(set) var firstFixAfter: Duration?
  /// With what this start began, once it has led to a fix.
  private(set) var start: ReceiverStart?
  /// What became last of what it remembers.
  private(set) var memory: MemoryNews?
  /// Whether the device has been open.
  package private(set) var wasOpened = false
  /// Whether it was open and has gone since.
  package private(set) var hasGone = false
  /// The time since which the device is away or looked for.
  private(set) var absentSince: ContinuousClock.Instant?
  /// The time at which the port fell silent.
  package private(set) var silentSince: ContinuousClock.Instant?
  /// Seconds that this machine's clock was ahead of the receiver's time at arrival, the delay of the bytes included.
  private(set) var clockOffset: Double?

  /// What it last said to be wrong with itself.
  private var troubles: [String] = []
  /// The settings that it has shown.
  package private(set) var settings = SettingWatch()
  /// The dialect whose commands it understands, once it has shown it.
  package private(set) var dialect: ReceiverDialect?
  /// Holds the position still; nil if that is not wanted.
  package private(set) var hold: StaticHold?
  /// The last known position as shown: held if that was asked for.
  package private(set) var location: Location?

  package init(source: String, isRecording: Bool = false, isHolding: Bool = false) {
    self.source = source
    self.isRecording = isRecording
    facts.isRecording = isRecording
    if isHolding { hold = StaticHold() }
  }

  /// Whether the position shown is being held.
  package var isHeld: Bool { hold?.isHeld == true }

  /// Whether a recording has ended.
  package var isOver: Bool { isRecording && hasGone }

  /// Whether the device is still being looked for, so that it may yet be there.
  package func isStarting(at now: ContinuousClock.Instant) -> Bool {
    switch state {
    case .idle: true
    // It has been opened, and the event for that is on its way.
    case .waitingForDevice where wasOpened: !hasGone
    case .waitingForDevice: absentSince.map { $0.duration(to: now) < .milliseconds(500) } ?? true
    default: false
    }
  }

  package var state: ReceiverState { facts.state }

  /// The device's name for people.
  package var name: String { place?.name ?? source }

  /// The age of the last position now; nil if there never was one.
  package func age(at now: ContinuousClock.Instant) -> Duration? {
    update?.lastKnown?.age(at: now).map { max($0, .zero) }
  }

  // MARK: - Input

  /// Takes a report of the receiver, and its counts at that moment.
  package mutating func take(
    _ report: Report, _ counts: StreamTotals, at now: ContinuousClock.Instant, utcSeconds: Double
  ) {
    facts.take(report, counts: counts, at: now)
    settings.take(report, bytes: counts.bytes)
    switch report {
    case .update(let update): take(update, at: now)
    case .epoch(let epoch):
      pace.note(now)
      if !epoch.fix.isUnreported {
        fix = epoch.fix
        clockOffset = epoch.fix.hasPosition ? epoch.fix.time.map { utcSeconds - $0.unixSeconds } : nil
      }
      take(epoch.update, at: now)
      count(counts, at: now)
    case .sky(let sky): self.sky = sky
    case .condition(let hardware): take(hardware, at: utcSeconds)
    case .sentence, .message, .setting, .verdict: break
    case .event(let event): take(event, now, utcSeconds)
    case .failed(let error):
      hasGone = wasOpened
      if !isRecording { events.note(error.message, .bad, at: utcSeconds) }
    }
  }

  /// Notes what the receiver says to be wrong with itself, when that changes.
  private mutating func take(_ hardware: HardwareCondition, at utcSeconds: Double) {
    let now = HardwareWords.troubles(hardware)
    guard now != troubles else { return }
    troubles = now
    events.note(
      now.isEmpty ? "the receiver says that all is well again" : now.joined(separator: "; "),
      now.isEmpty ? .good : .bad, at: utcSeconds)
  }

  /// Takes bytes as they came.
  package mutating func take(_ bytes: [UInt8]) { raw.take(bytes) }

  /// Notes something that a person should know, such as how a recording is played.
  package mutating func note(_ text: String, utcSeconds: Double) { events.note(text, .quiet, at: utcSeconds) }

  /// Takes the counts so far.
  package mutating func count(_ counts: StreamTotals, at now: ContinuousClock.Instant) {
    totals = counts
    recent.note(counts, at: now)
  }

  private mutating func take(_ update: LocationUpdate, at now: ContinuousClock.Instant) {
    self.update = update
    location = update.lastKnown
    guard let known = update.newLocation else {
      // The location is the last one, old by now; it may have been held.
      if let anchor = hold?.anchor { location?.coordinate = anchor }
      return
    }
    let shown = hold?.take(known) ?? known
    location = shown
    // A forged track is no track.
    guard !facts.isSuspect(at: now) else { return }
    track.take(shown, at: now)
  }

  private mutating func take(_ event: ReceiverEvent, _ now: ContinuousClock.Instant, _ utcSeconds: Double) {
    switch event.kind {
    case .attached(let place):
      self.place = place
      absentSince = nil
    case .opened(let place, _):
      self.place = place
      wasOpened = true
      hasGone = false
      absentSince = nil
      silentSince = nil
      raw.restart()
      troubles = []
      (firstFixAfter, start, memory) = (nil, nil, nil)
      sky = nil
      fix = nil
      pace.restart()
      recent.restart(totals, at: now)
    case .detached, .disconnected:
      hasGone = wasOpened
      absentSince = absentSince ?? event.instant
      pace.restart()
      recent.restart(totals, at: now)
      // Keep the end of a recording in view; data from before an unplugging are no news any more.
      if isRecording { break }
      sky = nil
      fix = nil
      clockOffset = nil
    case .firstFix(let after): firstFixAfter = after
    case .started(let start): self.start = start
    case .memory(let news): memory = news
    case .dialect(let dialect): self.dialect = dialect
    case .silent(let time): silentSince = event.instant - time
    case .speaking: silentSince = nil
    case .state(.waitingForDevice): absentSince = absentSince ?? event.instant
    default: break
    }
    // The event's clock is not the wall clock, but the time from it to now is the same on both.
    let ago = max(0, event.instant.duration(to: now) / .seconds(1))
    if isRecording, !Self.isOfRecordings(event.kind) { return }
    if let entry = EventText.entry(for: event.kind) {
      events.note(entry.text, entry.ink, at: utcSeconds - ago)
    }
  }
}

extension MonitoredDevice {
  /// Whether a recording shows an event of this kind: it has no plug, so plugging is no news.
  fileprivate static func isOfRecordings(_ event: ReceiverEvent.Kind) -> Bool {
    switch event {
    case .attached, .detached, .opened, .disconnected, .closed: false
    default: true
    }
  }
}

extension MonitoredDevice {
  /// The verdicts, the most important one first; there is always one.
  ///
  /// A port that refuses to open gets words of its own, with the group, the program and the command of this machine.
  package func verdicts(at now: ContinuousClock.Instant) -> [Verdict] {
    var verdicts = facts.verdicts(at: now)
    switch verdicts[0].code {
    case .recordingOver: verdicts[0].advice = "Press q to end."
    case .recordingPauses:
      verdicts[0].expectation =
        "A pause in a file is played for \(PauseTally.longest.components.seconds) seconds at most."
    default: break
    }
    if let error = refusalOfServer {
      verdicts[0].what = Self.sentence(error.message)
      verdicts[0].why = "That is what \(source) answered, or what came of asking it."
      if let remedy = error.remedy { verdicts[0].advice = Self.sentence(remedy) }
    }
    guard case .waitingToRetry(let error) = state, [.permissionDenied, .portBusy].contains(verdicts[0].code)
    else {
      return verdicts
    }
    verdicts[0].why = Self.sentence(error.message)
    if let remedy = error.remedy { verdicts[0].advice = Self.sentence(remedy) }
    return verdicts
  }

  /// Why a receiver on the network is not there, beyond that it is not; nil for ports of this machine.
  package var refusalOfServer: LocationError? {
    guard case .waitingForDevice(let error) = state, [.deviceAmbiguous, .notServed].contains(error.code),
      ["gpsd://", "tcp://", "udp://"].contains(where: source.hasPrefix)
    else { return nil }
    return error
  }

  private static func sentence(_ text: String) -> String {
    let text = text.hasSuffix(".") ? text : text + "."
    // A path or a command keeps its letters.
    guard let first = text.first, first.isLetter, !text.hasPrefix("sudo") else { return text }
    return first.uppercased() + text.dropFirst()
  }
}

/// The receiver's time of day between two of its epochs: its last time, carried on by a steady clock.
package struct CarriedTime: Hashable, Sendable {
  private struct Reading: Hashable, Sendable {
    var nanosecond: Int64
    var at: ContinuousClock.Instant
  }

  private var reading: Reading?

  package init() {}

  private static let day: Int64 = 86_400_000_000_000

  /// Takes the time of an epoch that has just come.
  package mutating func take(_ fix: Fix, at now: ContinuousClock.Instant) {
    guard let exact = fix.time?.timeOfDay ?? fix.timeOfDay else { return }
    let time = exact.rounded(decimals: 3)
    let seconds = (Int64(time.hour) * 60 + Int64(time.minute)) * 60 + Int64(time.second)
    reading = Reading(nanosecond: seconds * 1_000_000_000 + Int64(time.nanosecond), at: now)
  }

  /// `07:08:22Z`, with a tenth where the epoch has one; dashes where the receiver has told no time.
  package func text(at now: ContinuousClock.Instant) -> String {
    guard let reading else { return "--:--:--Z" }
    let passed = reading.at.duration(to: now) / .seconds(1)
    guard passed >= 0.05 else { return Self.text(reading.nanosecond, decimals: 1) }
    let carried = Int64(min(passed, 1e8) * 1e9)
    return Self.text((reading.nanosecond + carried) % Self.day, decimals: 0)
  }

  private static func text(_ nanosecond: Int64, decimals: Int) -> String {
    // Only an epoch in a leap second lies past the end of its day.
    let isLeap = nanosecond >= day
    let second = Int(nanosecond / 1_000_000_000)
    let clock = isLeap ? "23:59:60" : TimeText.clock(Double(second), ahead: 0)
    let tenth = Int(nanosecond / 100_000_000 % 10)
    // Whole seconds need no decimals, and most receivers send those.
    return clock + (decimals > 0 && tenth > 0 ? ".\(tenth)" : "") + "Z"
  }
}
