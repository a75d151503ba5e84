package import GNSS
package import GPSBridge

/// Derives from a recording the events and verdicts that a live receiver would have reported.
///
/// It processes each output of a ``RecordedDecoder``; its time is that of the recording.
package struct RecordedStory: Sendable {
  /// The facts known at this point.
  package private(set) var facts = ReceiverCondition()
  /// The last time reported by the receiver.
  package private(set) var time: UTC?
  package private(set) var now = RecordedClock.start
  private var freshness = FreshnessTracker()
  private var hadFix = false
  private var language: BinaryProtocol?
  private var corrections = TimeCorrections()

  /// Creates a story that begins with an open port of this name.
  package init(_ name: String) {
    facts.take(signs: [])
    let place = DevicePlace(key: name, node: name)
    let opened = ReceiverEvent(.opened(place, speed: nil), at: now)
    facts.take(.event(opened), counts: StreamTotals(), at: now)
  }

  /// Returns the verdict if it has changed since the last call.
  package mutating func takeVerdictChange() -> Verdict? { facts.takeVerdictChange(at: now) }

  /// Processes an output, and returns the resulting events.
  package mutating func take(
    _ output: DecodedOutput, _ moment: RecordedMoment
  ) -> [ReceiverEvent] {
    now = max(now, moment.instant)
    // Most outputs are sentences, which need no counts.
    lazy var totals = moment.counted.map { StreamTotals($0) } ?? StreamTotals()
    switch output {
    case .fix(let fix):
      facts.take(signs: moment.signs)
      if moment.counted != nil, totals.sentences == 0 { note(totals) }
      let events = take(fix)
      // The freshness is tracked above; the condition depends on the fix only.
      let update = LocationUpdate(lastKnown: nil, freshness: freshness.freshness, age: nil)
      facts.take(.epoch(Epoch(fix, update, received: now)), counts: totals, at: now)
      for event in events { facts.take(.event(event), counts: totals, at: now) }
      return events
    case .sky(let sky): facts.take(.sky(sky), counts: totals, at: now)
    case .condition(let hardware): facts.take(.condition(hardware), counts: totals, at: now)
    case .sentence, .message: break
    }
    return []
  }

  /// Ends the story; a recording without epochs is judged by its counts.
  package mutating func finish(_ stats: WatchStats) {
    let totals = StreamTotals(stats)
    guard totals.epochs == 0, totals.bytes > 0 else { return }
    // There will be no epoch, so skip the time for which a live receiver would wait for one.
    now += .seconds(16)
    if totals.sentences > 0 || !note(totals) {
      facts.take(.event(ReceiverEvent(.speaking, at: now)), counts: totals, at: now)
    }
  }

  /// Notes the binary protocol of a recording without sentences, by which a verdict chooses its remedy.
  @discardableResult
  private mutating func note(_ totals: StreamTotals) -> Bool {
    guard let found = totals.language else { return false }
    if found != language {
      language = found
      facts.take(.event(ReceiverEvent(.binary(found), at: now)), counts: totals, at: now)
    }
    return true
  }

  private mutating func take(_ fix: Fix) -> [ReceiverEvent] {
    var kinds: [ReceiverEvent.Kind] = []
    if fix.hasPosition, !hadFix {
      hadFix = true
      kinds.append(.firstFix(after: RecordedClock.start.duration(to: now)))
    }
    if !fix.timeCorrections.isEmpty, fix.timeCorrections != corrections {
      corrections = fix.timeCorrections
      kinds.append(.corrected(corrections))
    }
    if let told = fix.steadyTime {
      if let time, told < time { kinds.append(.timeWentBack(by: .seconds(time.seconds(since: told)))) }
      time = told
    }
    let events = kinds.map { ReceiverEvent($0, at: now) }
    let changes =
      fix.isUnreported
      ? freshness.advance(to: now)
      : fix.hasPosition ? freshness.fixArrived(at: now) : freshness.noFix(at: now)
    return events + changes.flatMap(\.events)
  }

  /// Converts a moment of the recording to UTC; returns nil before the receiver has reported a time.
  package func utc(_ instant: ContinuousClock.Instant) -> UTC? {
    time.map { LiveMoment(now, utcSeconds: $0.unixSeconds).utc(instant) }
  }
}

extension StreamTotals {
  /// Converts a recording's counts to a receiver's.
  package init(_ stats: WatchStats) {
    self.init()
    add(stats.stream, stats.epochs ?? EpochCounts())
    language = stats.language
  }
}
