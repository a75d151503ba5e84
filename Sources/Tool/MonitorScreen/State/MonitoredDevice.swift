package import GNSS
package import GPSBridge
internal import GPSFormats
internal import TerminalKit
package import ToolSources

/// What the monitor knows of one receiver: a plain value that is told all that happens.
package struct MonitoredDevice: Sendable {
  /// What was asked for.
  package let source: String
  /// Whether it is a recording: it ends, and does not come back.
  package let isRecording: Bool
  package private(set) var place: DevicePlace?
  /// Ids and place of the port, in words.
  package var identity = ""
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
  /// The latest of its stream, the good and the bad.
  package private(set) var raw = RawTape()
  private(set) var firstFixAfter: Duration?
  /// Whether the device has been open.
  package private(set) var wasOpened = false
  /// Whether it was open, and is not there any more.
  package private(set) var hasGone = false
  /// When the device went away, or was looked for first.
  private(set) var absentSince: ContinuousClock.Instant?
  /// When the port fell silent.
  package private(set) var silentSince: ContinuousClock.Instant?
  /// Seconds that this machine's clock was ahead of the receiver's time when that came; the way here is part of it.
  private(set) var clockOffset: Double?

  /// What it has shown of its settings.
  package private(set) var settings = SettingWatch()
  /// Whose commands it understands, once it has shown that.
  package private(set) var dialect: ReceiverDialect?
  /// Holds the position still; nil where nobody wants that.
  package private(set) var hold: StaticHold?
  /// The last known position as it is to be shown: held, where that was asked for.
  package private(set) var location: Location?

  package init(source: String, isRecording: Bool = false, isHolding: Bool = false) {
    self.source = source
    self.isRecording = isRecording
    facts.isRecording = isRecording
    if isHolding { hold = StaticHold() }
  }

  /// Whether the position that is shown is held where it was.
  package var isHeld: Bool { hold?.isHeld == true }

  /// Whether a recording is through.
  package var isOver: Bool { isRecording && hasGone }

  /// Whether nobody can know yet that the device is not there: it is being looked for.
  package func isStarting(at now: ContinuousClock.Instant) -> Bool {
    switch state {
    case .idle: true
    // It has been opened, and the word for that is on its way.
    case .waitingForDevice where wasOpened: !hasGone
    case .waitingForDevice: absentSince.map { $0.duration(to: now) < .milliseconds(500) } ?? true
    default: false
    }
  }

  package var state: ReceiverState { facts.state }

  /// What a person calls it.
  package var name: String { place?.name ?? source }

  /// The age of the last position now; nil where there never was one.
  package func age(at now: ContinuousClock.Instant) -> Duration? {
    update?.lastKnown?.age(at: now).map { max($0, .zero) }
  }

  // MARK: What happens

  /// Takes what the receiver has told, and what had been counted by then.
  package mutating func take(
    _ report: Report, _ counts: StreamTotals, at now: ContinuousClock.Instant, utcSeconds: Double
  ) {
    facts.take(report, counts: counts, at: now)
    settings.take(report, bytes: counts.bytes)
    switch report {
    case .update(let update): take(update, at: now)
    case .epoch(let epoch):
      fix = epoch.fix
      pace.note(now)
      clockOffset = epoch.fix.hasPosition ? epoch.fix.time.map { utcSeconds - $0.unixSeconds } : nil
      take(epoch.update, at: now)
      count(counts, at: now)
    case .sky(let sky): self.sky = sky
    case .sentence, .message, .setting, .verdict: break
    case .event(let event): take(event, now, utcSeconds)
    case .failed(let error):
      hasGone = wasOpened
      if !isRecording { events.note(error.message, .bad, at: utcSeconds) }
    }
  }

  /// Takes bytes as they came.
  package mutating func take(_ bytes: [UInt8]) { raw.take(bytes) }

  /// Notes what a person should know about how it is played.
  package mutating func note(_ text: String, utcSeconds: Double) { events.note(text, .quiet, at: utcSeconds) }

  /// Takes what had been counted by now.
  package mutating func count(_ counts: StreamTotals, at now: ContinuousClock.Instant) {
    totals = counts
    recent.note(counts, at: now)
  }

  private mutating func take(_ update: LocationUpdate, at now: ContinuousClock.Instant) {
    self.update = update
    location = update.lastKnown
    guard let known = update.newLocation else {
      // It is the last one that is old now, and it may have been held.
      if let anchor = hold?.anchor { location?.coordinate = anchor }
      return
    }
    let shown = hold?.take(known) ?? known
    location = shown
    // A forged way is no way.
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
      sky = nil
      fix = nil
      pace.restart()
      recent.restart(totals, at: now)
    case .detached, .disconnected:
      hasGone = wasOpened
      absentSince = absentSince ?? event.instant
      pace.restart()
      recent.restart(totals, at: now)
      // The end of a recording is looked at; what a receiver heard before it was pulled out is no news any more.
      if isRecording { break }
      sky = nil
      fix = nil
      clockOffset = nil
    case .firstFix(let after): firstFixAfter = after
    case .dialect(let dialect): self.dialect = dialect
    case .silent(let time): silentSince = event.instant - time
    case .speaking: silentSince = nil
    case .state(.waitingForDevice): absentSince = absentSince ?? event.instant
    default: break
    }
    // The event's clock is not the one on the wall; what lies between it and now is the same on both.
    let ago = max(0, event.instant.duration(to: now) / .seconds(1))
    if isRecording, !Self.isOfRecordings(event.kind) { return }
    if let entry = EventText.entry(for: event.kind) {
      events.note(entry.text, entry.ink, at: utcSeconds - ago)
    }
  }
}

extension MonitoredDevice {
  /// A recording has no plug: what happens to that is no news.
  fileprivate static func isOfRecordings(_ event: ReceiverEvent.Kind) -> Bool {
    switch event {
    case .attached, .detached, .opened, .disconnected, .closed: false
    default: true
    }
  }
}

extension UTC {
  /// Seconds since 1970, with the part of one.
  package var unixSeconds: Double {
    Double(secondsSince1970) + Double(nanosecond) / 1e9 + (isLeapSecond ? 1 : 0)
  }
}

extension MonitoredDevice {
  /// What is the case, what matters most first; never nothing.
  ///
  /// A port that refuses has words of its own, with the group, the program and the command as they are here.
  package func verdicts(at now: ContinuousClock.Instant) -> [Verdict] {
    var verdicts = facts.verdicts(at: now)
    switch verdicts[0].code {
    case .recordingOver: verdicts[0].advice = "Press q to end."
    case .recordingPauses:
      verdicts[0].expectation =
        "A pause in a file is played for \(PauseCut.longest.components.seconds) seconds at most."
    default: break
    }
    guard case .waitingToRetry(let error) = state, [.permissionDenied, .portBusy].contains(verdicts[0].code)
    else {
      return verdicts
    }
    verdicts[0].why = Self.sentence(error.message)
    if let remedy = error.remedy { verdicts[0].advice = Self.sentence(remedy) }
    return verdicts
  }

  private static func sentence(_ text: String) -> String {
    let text = text.hasSuffix(".") ? text : text + "."
    // A path or a command keeps its letters.
    guard let first = text.first, first.isLetter, !text.hasPrefix("sudo") else { return text }
    return first.uppercased() + text.dropFirst()
  }
}

/// The receiver's time of day between two of its epochs: what it told last, carried on by a steady clock.
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
    guard let time = fix.time?.timeOfDay ?? fix.timeOfDay else { return }
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
    // Only an epoch in a leap second lies behind the end of its day.
    let isLeap = nanosecond >= day
    let second = Int(nanosecond / 1_000_000_000)
    let clock = isLeap ? "23:59:60" : TimeText.clock(Double(second), ahead: 0)
    let tenth = Int(nanosecond / 100_000_000 % 10)
    // Whole seconds need no decimals, and most receivers send those.
    return clock + (decimals > 0 && tenth > 0 ? ".\(tenth)" : "") + "Z"
  }
}
