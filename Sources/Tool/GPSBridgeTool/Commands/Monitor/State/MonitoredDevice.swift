internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import TerminalKit

/// The monitor's data about one receiver: a plain value that receives all events.
struct MonitoredDevice: Sendable {
  let source: String
  /// Whether it is a recording, which ends and does not return.
  let isRecording: Bool
  private(set) var place: DevicePlace?
  /// The ids and the place of the port, in words.
  var identity = ""
  /// Whether the port is a pseudo-terminal fed by a program: it has no real line speed.
  var isFedByProgram = false
  private(set) var update: LocationUpdate?
  /// The last epoch since the device was opened, with or without a fix.
  private(set) var fix: Fix?
  private(set) var sky: Sky?
  private(set) var facts = ReceiverCondition()
  private(set) var recent = StreamWindow(.seconds(10))
  private(set) var pace = WindowPace()
  private(set) var totals = StreamTotals()
  private(set) var track = Track()
  private(set) var events = EventLog()
  /// The latest sentences of the stream, valid and invalid.
  private(set) var raw = RawTape()
  private(set) var firstFixAfter: Duration?
  /// The start, once it has led to a fix.
  private(set) var start: ReceiverStart?
  /// The latest event of its memory.
  private(set) var memory: MemoryEvent?
  private(set) var wasOpened = false
  /// Whether it was open and has disappeared since.
  private(set) var hasGone = false
  /// Since when the device is absent or searched for.
  private(set) var absentSince: ContinuousClock.Instant?
  /// Since when the port is silent.
  private(set) var silentSince: ContinuousClock.Instant?
  /// The seconds that this machine's clock was ahead of the receiver's time, including transmission delay.
  private(set) var clockOffset: Double?

  /// The faults it last reported about itself.
  private var troubles: [String] = []
  private(set) var settings = SettingWatch()
  /// The dialect of its commands, once known.
  private(set) var dialect: ReceiverDialect?
  /// Holds the position still; nil if not requested.
  private(set) var hold: StaticHold?
  /// The last known position as displayed: held if requested.
  private(set) var location: Location?

  init(source: String, isRecording: Bool = false, isHolding: Bool = false) {
    (self.source, self.isRecording) = (source, isRecording)
    facts.isRecording = isRecording
    if isHolding { hold = StaticHold() }
  }

  /// Whether the position shown is being held.
  var isHeld: Bool { hold?.isHeld == true }

  /// Whether a recording has ended.
  var isOver: Bool { isRecording && hasGone }

  /// The error that ended a recording before its end.
  private(set) var readError: LocationError?

  /// Whether the device is still being searched for and may be present.
  func isStarting(at now: ContinuousClock.Instant) -> Bool {
    switch state {
    case .idle: true
    // It has been opened, and that event has not arrived yet.
    case .waitingForDevice where wasOpened: !hasGone
    case .waitingForDevice: absentSince.map { $0.duration(to: now) < .milliseconds(500) } ?? true
    default: false
    }
  }

  var state: ReceiverState { facts.state }

  /// The device's name for people.
  var name: String { place?.name ?? source }

  /// The current age of the last position; nil if there never was one.
  func age(at now: ContinuousClock.Instant) -> Duration? {
    update?.lastKnown?.age(at: now).map { max($0, .zero) }
  }

  // MARK: - Input

  /// Applies a report of the receiver, with its counts at that moment.
  mutating func take(
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
        let isComparable = epoch.fix.hasPosition && !epoch.fix.timeCorrections.isCoarse
        clockOffset = isComparable ? epoch.fix.time.map { utcSeconds - $0.unixSeconds } : nil
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

  /// Logs the faults that the receiver reports, when they change.
  private mutating func take(_ hardware: HardwareCondition, at utcSeconds: Double) {
    let now = HardwareWords.troubles(hardware)
    guard now != troubles else { return }
    troubles = now
    events.note(
      now.isEmpty ? "the receiver reports that all is well again" : now.joined(separator: "; "),
      now.isEmpty ? .good : .bad, at: utcSeconds)
  }

  mutating func take(_ bytes: [UInt8]) { raw.take(bytes) }

  /// Adds a note for the user, such as how a recording is played.
  mutating func note(_ text: String, utcSeconds: Double) { events.note(text, .quiet, at: utcSeconds) }

  mutating func count(_ counts: StreamTotals, at now: ContinuousClock.Instant) {
    totals = counts
    recent.note(counts, at: now)
  }

  private mutating func take(_ update: LocationUpdate, at now: ContinuousClock.Instant) {
    self.update = update
    location = update.lastKnown
    guard let known = update.newLocation else {
      // The location is the last one, which may have been held.
      if let anchor = hold?.anchor { location?.coordinate = anchor }
      return
    }
    let shown = hold?.take(known) ?? known
    location = shown
    // Don't draw a forged track.
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
      if isRecording, case .disconnected(let error) = event.kind, error.code == .portFailed {
        readError = error
      }
      hasGone = wasOpened
      absentSince = absentSince ?? event.instant
      pace.restart()
      recent.restart(totals, at: now)
      // Keep the end of a recording in view; for a receiver, data from before it was unplugged is obsolete.
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
    // The event has a monotonic time; convert it by its age.
    let ago = max(0, event.instant.duration(to: now) / .seconds(1))
    if isRecording {
      switch event.kind {
      // A recording can't be plugged in.
      case .attached, .detached, .opened, .disconnected, .closed: return
      default: break
      }
    }
    if let entry = EventLogText.entry(for: event.kind) {
      events.note(entry.text, entry.ink, at: utcSeconds - ago)
    }
  }

  /// The verdicts, most important first; there is always one.
  ///
  /// If a port can't be opened, the verdict has the group, the program and the command for this machine.
  func verdicts(at now: ContinuousClock.Instant) -> [Verdict] {
    var verdicts = facts.verdicts(at: now)
    switch verdicts[0].code {
    case .recordingOver: verdicts[0].remedy = "Press q to end."
    case .recordingPauses:
      verdicts[0].expectation =
        "A pause in a file is played for \(PauseTally.longest.components.seconds) seconds at most."
    default: break
    }
    if let error = refusalOfServer {
      verdicts[0].what = Self.sentence(error.message)
      verdicts[0].why = "\(source) answered this, or could not be reached."
      if let remedy = error.remedy { verdicts[0].remedy = Self.sentence(remedy) }
    }
    guard case .waitingToRetry(let error) = state, [.permissionDenied, .portBusy].contains(verdicts[0].code)
    else { return verdicts }
    verdicts[0].why = Self.sentence(error.message)
    if let remedy = error.remedy { verdicts[0].remedy = Self.sentence(remedy) }
    return verdicts
  }

  /// Why a network receiver is missing, if the server gives a reason; nil for ports of this machine.
  var refusalOfServer: LocationError? {
    guard case .waitingForDevice(let error) = state, [.deviceAmbiguous, .notServed].contains(error.code),
      ["gpsd://", "tcp://", "udp://"].contains(where: source.hasPrefix)
    else { return nil }
    return error
  }

  private static func sentence(_ text: String) -> String {
    let text = text.hasSuffix(".") ? text : text + "."
    // A path or a command is not capitalized.
    guard let first = text.first, first.isLetter, !text.hasPrefix("sudo") else { return text }
    return first.uppercased() + text.dropFirst()
  }
}

/// The receiver's time of day between epochs: its last time, continued by a monotonic clock.
struct CarriedTime: Hashable, Sendable {
  private struct Reading: Hashable, Sendable {
    var nanosecond: Int64
    var at: ContinuousClock.Instant
  }

  private var reading: Reading?

  private static let day: Int64 = 86_400_000_000_000

  /// Stores the time of an epoch that has just arrived.
  mutating func take(_ fix: Fix, at now: ContinuousClock.Instant) {
    guard let exact = fix.time?.timeOfDay ?? fix.timeOfDay else { return }
    let time = exact.rounded(decimals: 3)
    let seconds = (Int64(time.hour) * 60 + Int64(time.minute)) * 60 + Int64(time.second)
    reading = Reading(nanosecond: seconds * 1_000_000_000 + Int64(time.nanosecond), at: now)
  }

  /// `07:08:22Z`, with a tenth if the epoch has one; dashes if the receiver has reported no time.
  func text(at now: ContinuousClock.Instant) -> String {
    guard let reading else { return "--:--:--Z" }
    let passed = reading.at.duration(to: now) / .seconds(1)
    guard passed >= 0.05 else { return Self.text(reading.nanosecond, decimals: 1) }
    let carried = Int64(min(passed, 1e8) * 1e9)
    return Self.text((reading.nanosecond + carried) % Self.day, decimals: 0)
  }

  private static func text(_ nanosecond: Int64, decimals: Int) -> String {
    // Only an epoch in a leap second is past the end of the day.
    let isLeap = nanosecond >= day
    let second = Int(nanosecond / 1_000_000_000)
    let clock = isLeap ? "23:59:60" : TimeText.clock(Double(second), ahead: 0)
    let tenth = Int(nanosecond / 100_000_000 % 10)
    // Whole seconds, the usual case, need no decimals.
    return clock + (decimals > 0 && tenth > 0 ? ".\(tenth)" : "") + "Z"
  }
}
