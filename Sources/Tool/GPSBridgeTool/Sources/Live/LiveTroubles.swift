internal import GPSBridge
internal import GPSBase
internal import Glibc
internal import SerialPorts

/// Notes for the user while a command waits for a receiver, and complaints that end the wait: a pure value
/// that receives all events.
struct LiveTroubles {
  enum Answer: Hashable {
    /// A line for people.
    case note(String)
    case end(ToolError)
  }

  private let source: SourceName
  private let verb: String
  private let lostTimeout: Duration?
  private let ports: () -> [SerialPortDescription]

  private var refusals = 0
  @StoredInstantIfAny private var lostSince: ContinuousClock.Instant?
  private var place: DevicePlace?
  private var flutter = Flutter()
  /// The notes printed already, to print each only once.
  private var said: Set<String> = []
  /// Whether to wait for a port whose fault may be temporary.
  var waitsForPort = false

  init(
    _ source: SourceName, _ verb: String, lostTimeout: Duration?,
    ports: @escaping () -> [SerialPortDescription] = { SerialPortDescription.all() }
  ) { (self.source, self.verb, self.lostTimeout, self.ports) = (source, verb, lostTimeout, ports) }

  /// When the receiver has been absent for too long.
  var due: Moment? {
    guard let lostTimeout, let since = $lostSince else { return nil }
    return since + lostTimeout
  }

  /// The complaint about a receiver that has been absent for too long.
  func lost(at now: @autoclosure () -> ContinuousClock.Instant) -> ToolError? {
    guard let due, due <= Moment(now()) else { return nil }
    return lostError
  }

  /// The notes to print for a report, or the complaint that ends the waiting.
  mutating func take(_ report: Report) -> [Answer] {
    switch report {
    case .event(let event): take(event.kind, at: event.instant)
    case .failed(let error): [.end(ToolError(error, source))]
    case .epoch, .update, .sky, .condition, .sentence, .message, .setting, .verdict: []
    }
  }

  // MARK: - Events

  private mutating func take(_ event: ReceiverEvent.Kind, at instant: ContinuousClock.Instant) -> [Answer] {
    switch event {
    case .opened(let place, _):
      let isBack = lostSince != nil
      let isJoined = source == .automatic && !place.takesCommands && self.place?.node != place.node
      self.place = place
      refusals = 0
      lostSince = nil
      said = []
      if isJoined { return note("gpsd has the receiver, so it is read over \(shown(place))") }
      return isBack && !flutter.isSeen(at: instant) ? [.note("note: \(shown(place)) is back\n")] : []
    case .openFailed(let error): return refused(error)
    case .detached(let place): return gone(place, at: instant)
    // Report it at once: on a small machine udev needs some tenths of a second.
    case .disconnected: return place.map { gone($0, at: instant) } ?? []
    case .otherReaders(let readers): return readers.first.map { shared(with: $0) } ?? []
    case .silent: return note("\(name) is open, but sends nothing")
    case .binary(let language) where language.isRead:
      return note("\(name) sends \(language.name), without positions yet")
    case .binary(let language):
      return note("\(name) sends \(language.name), from which no position can be read")
    case .speedNotFound(let heard):
      return note(
        heard == 0 ? "\(name) sends nothing at any speed" : "the data of \(name) makes no sense at any speed")
    case .state(.waitingForDevice(let error)): return waiting(error)
    default: return []
    }
  }

  private mutating func refused(_ error: LocationError) -> [Answer] {
    refusals += 1
    switch error.code {
    case .unreadable: return [.end(ToolError(error, source))]
    case .permissionDenied where refusals > 1:
      // A node appears a moment before its permissions, so only the second failure counts.
      return [.end(ToolError(error, source))]
    case .foreignTerminal where !waitsForPort: return [.end(ToolError(error, source))]
    case .deviceBusy where refusals > 1 && !waitsForPort: return [.end(ToolError(error, source))]
    case .foreignTerminal: return wait(for: error)
    case .deviceBusy where refusals > 1: return wait(for: error)
    // A name without a device; right after an unplug there is one for a moment.
    case .deviceNotFound where refusals > 1 && error.underlying?.errno == ENXIO: return wait(for: error)
    // A device that has just disappeared is reported as gone.
    case .permissionDenied, .deviceBusy, .deviceNotFound, .disconnected, .terminalGone, .notServed: return []
    default: return note("\(VisibleText.escaped(error.message.utf8)); trying again")
    }
  }

  private mutating func wait(for error: LocationError) -> [Answer] {
    note("\(VisibleText.escaped((error.underlying?.found ?? error.message).utf8)); waiting for it")
  }

  private mutating func shared(with reader: PortHolder) -> [Answer] {
    note(
      "\(name) is also read by \(VisibleText.escaped("\(reader)".utf8)): each of the two receives only part of the data;"
        + " to receive all of it: \(VisibleText.escaped(reader.remedy.utf8))")
  }

  private mutating func gone(_ place: DevicePlace, at instant: ContinuousClock.Instant) -> [Answer] {
    // A port that was never open can't be lost.
    guard self.place != nil else { return [] }
    // The end of the source follows, with its reason.
    guard place.comesBack else { return [] }
    // The end is reported twice: by the port, and by udev.
    guard lostSince == nil else { return [] }
    lostSince = instant
    switch flutter.went(at: instant) {
    case .first: return note("\(shown(place)) is gone; waiting for it to come back")
    case .counted: return []
    case .due(let count, let time):
      return note("\(shown(place)) has come and gone \(count) times in \(DurationText.of(time))")
    }
  }

  private mutating func waiting(_ error: LocationError) -> [Answer] {
    guard error != .notLookedFor, place == nil else { return [] }
    switch error.code {
    case .deviceAmbiguous, .malformedSource, .unreadable: return [.end(ToolError(error, source))]
    default: break
    }
    if error.code != .deviceNotFound {
      let text = "waiting for \(source.shown): \(VisibleText.escaped(error.message.utf8))\n"
      return said.insert(text).inserted ? [.note(text)] : []
    }
    guard said.insert("waiting").inserted else { return [] }
    if source == .automatic {
      let advice = PortAdvice(ports(), for: verb).lines
      return [.note("waiting for a GPS receiver: none is plugged in\n")] + advice.map { .note("  \($0)\n") }
    }
    return [.note("waiting for \(source.shown): it is not there\n")]
  }

  private mutating func note(_ text: String) -> [Answer] {
    said.insert(text).inserted ? [.note("note: \(text)\n")] : []
  }

  private var name: String { place.map(shown) ?? source.shown }

  private func shown(_ place: DevicePlace) -> String { VisibleText.escaped(place.node.utf8) }

  /// Why nothing came in time, by the receiver's current state.
  func complaint(after timeout: Duration, _ facts: ReceiverCondition, at now: ContinuousClock.Instant)
    -> ToolError
  {
    let verdict = facts.verdict(at: now)
    switch facts.state {
    case .idle, .waitingForDevice, .failed:
      guard lostSince == nil else { return lostError }
      return source == .automatic ? PortAdvice(ports(), for: verb).complaint : absent(facts.state)
    case .waitingToRetry(let error): return lostSince == nil ? ToolError(error, source) : lostError
    case .silent: return unknown("silent", "\(name) is open, but sends nothing", verdict)
    case .binary(let language) where language.isRead:
      return unknown("binary_mode", "\(name) sends \(language.name), without positions", verdict)
    case .binary(let language):
      return unknown("binary_mode", "\(name) sends \(language.name), not NMEA sentences", verdict)
    case .detectingSpeed where !facts.hasBytes(at: now):
      return unknown("silent", "\(name) is open, but sends nothing", verdict)
    case .detectingSpeed:
      return unknown("nothing_known", "\(name) sends nothing that a receiver sends", verdict)
    case .noFix, .fix, .lost:
      return ToolError(
        code: "not_in_time", exit: .notInTime, message: "no fix within \(DurationText.of(timeout))",
        reason: "\(verdict.what) \(verdict.why)",
        remedy: verdict.code == .good ? "give it more time, or request less" : verdict.remedy)
    }
  }

  private func unknown(_ code: String, _ message: String, _ verdict: Verdict) -> ToolError {
    ToolError(
      code: code, exit: .nothingKnown, message: message,
      reason: verdict.code == .listening ? nil : verdict.why,
      remedy: verdict.code == .listening ? "give it more time: --timeout 30s" : verdict.remedy)
  }

  private func absent(_ state: ReceiverState) -> ToolError {
    if case .waitingForDevice(let error) = state, error != .notLookedFor { return ToolError(error, source) }
    if source.isOnNetwork { return ToolError(.init(.notServed, "\(source.device) does not answer"), source) }
    return ToolError(
      code: "device_not_found", exit: .notFound, message: "\(source.shown) is not there",
      remedy: "plug it in; gpsbridge devices --all lists the ports that are there")
  }

  fileprivate var lostError: ToolError {
    let time = lostTimeout.map { " within \(DurationText.of($0))" } ?? ""
    return ToolError(
      code: "device_lost", exit: .lost, message: "\(name) is gone, and did not come back\(time)",
      remedy: place?.takesCommands == false
        ? "check that the server runs, and that it can be reached from here"
        : "plug it in again; if it was not pulled out, try another cable or a powered hub")
  }
}

/// Counts how often a receiver disappears and returns, to report repetitions once a minute.
struct Flutter {
  enum Answer: Hashable {
    /// Report this disappearance separately.
    case first
    /// Counted only; a later note includes the number.
    case counted
    /// A note is due: it disappeared this often in this time.
    case due(Int, Duration)
  }

  /// How often it has disappeared since the last such note, and since when.
  private var count = 0
  @StoredInstantIfAny private var since: ContinuousClock.Instant?
  @StoredInstantIfAny private var last: ContinuousClock.Instant?
  @StoredInstantIfAny private var notedAt: ContinuousClock.Instant?

  private static let span = Duration.seconds(60)
  /// The number of disappearances that are reported separately.
  private static let few = 3

  /// Notes that it has disappeared.
  mutating func went(at now: ContinuousClock.Instant) -> Answer {
    if let last, last.duration(to: now) > Self.span { self = Flutter() }
    let since = since ?? now
    (self.since, last, count) = (since, now, count + 1)
    if let notedAt, notedAt.duration(to: now) < Self.span { return .counted }
    if notedAt == nil, count <= Self.few { return .first }
    defer { (self.since, notedAt, count) = (now, now, 0) }
    return .due(count, since.duration(to: now))
  }

  /// Whether it keeps disappearing and returning.
  func isSeen(at now: ContinuousClock.Instant) -> Bool {
    guard let last, notedAt != nil else { return false }
    return last.duration(to: now) < Self.span
  }
}
