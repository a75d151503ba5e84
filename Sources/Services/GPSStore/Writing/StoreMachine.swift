internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import GPSTrackRows

/// Decides which reports of receivers are stored, and under which numbers; it reads no clock and writes no file.
///
/// A segment of a receiver ends when another one reports, so reports arrive here in runs of one receiver.
///
/// ```
/// report ──▶ session, fix, event, gap ──▶ entries ──▶ a transaction ──▶ settled
///                                            │ failed: they stay, and the oldest go when they are too many
/// ```
struct StoreMachine: Sendable {
  /// The entries that are not yet on the disk, in order.
  private(set) var entries: [StoreEntry] = []
  /// The sessions of this opening, of which the file contains the first `knownSessions`.
  private(set) var sessions: [StoreSession] = []
  /// The segments that have changed since the last transaction; the last one is still growing.
  private(set) var segments: [StoreSegment] = []
  /// The numbers of created and of dropped fixes.
  private(set) var (made, dropped) = (0, 0)

  /// The reports of one receiver.
  private struct Source: Sendable {
    var place: DevicePlace?
    /// The end of the earlier run, in milliseconds since 1970, until its distance from this one is known.
    var lastEnd: Int64?
    /// The number of its last session in this opening, and the session's start.
    var session: Int?
    var sessionStart: ContinuousClock.Instant?
    /// Events before the first device is open.
    var early: [(ReceiverEvent, LiveMoment)] = []
    var signal: Double?
    /// The last position, or the start of the first session, which has no receiver time.
    var lastPosition: (milliseconds: Int64?, instant: ContinuousClock.Instant)?
    /// The first reason since the last position for having none, and the verdict at that time.
    var reason, verdict: String?
    var isReasonNow = false
    /// Milliseconds by which the wall clock is ahead of the clock that never jumps.
    var offset: Int64?
  }

  private var next: Int64
  /// The state of each receiver, and the index of the one that reports now.
  private var (sources, current): ([Source], Int)
  private var own: Source {
    get { sources[current] }
    set { sources[current] = newValue }
  }
  /// Whether this machine's clock is synchronized.
  private var isVouchedFor = false

  /// One entry for each second of an hour.
  static let mostEntries = 3600
  /// The number of entries that makes a transaction due early.
  static let entriesOfBatch = 256
  private static let mostEarly = 64
  /// The shortest time without a position that is a gap, since receivers miss single epochs.
  private static let shortestGap: Duration = .seconds(5)
  private static let leastClockStep: Int64 = 2000

  /// - Parameters:
  ///   - next: The number of the first entry.
  ///   - last: The end of what is stored, in milliseconds since 1970.
  ///   - places: For each receiver, the place of its device if it is already open.
  init(next: Int64, last: Int64?, places: [DevicePlace?]) {
    self.next = next
    (sources, current) = (places.map { Source(place: $0, lastEnd: last) }, 0)
  }

  /// The number of the last entry; 0 before the first.
  var lastNumber: Int64 { next - 1 }

  /// The next reports and verdicts come from this receiver.
  mutating func turn(to receiver: Int) { current = receiver }

  /// Adds a report that arrived at a moment.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - moment: The time of the report.
  ///   - accuracy: The maximum error of this machine's clock; nil if it is not synchronized.
  mutating func take(_ report: Report, at moment: LiveMoment, accuracy: Duration? = nil) {
    isVouchedFor = accuracy != nil
    if isVouchedFor, let sessionStart = own.sessionStart {
      endAbsence(
        before: TrackRow.milliseconds(moment.time), sessionStart.duration(to: moment.instant),
        at: moment.instant)
    }
    switch report {
    case .epoch(let epoch): take(epoch, at: moment, accuracy)
    case .sky(let sky): own.signal = sky.medianSignal
    case .update(let update): take(update.reason)
    case .event(let event): take(event, at: moment)
    case .condition, .sentence, .message, .setting, .verdict, .failed: break
    }
  }

  /// Adds the verdict after a receiver's reports; a gap has the last verdict while its reason held.
  mutating func judge(_ given: () -> String?) {
    if own.reason != nil, own.isReasonNow { own.verdict = given() ?? own.verdict }
  }

  private mutating func take(_ given: NoLocationReason?) {
    guard let given else { return }
    own.reason = own.reason ?? given.rawValue
    own.isReasonNow = own.reason == given.rawValue
  }

  /// Adds the number of fixes that were lost on their way here.
  mutating func lose(_ count: Int, at moment: LiveMoment, cause: String) {
    guard count > 0 else { return }
    current = sources.firstIndex { $0.session != nil } ?? current
    begin(at: moment)
    let content = StoreEntry.Content.dropped(
      last: next + Int64(count) - 1, at: TrackRow.milliseconds(moment.time), cause: cause)
    entries.append(StoreEntry(number: next, session: own.session ?? 0, monotonic: 0, content: content))
    (next, made, dropped) = (next + Int64(count), made + count, dropped + count)
  }

  /// Adds an event of the store itself, if a session has begun; returns whether it did.
  @discardableResult mutating func note(_ kind: String, _ detail: String, at moment: LiveMoment) -> Bool {
    guard let first = sources.firstIndex(where: { $0.session != nil }) else { return false }
    if own.session == nil { current = first }
    add(.event(at: TrackRow.milliseconds(moment.time), kind: kind, detail: detail), at: moment.instant)
    return true
  }

  /// Removes the first entries, which are now on the disk, with their segments.
  mutating func settle(_ count: Int) {
    entries.removeFirst(count)
    if segments.count > 1 { segments.removeFirst(segments.count - 1) }
  }

  /// Starts the segments with the pending entries, since earlier entries are in a store that was set aside.
  mutating func beginAgain() {
    segments = []
    for entry in entries {
      guard case .fix(let row) = entry.content else { continue }
      if let end = segments.indices.last, segments[end].add(entry.number, entry.session, row) { continue }
      if let segment = StoreSegment(entry.number, entry.session, row) { segments.append(segment) }
    }
  }

  /// Limits the entries in memory: removes the oldest with their segments, and counts them in one entry.
  mutating func limit(at moment: LiveMoment, cause: String) {
    let most = Self.mostEntries * sources.count
    guard entries.count > most else { return }
    // A quarter at once, so that this does not happen at each epoch.
    let going = entries[..<(entries.count - most * 3 / 4)]
    guard let first = going.first, let last = going.last else { return }
    let fixes = going.count(where: \.isFix)
    let end = if case .dropped(let end, _, _) = last.content { end } else { last.number }
    let content = StoreEntry.Content.dropped(last: end, at: TrackRow.milliseconds(moment.time), cause: cause)
    entries.replaceSubrange(
      going.indices,
      with: [
        StoreEntry(number: first.number, session: first.session, monotonic: first.monotonic, content: content)
      ])
    dropped += fixes
    segments.removeAll { $0.last <= end }
  }

  // MARK: - Reports

  private mutating func take(_ epoch: Epoch, at moment: LiveMoment, _ accuracy: Duration?) {
    let fix = epoch.fix
    if own.place != nil { begin(at: moment) }
    guard fix.hasPosition else { return take(fix.isRefused ? .implausible : epoch.update.reason) }
    begin(at: moment)
    let received = moment.utc(epoch.received)
    var marks: TrackRow.Flags = []
    if epoch.isSuspect { marks.insert(.suspect) }
    if own.place?.isSimulated == true { marks.insert(.simulated) }
    if let time = fix.time, Self.isWrong(time, received, accuracy) { marks.insert(.wrongTime) }
    let row = TrackRow(fix, signal: own.signal, received: received, marks: marks)
    watchClock(received, epoch.received)
    endGap(before: row, epoch.received, hasTime: fix.time != nil)
    let number = add(.fix(row), at: epoch.received)
    made += 1
    extend(by: row, number)
    (own.lastPosition, own.reason, own.verdict) = ((row.milliseconds, epoch.received), nil, nil)
  }

  private mutating func take(_ event: ReceiverEvent, at moment: LiveMoment) {
    if case .opened(let place, _) = event.kind, place.key != own.place?.key || own.session == nil {
      own.place = place
      open(place, at: moment)
    }
    guard own.session != nil || own.place != nil else {
      if own.early.count < Self.mostEarly { own.early.append((event, moment)) }
      return
    }
    begin(at: moment)
    store(event, at: moment)
  }

  private mutating func store(_ event: ReceiverEvent, at moment: LiveMoment) {
    switch event.kind {
    // Gaps report the same with their times.
    case .freshness, .back, .speedTried, .state: return
    default: break
    }
    guard let told = EventRecord(event.kind) else { return }
    let at = TrackRow.milliseconds(moment.utc(event.instant))
    add(.event(at: at, kind: told.word, detail: told.what), at: event.instant)
  }

  private mutating func begin(at moment: LiveMoment) {
    if own.session == nil { open(own.place ?? DevicePlace(key: "unknown"), at: moment) }
  }

  private mutating func open(_ place: DevicePlace, at moment: LiveMoment) {
    let kind = place.isSimulated ? "simulated" : place.isRecording ? "recorded" : "live"
    let isFirst = own.session == nil
    sessions.append(
      StoreSession(
        number: sessions.count, key: key(of: place), name: place.name, kind: kind,
        began: TrackRow.milliseconds(moment.time)))
    (own.session, own.sessionStart, own.offset) = (sessions.count - 1, moment.instant, nil)
    if isFirst {
      if isVouchedFor { endAbsence(before: TrackRow.milliseconds(moment.time), .zero, at: moment.instant) }
      own.lastPosition = (nil, moment.instant)
    }
    for (event, moment) in own.early { store(event, at: moment) }
    own.early = []
  }

  /// The key of a device: its serial number, or its place, since two receivers may have the same number.
  private func key(of place: DevicePlace) -> String {
    let others = sources.indices.compactMap { $0 == current ? nil : sources[$0].session }
    return [place.durableKey, place.key].compactMap(\.self).first { key in
      !others.contains { sessions[$0].key == key }
    } ?? "\(place.key) #\(current + 1)"
  }

  /// Ends the time in which no program ran; a later time without a position is a gap of this run.
  ///
  /// A machine without a clock battery boots with a past time. So the first trustworthy time decides: the receiver's,
  /// or that of a synchronized clock.
  ///
  /// - Parameters:
  ///   - time: A time, in milliseconds since 1970.
  ///   - passed: The time since the start of this run.
  ///   - instant: The moment of that time.
  private mutating func endAbsence(
    before time: Int64, _ passed: Duration, at instant: ContinuousClock.Instant
  ) {
    let began = time - Int64(passed / .milliseconds(1))
    guard let lastEnd = own.lastEnd, began >= lastEnd else { return }
    own.lastEnd = nil
    guard .milliseconds(began - lastEnd) > Self.shortestGap else { return }
    add(.gap(from: lastEnd, to: began, cause: "not_running", verdict: nil), at: instant)
  }

  private mutating func endGap(before row: TrackRow, _ instant: ContinuousClock.Instant, hasTime: Bool) {
    guard let last = own.lastPosition else { return }
    let passed = last.instant.duration(to: instant)
    let begin = row.milliseconds - Int64(passed / .milliseconds(1))
    if last.milliseconds == nil, hasTime { endAbsence(before: row.milliseconds, passed, at: instant) }
    guard passed > Self.shortestGap else { return }
    // If the receiver's time has not risen, only the length of the gap is known.
    let from = last.milliseconds.flatMap { $0 < row.milliseconds ? $0 : nil } ?? begin
    add(
      .gap(from: from, to: row.milliseconds, cause: own.reason ?? "silent", verdict: own.verdict), at: instant
    )
  }

  /// Writes the open gaps when the store is closed.
  mutating func end(at moment: LiveMoment) {
    for receiver in sources.indices {
      turn(to: receiver)
      // Without a position, and on a clock that is not synchronized, it has no time.
      guard let last = own.lastPosition, last.milliseconds != nil || isVouchedFor else { continue }
      let passed = last.instant.duration(to: moment.instant)
      guard passed > Self.shortestGap else { continue }
      let length = Int64(passed / .milliseconds(1))
      let from = last.milliseconds ?? TrackRow.milliseconds(moment.time) - length
      add(
        .gap(from: from, to: from + length, cause: own.reason ?? "silent", verdict: own.verdict),
        at: moment.instant)
      own.lastPosition = (from + length, moment.instant)
    }
  }

  /// Detects a step of this machine's clock, which changes the lag of later entries.
  private mutating func watchClock(_ received: UTC, _ instant: ContinuousClock.Instant) {
    let now = TrackRow.milliseconds(received) - monotonic(instant)
    defer { own.offset = now }
    guard let offset = own.offset, abs(now - offset) >= Self.leastClockStep else { return }
    add(
      .event(
        at: TrackRow.milliseconds(received), kind: "clock_stepped",
        detail: "this machine's clock went \(now > offset ? "ahead" : "back") by \(abs(now - offset)) ms"),
      at: instant)
  }

  private mutating func extend(by row: TrackRow, _ number: Int64) {
    let session = own.session ?? 0
    if let end = segments.indices.last, segments[end].add(number, session, row) { return }
    if let segment = StoreSegment(number, session, row) { segments.append(segment) }
  }

  @discardableResult private mutating func add(
    _ content: StoreEntry.Content, at instant: ContinuousClock.Instant
  ) -> Int64 {
    defer { next += 1 }
    entries.append(
      StoreEntry(number: next, session: own.session ?? 0, monotonic: monotonic(instant), content: content))
    return next
  }

  private func monotonic(_ instant: ContinuousClock.Instant) -> Int64 {
    own.sessionStart.map { Int64($0.duration(to: instant) / .milliseconds(1)) } ?? 0
  }

  /// Whether a time is before this program was built, or more than a day ahead of a clock that is right.
  private static func isWrong(_ time: UTC, _ received: UTC, _ accuracy: Duration?) -> Bool {
    if time.date < DateReference.buildDate { return true }
    return accuracy != nil && time.seconds(since: received) > 86_400
  }
}
