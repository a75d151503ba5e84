/// The events of a scenario over time: those active now, and the next change.
struct Timeline: Sendable {
  /// The beginning or the end of an event.
  struct Turn: Sendable {
    let time: Int64
    let isBeginning: Bool
    let event: Int
  }

  private var events: [Scenario.Event] = []
  private var turns: [Turn] = []
  private var next = 0
  /// The active events, in the order of their beginnings.
  private var active: [Int] = []
  /// The active faults that damage bytes.
  private(set) var risks: [SentenceDamage.Risk] = []
  /// The other active faults, and when they began.
  private(set) var faults: [(fault: Scenario.Fault, since: Int64)] = []

  init(_ events: [Scenario.Event]) { add(events, from: 0) }

  /// Adds events that begin at some moment or later; the past does not change.
  mutating func add(_ more: [Scenario.Event], from now: Int64) {
    var coming = Array(turns[next...])
    for event in more {
      let start = max(now, event.start.wholeNanoseconds)
      coming.append(Turn(time: start, isBeginning: true, event: events.count))
      if let end = event.end?.wholeNanoseconds {
        coming.append(Turn(time: max(start, end), isBeginning: false, event: events.count))
      }
      events.append(Scenario.Event(from: .nanoseconds(start), to: event.end, event.kind))
    }
    turns.replaceSubrange(next..., with: coming.sorted { rank($0) < rank($1) })
  }

  /// At equal times, ends come before beginnings; but an event of zero length begins before it ends.
  private func rank(_ turn: Turn) -> (Int64, Int, Int) {
    let isInstant = !turn.isBeginning && events[turn.event].start.wholeNanoseconds == turn.time
    return (turn.time, turn.isBeginning ? 1 : isInstant ? 2 : 0, turn.event)
  }

  var nextTime: Int64? { next < turns.count ? turns[next].time : nil }

  /// Passes the next beginning or end, and returns it.
  mutating func advance() -> (happening: Scenario.Event.Kind, isBeginning: Bool, time: Int64)? {
    guard next < turns.count else { return nil }
    let turn = turns[next]
    next += 1
    if turn.isBeginning { active.append(turn.event) } else { active.removeAll { $0 == turn.event } }
    count()
    return (events[turn.event].kind, turn.isBeginning, turn.time)
  }

  private mutating func count() {
    risks = []
    faults = []
    for index in active {
      guard case .fault(let fault, let share) = events[index].kind else { continue }
      if fault.isOfBytes {
        risks.append(SentenceDamage.Risk(fault: fault, share: share))
      } else {
        faults.append((fault, max(0, events[index].start.wholeNanoseconds)))
      }
    }
  }

  /// The surroundings entered last that have not ended.
  var surroundings: Scenario.Surroundings? {
    for index in active.reversed() {
      if case .surroundings(let surroundings) = events[index].kind { return surroundings }
    }
    return nil
  }

  /// Why the port cannot be opened now.
  var refusal: Scenario.OpenRefusal? {
    for index in active.reversed() { if case .refusal(let reason) = events[index].kind { return reason } }
    return nil
  }

  var isUnplugged: Bool { active.contains { if case .unplug = events[$0].kind { true } else { false } } }

  /// When a stalled stream continues.
  var stallEnd: Int64? {
    var end: Int64?
    for index in active {
      guard case .fault(.stalled, _) = events[index].kind else { continue }
      end = max(end ?? 0, events[index].end?.wholeNanoseconds ?? .max / 4)
    }
    return end
  }
}

extension Duration {
  /// Whole nanoseconds, clamped to about 127 years.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let bounded = min(max(seconds, -4_000_000_000), 4_000_000_000)
    return bounded * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
