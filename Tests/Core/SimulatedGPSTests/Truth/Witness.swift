import FoundationEssentials
import GNSS
import GPSBridge
import SimulatedGPS

/// A second, simpler account of a receiver, which is told what the receiver tells and finds the lies in it.
///
/// It does not believe in the library's own freshness, order or accuracy: it counts them anew from the epochs alone.
struct Witness: Sendable {
  /// What was found, each with what was said and what is true.
  private(set) var lies: [String] = []
  private(set) var positions = 0
  private(set) var sentences = 0

  /// What the receiver meant at each time of day, in hundredths of a second: whether it had a fix.
  let meant: [Int64: Bool]
  /// The interval at which the receiver really sends.
  let sent: Duration

  private var last: Fix?
  private var lastTime: UTC?
  private var lastValid: (fix: Fix, at: ContinuousClock.Instant)?
  /// When epochs came since the device was opened.
  private var gaps: [Duration] = []
  private var lastEpoch: ContinuousClock.Instant?
  /// Whether the receiver has said since that time that its clock was set back.
  private var isClockMarked = false
  /// Sentences that say how accurate a position is.
  private var spoken: Set<ErrorEstimate.Source> = []

  init(meant: [Int64: Bool], sent: Duration) { (self.meant, self.sent) = (meant, sent) }

  static func key(_ time: TimeOfDay) -> Int64 { (time.nanosecondsOfDay + 5_000_000) / 10_000_000 }

  mutating func hear(_ report: Report, at now: ContinuousClock.Instant) {
    switch report {
    case .epoch(let epoch):
      settle()
      // One that was held back on its way counts from when it would have come, and not as an interval.
      if epoch.delay != nil { lastEpoch = nil }
      hear(epoch.fix, at: epoch.received - (epoch.delay ?? .zero))
      if epoch.delay != nil { lastEpoch = nil }
      // Its update is of that moment; that it was complete may only show by the quiet behind it.
      if epoch.received.duration(to: now) > .milliseconds(700) {
        lie("epoch \(epoch.fix.epoch) is told too late")
      }
      check(epoch.update, at: epoch.received)
    case .update(let update):
      settle()
      check(update, at: now)
    case .sentence(let sentence): note(sentence)
    case .event(let event):
      switch event.kind {
      case .disconnected, .closed: lastEpoch = nil
      case .timeWentBack: isClockMarked = true
      default: break
      }
    case .sky, .condition, .message, .setting, .verdict, .failed: break
    }
  }

  // MARK: Epochs

  private mutating func hear(_ fix: Fix, at instant: ContinuousClock.Instant) {
    if fix.coordinate != nil, fix.mode == .none { lie("epoch \(fix.epoch) has a position and no fix") }
    if let time = fix.timeOfDay, fix.isValid {
      switch meant[Self.key(time)] {
      case true?: break
      case false?: lie("epoch \(fix.epoch) at \(time) has a position, and the receiver had none")
      case nil: lie("epoch \(fix.epoch) is of \(time), which the receiver never said")
      }
    }
    if let errors = fix.errors, errors.source != .dilution, !spoken.contains(errors.source) {
      lie("epoch \(fix.epoch) has errors of \(errors.source), and nobody named any")
    }
    if fix.isUnreported {
      // What is between the epochs around a damaged one is no measure of the interval.
      lastEpoch = nil
    } else if let lastEpoch {
      let gap = lastEpoch.duration(to: instant)
      if gap >= .milliseconds(20) {
        gaps = (gaps + [min(gap, .seconds(60))]).suffix(5)
        self.lastEpoch = instant
      }
    } else {
      lastEpoch = instant
    }
    if let time = fix.time { order(time, fix) }
    // One that reports nothing on the fix revokes nothing.
    if !fix.isUnreported { last = fix }
    if fix.isValid, !fix.isOnNullIsland {
      positions += 1
      lastValid = (fix, instant)
    }
  }

  private mutating func order(_ time: UTC, _ fix: Fix) {
    defer { lastTime = time }
    guard let lastTime else { return }
    // A clock that stands still is a coarse one, unless its epochs had times of their own before.
    if time == lastTime, !fix.timeCorrections.isCoarse {
      lie("epoch \(fix.epoch) is told for a moment that was told before")
    }
    // The mark comes right behind the epoch.
    if time < lastTime { owed = "epoch \(fix.epoch) is at \(time), behind \(lastTime), and nothing says so" }
  }

  /// A lie, unless a mark follows.
  private var owed: String?

  /// All that belongs to the epoch before has been told.
  private mutating func settle() {
    if let owed, !isClockMarked { lie(owed) }
    owed = nil
    isClockMarked = false
  }

  // MARK: Updates

  private mutating func check(_ update: LocationUpdate, at now: ContinuousClock.Instant) {
    check(live: update, at: now, toldWithin: .milliseconds(700))
    if (update.location == nil) != (update.reason != nil) { lie("neither a location nor a reason") }
    guard let location = update.lastKnown else { return }
    guard let (fix, instant) = lastValid else { return lie("a location, and there never was a position") }
    if location.coordinate != fix.coordinate || location.received != instant {
      lie("a location that is not the last position")
    }
    if let time = fix.time {
      if location.timestampSource != .receiver || location.timestamp != Date(time) {
        lie("a location has another time than its epoch")
      }
    } else if location.timestampSource == .receiver {
      lie("the receiver has said no time, and is said to have")
    }
    if let wrong = invented(location, fix) { lie(wrong) }
  }

  /// What must be true at any moment, also between two epochs.
  mutating func check(
    live update: LocationUpdate?, at now: ContinuousClock.Instant, toldWithin: Duration = .zero
  ) {
    guard let update, update.freshness.isCurrent else { return }
    guard let lastValid else { return lie("\(update.freshness), and there never was a position") }
    let age = lastValid.at.duration(to: now)
    let isLive = update.freshness == .live
    let limit = max(interval * (isLive ? 1.5 : 2.5), .seconds(isLive ? 1 : 2), toldWithin)
    if age > limit { lie("\(update.freshness) at an age of \(age), and the limit is \(limit)") }
    // With a twentieth for its jitter. A receiver of which no two epochs in a row arrive, and the others are lost without a
    // trace, is no other than a slow one.
    let isSlow = gaps.count == 5 && gaps.allSatisfy { $0 > sent * 1.5 }
    if isLive, !isSlow, age > max(sent * 1.5 * 1.05, .seconds(3)) {
      lie("live at an age of \(age), and the receiver sends every \(sent)")
    }
    if update.freshness == .live, last?.isValid != true {
      lie("live, and the receiver's last word is no fix")
    }
    if let told = update.age, told > age { lie("older than it is") }
  }

  /// The interval in which ages are measured: the middle one of the last five gaps, or up to a second the last one; beyond a
  /// second the shortest.
  private var interval: Duration {
    let sorted = gaps.sorted()
    guard let last = gaps.last else { return .seconds(1) }
    let middle = sorted.count < 3 ? sorted[0] : sorted[(sorted.count - 1) / 2]
    let steady = min(middle, sorted.count < 3 ? .seconds(1) : max(sorted[0], .seconds(1)))
    return max(steady, min(last, .seconds(1)))
  }

  private mutating func lie(_ text: String) { if lies.count < 20 { lies.append(text) } }
}

// MARK: Accuracy

extension Witness {
  /// The accuracies that a dilution may stand for: satellites alone, corrected, and by carrier phase in two grades.
  private static func accuracies(_ dilution: Double, _ signals: SignalSpread?) -> [Double] {
    [(1.75, 2.4), (1.4, 1.2), (0.4, 0), (0.02, 0)].map {
      RangeErrors(perDilution: $0, common: $1).horizontal(dilution: dilution, signals: signals)
    }
  }

  /// What is wrong with a location's accuracy; nil if each number of it has somebody who said it, or is called assumed.
  private func invented(_ location: Location, _ fix: Fix) -> String? {
    let told = fix.errors.flatMap { $0.source == .dilution ? nil : $0 }
    switch location.accuracySource {
    case .deviations where told?.source == .gst && told?.horizontal == location.horizontalAccuracy: break
    case .receiver
    where told != nil && told?.source != .gst && told?.horizontal == location.horizontalAccuracy:
      break
    case .dilution:
      guard let dilution = fix.dilution.horizontal, told?.horizontal == nil,
        Self.accuracies(dilution, SignalSpread(fix.satellites)).contains(where: {
          abs($0 - location.horizontalAccuracy) < 1e-9
        })
      else { return "\(location.horizontalAccuracy) m do not follow from a dilution" }
    case .assumed:
      guard [15, 100].contains(location.horizontalAccuracy) else {
        return "an assumption that is none of ours"
      }
    case let source: return "\(location.horizontalAccuracy) m are not what \(source) said"
    }
    if location.verticalAccuracy != nil, told?.vertical == nil, fix.dilution.vertical == nil {
      return "a vertical accuracy that nobody said"
    }
    if location.verticalAccuracy != nil, fix.mode != .threeDimensional {
      return "a vertical accuracy beside a fix without height"
    }
    return nil
  }

  private mutating func note(_ sentence: ReceivedSentence) {
    sentences += 1
    // Once somebody has named an accuracy he may be believed, and there are many sentences.
    guard sentences < 100_000 else { return }
    let text = sentence.text
    switch true {
    case text.dropFirst(3).hasPrefix("GST"): spoken.insert(.gst)
    case text.dropFirst(3).hasPrefix("GBS"): spoken.insert(.gbs)
    case text.hasPrefix("$PUBX,00"): spoken.insert(.receiver)
    case text.hasPrefix("$PGRME"): spoken.insert(.pgrme)
    default: break
    }
  }
}
