package import GNSS
package import GPSBridge
package import GPSFormats
internal import ToolSources

/// Listens to a receiver until enough is known: a pure value that takes all events.
package struct Hearing: Sendable {
  private let begun: ContinuousClock.Instant
  /// How long to listen; nil to stop once the condition is clear.
  private let duration: Duration?
  private let keepsBytes: Bool
  private var bytesKept = 0
  private(set) var live = ReceiverCondition()
  private var heard = HeardFacts()
  private var opened: ContinuousClock.Instant?
  /// How often opening was refused; a node appears a moment before its permissions.
  private var refusals = 0
  private var hasTriedAllSpeeds = false
  private var epochs: (first: ContinuousClock.Instant, last: ContinuousClock.Instant, count: Int)?

  /// A receiver that has spoken this long in order has nothing new to say.
  package static let good = Duration.seconds(5)
  /// The same, if it has not reported its satellites by then.
  private static let unhurried = Duration.seconds(12)
  /// After this time without a fix, a verdict can say why.
  package static let searching = Duration.seconds(32)
  /// How long to wait for a server that does not answer.
  static let unreachable = Duration.seconds(3)
  /// How long to wait for a receiver that says nothing.
  package static let silent = Duration.seconds(6)
  /// The same, if the line may be full or damages what it carries: both are judged by ten seconds and more.
  private static let measuring = Duration.seconds(14)
  /// The longest time: all speeds have been tried by then.
  package static let most = Duration.seconds(40)
  /// Minutes of the fastest line; more is not kept.
  private static let mostBytes = 8_000_000

  package init(duration: Duration?, keepsBytes: Bool = false, at now: ContinuousClock.Instant) {
    begun = now
    self.duration = duration
    self.keepsBytes = keepsBytes
  }

  /// The latest time at which listening ends.
  package var deadline: ContinuousClock.Instant { begun + (duration ?? Self.most) }

  /// Takes a report, and the receiver's condition after it.
  package mutating func take(_ report: Report, _ condition: ReceiverCondition, at now: LiveMoment) {
    live = condition
    switch report {
    case .epoch(let epoch): take(epoch.fix, lastByte: epoch.received, at: now)
    case .event(let event): take(event)
    case .failed(let error): heard.refusal = error
    case .update, .sky, .condition, .sentence, .message, .setting, .verdict: break
    }
  }

  /// Keeps bytes as they came, if they are wanted.
  package mutating func take(_ bytes: [UInt8], arrival: ContinuousClock.Instant) {
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
      epochs = nil
    case .openFailed(let error):
      heard.refusal = error
      refusals += 1
    case .detached(let place):
      heard.node = place.node
      opened = nil
    case .speedNotFound: hasTriedAllSpeeds = true
    default: break
    }
  }

  private mutating func take(_ fix: Fix, lastByte: ContinuousClock.Instant, at now: LiveMoment) {
    epochs = (epochs?.first ?? lastByte, lastByte, (epochs?.count ?? 0) + 1)
    // Before the first fix a receiver tells the time that its own clock remembers.
    guard fix.hasPosition, let time = fix.time else { return }
    let ahead = now.utc(lastByte).seconds(since: time)
    // Bytes can arrive late, but never early: the least difference is nearest to the truth.
    heard.clockAhead = min(heard.clockAhead ?? ahead, ahead)
  }

  /// Whether more listening would tell nothing new.
  package func isEnough(at now: ContinuousClock.Instant) -> Bool {
    if deadline <= now { return true }
    // Waiting does not change permissions.
    if refusals > 1 { return true }
    // A server that refuses now does so in a minute; it gets time for a second try.
    if duration == nil, opened == nil, case .waitingForDevice(let error) = live.state,
      error.code == .notServed
    {
      return begun.duration(to: now) >= Self.unreachable
    }
    guard duration == nil, let opened else { return false }
    let time = opened.duration(to: now)
    switch live.state {
    // Some report their sky only with every fifth epoch.
    case .fix where isLineDoubtful(at: now): return time >= Self.measuring
    case .fix: return time >= (live.sky == nil ? Self.unhurried : Self.good)
    case .noFix, .lost: return time >= Self.searching
    case .binary: return time >= Self.good
    // A receiver that has spoken at some speed may do so again: all speeds are tried.
    case .silent where live.hasSpoken: return hasTriedAllSpeeds || time >= Self.searching
    case .silent: return time >= Self.silent
    case .failed: return true
    case .detectingSpeed: return hasTriedAllSpeeds
    case .idle, .waitingForDevice, .waitingToRetry: return false
    }
  }

  /// Whether the line is nearly full, or something was damaged after the first beginning that was cut.
  private func isLineDoubtful(at now: ContinuousClock.Instant) -> Bool {
    let facts = live.facts(at: now)
    // That is certain already.
    if facts.line.isDamaged == .yes { return false }
    if live.counts.badChecksums + live.counts.cutSentences > 1 { return true }
    guard let speed = facts.port.speed, case .known(let rate) = facts.stream.bytesPerSecond else {
      return false
    }
    return rate * 10 > Double(speed) * 0.95
  }

  /// The results so far.
  package func result(at now: ContinuousClock.Instant) -> HeardFacts {
    var heard = heard
    heard.counts = live.counts
    heard.facts = live.facts(at: now)
    heard.hardware = live.hardware
    heard.suspectPositions = live.suspectPositions
    if let epochs, epochs.count > 1 {
      let time = epochs.first.duration(to: epochs.last) / .seconds(1)
      if time > 0 { heard.rate = Double(epochs.count - 1) / time }
    }
    return heard
  }
}

/// The results of listening to a receiver.
package struct HeardFacts: Sendable {
  /// The node that was opened, such as `/dev/ttyACM0`; nil if it could not be opened.
  package var node: String?
  /// Why it could not be opened, in the words of the library.
  package var refusal: LocationError?
  /// The facts behind its condition.
  package var facts = ReceiverFacts()
  /// What the receiver said of itself.
  package var hardware = HardwareCondition()
  /// Counts of everything said while it was listened to.
  package var counts = StreamTotals()
  /// Epochs whose signals are probably forged.
  package var suspectPositions = 0
  /// Epochs a second.
  package var rate: Double?
  /// Seconds that this computer's clock is ahead of the receiver's time, the delay of the bytes included.
  var clockAhead: Double?
  package var isSimulated = false
  /// Whether a recording was read in place of a receiver.
  package var isRecording = false
  /// Conditions of a recording that had passed when it ended.
  package var past: [PastVerdict] = []
  /// The bytes that came, if they are wanted.
  package var chunks: [HeardChunk] = []
  /// When the listening began, by this computer's clock.
  package var begun: UTC?

  package init() {}

  package var hasFix: Bool { facts.fix.hasFix == .yes }
}

/// Bytes that came at once, with their time.
package struct HeardChunk: Hashable, Sendable {
  /// The time since the listening began.
  var after: Duration
  var bytes: [UInt8]
}

/// A condition that held in a part of a recording.
package struct PastVerdict: Hashable, Sendable {
  package var verdict: Verdict
  /// The time at which it was first found, if the recording has times.
  package var from: UTC?
  /// How long it held in all.
  package var lasted: Duration

  package init(
    verdict: Verdict, from: UTC? = nil, lasted: Duration
  ) {
    self.verdict = verdict
    self.from = from
    self.lasted = lasted
  }
}
