internal import GNSS
internal import GPSBridge
internal import GPSFormats

/// Listens to a receiver until enough is known: a pure value that receives all events.
struct Hearing: Sendable {
  private let begun: ContinuousClock.Instant
  /// How long to listen; nil to stop once the condition is clear.
  private let duration: Duration?
  private let keepsBytes: Bool
  private var bytesKept = 0
  private(set) var live = ReceiverCondition()
  private var heard = HeardFacts()
  private var opened: ContinuousClock.Instant?
  /// The number of failures to open; a node appears a moment before its permissions.
  private var refusals = 0
  private var hasTriedAllSpeeds = false
  private var pace = EpochPace()
  /// The count of bytes, and when it last grew.
  private var bytes = (count: 0, at: ContinuousClock.Instant?.none)

  /// A receiver that has worked for this long reveals nothing new.
  static let good = Duration.seconds(5)
  /// The same, if it has not reported its satellites by then.
  private static let unhurried = Duration.seconds(12)
  /// After this time without a fix, a verdict can say why.
  static let searching = Duration.seconds(32)
  /// How long to wait for a server that does not answer.
  static let unreachable = Duration.seconds(3)
  /// How long to wait for a silent receiver.
  static let silent = Duration.seconds(6)
  /// The same, if the line may be overloaded or damaged, which takes at least ten seconds to judge.
  private static let measuring = Duration.seconds(14)
  /// A receiver that is silent for this long has stopped, unless its epochs are as far apart.
  private static let stopped = Duration.seconds(3)
  /// The maximum: by then all speeds have been tried.
  static let most = Duration.seconds(40)
  /// Some minutes at the highest line speed; later bytes are not kept.
  private static let mostBytes = 8_000_000

  init(duration: Duration?, keepsBytes: Bool = false, at now: ContinuousClock.Instant) {
    begun = now
    (self.duration, self.keepsBytes) = (duration, keepsBytes)
  }

  /// The latest time at which listening ends.
  var deadline: ContinuousClock.Instant { begun + (duration ?? Self.most) }

  /// Notes the receiver's condition, which shows whether bytes still arrive.
  mutating func look(_ condition: ReceiverCondition, at now: ContinuousClock.Instant) {
    live = condition
    if live.counts.bytes != bytes.count { bytes = (live.counts.bytes, now) }
  }

  /// Processes a report, and the receiver's condition after it.
  mutating func take(_ report: Report, _ condition: ReceiverCondition, at now: LiveMoment) {
    look(condition, at: now.instant)
    switch report {
    case .epoch(let epoch): take(epoch.fix, lastByte: epoch.received, at: now)
    case .event(let event): take(event)
    case .failed(let error): heard.refusal = error
    case .update, .sky, .condition, .sentence, .message, .setting, .verdict: break
    }
  }

  /// Keeps bytes unchanged, if requested.
  mutating func take(_ bytes: [UInt8], arrival: ContinuousClock.Instant) {
    guard keepsBytes, bytesKept + bytes.count <= Self.mostBytes else { return }
    bytesKept += bytes.count
    heard.chunks.append(HeardChunk(after: begun.duration(to: arrival), bytes: bytes))
  }

  private mutating func take(_ event: ReceiverEvent) {
    switch event.kind {
    case .opened(let place, _):
      heard.node = place.node
      heard.isSimulated = place.isSimulated
      heard.refusal = nil
      opened = event.instant
      pace = EpochPace()
    case .openFailed(let error):
      heard.refusal = error
      refusals += 1
    case .detached(let place):
      heard.node = place.node
      opened = nil
      bytes.at = nil
    case .speedNotFound: hasTriedAllSpeeds = true
    default: break
    }
  }

  private mutating func take(_ fix: Fix, lastByte: ContinuousClock.Instant, at now: LiveMoment) {
    pace.take(at: lastByte)
    // Before its first fix, a receiver reports the time of its own battery-backed clock.
    guard fix.hasPosition, let time = fix.time else { return }
    let ahead = now.utc(lastByte).seconds(since: time)
    // Bytes can arrive late but not early, so the smallest difference is the most accurate.
    heard.clockAhead = min(heard.clockAhead ?? ahead, ahead)
  }

  /// Whether further listening would reveal nothing new.
  func isEnough(at now: ContinuousClock.Instant) -> Bool {
    if deadline <= now { return true }
    // Waiting does not change permissions.
    if refusals > 1 { return true }
    // A server that refuses now will still refuse in a minute; allow it a second try.
    if duration == nil, opened == nil, case .waitingForDevice(let error) = live.state,
      error.code == .notServed
    {
      return begun.duration(to: now) >= Self.unreachable
    }
    guard duration == nil, let opened else { return false }
    let time = opened.duration(to: now)
    // It may have stopped.
    let silence = silence(at: now)
    if pace.rate != nil, silence >= pace.pause { return silence >= max(Self.silent, pace.pause) }
    switch live.state {
    // Some report their satellites only with every fifth epoch.
    case .fix where isLineDoubtful(at: now): return time >= Self.measuring
    case .fix: return time >= (live.sky == nil ? Self.unhurried : Self.good)
    case .noFix, .lost: return time >= Self.searching
    case .binary: return time >= Self.good
    // A receiver that worked at some speed may do so again: all speeds are tried.
    case .silent where live.hasSpoken: return hasTriedAllSpeeds || time >= Self.searching
    case .silent: return time >= Self.silent
    case .failed: return true
    case .detectingSpeed: return hasTriedAllSpeeds
    case .idle, .waitingForDevice, .waitingToRetry: return false
    }
  }

  /// Whether the line is nearly full, or more was damaged than the first sentence, which is usually cut.
  private func isLineDoubtful(at now: ContinuousClock.Instant) -> Bool {
    let facts = live.facts(at: now)
    // The damage is already certain.
    if facts.line.isDamaged == .yes { return false }
    if live.counts.badChecksums + live.counts.cutSentences > 1 { return true }
    guard let speed = facts.port.speed, case .known(let rate) = facts.stream.bytesPerSecond else {
      return false
    }
    return rate * 10 > Double(speed) * 0.95
  }

  /// How long no byte has arrived from the device; the receiver reopens a silent port, which changes nothing.
  private func silence(at now: ContinuousClock.Instant) -> Duration {
    guard let opened, live.facts(at: now).port.state == .opened else { return .zero }
    return (bytes.at ?? opened).duration(to: now)
  }

  func result(at now: ContinuousClock.Instant) -> HeardFacts {
    var heard = heard
    heard.counts = live.counts
    heard.facts = live.facts(at: now)
    heard.hardware = live.hardware
    heard.suspectPositions = live.suspectPositions
    heard.rate = pace.rate
    // The last words rest on the last seconds, whether or not the receiver's own check has come by then.
    let silence = silence(at: now)
    heard.hasStopped = silence >= max(Self.stopped, pace.pause)
    if heard.hasStopped {
      (heard.facts.stream.listened, heard.facts.stream.bytesPerSecond) = (.known(silence), .known(0))
    }
    return heard
  }
}

/// The usual interval between epochs, by the clock that is listened with.
struct EpochPace: Sendable {
  private var steps = Histogram(width: 0.05, most: 60, .centers)
  private var last: ContinuousClock.Instant?

  mutating func take(at instant: ContinuousClock.Instant) {
    if let last { steps.add(last.duration(to: instant) / .seconds(1)) }
    last = instant
  }

  private var interval: Double? { steps.quantile(0.5) }
  /// Epochs per second.
  var rate: Double? { interval.flatMap { $0 > 0 ? 1 / $0 : nil } }
  /// A longer silence than between two epochs.
  var pause: Duration { .seconds(1.5 * (interval ?? 1)) }
}

/// The results of listening to a receiver.
struct HeardFacts: Sendable {
  /// The node that was opened, such as `/dev/ttyACM0`; nil if it could not be opened.
  var node: String?
  /// Why it could not be opened, in the words of the library.
  var refusal: LocationError?
  var facts = ReceiverFacts()
  /// The receiver's reports about itself.
  var hardware = HardwareCondition()
  var counts = StreamTotals()
  /// Epochs whose signals are probably forged.
  var suspectPositions = 0
  /// Epochs per second.
  var rate: Double?
  /// The seconds that this computer's clock is ahead of the receiver's time, including transmission delay.
  var clockAhead: Double?
  var isSimulated = false
  /// Whether an open receiver sent nothing in the last seconds.
  var hasStopped = false
  /// Whether a recording was read in place of a receiver.
  var isRecording = false
  /// Conditions of a recording that had passed when it ended.
  var past: [PastVerdict] = []
  /// The received bytes, if requested.
  var chunks: [HeardChunk] = []
  /// When listening began, by this computer's clock.
  var begun: UTC?

  var hasFix: Bool { facts.fix.hasFix == .yes }
}

/// Bytes that arrived together, with their time.
struct HeardChunk: Hashable, Sendable {
  /// The time since listening began.
  var after: Duration
  var bytes: [UInt8]
}

/// A condition during a part of a recording.
struct PastVerdict: Hashable, Sendable {
  var verdict: Verdict
  /// When it was first found, if the recording has times.
  var from: UTC?
  var lasted: Duration
}
