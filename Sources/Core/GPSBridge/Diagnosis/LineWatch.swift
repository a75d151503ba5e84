internal import GNSS
internal import GPSBase

/// Facts about the last seconds of a line.
///
/// The counts since the port was opened hide the present state: an hour of good sentences outweighs a bad
/// minute, and a bad minute stays visible for an hour. Each condition begins at a higher limit than it ends
/// at, so that it does not flicker.
public struct LineFacts: Sendable, Hashable {
  /// Whether a large part of the data is damaged.
  public var isDamaged = ReceiverFacts.Fact<Bool>.unknown
  /// The fraction of sentences and messages that is damaged, from 0 to 1.
  public var damagedPart = ReceiverFacts.Fact<Double>.unknown
  /// The fraction of bytes outside of valid frames, from 0 to 1; unknown unless several frames are damaged.
  public var lostPart = ReceiverFacts.Fact<Double>.unknown
  /// Whether the line runs at full capacity.
  public var isFull = ReceiverFacts.Fact<Bool>.unknown
  /// The number of bytes per second.
  public var bytesPerSecond = ReceiverFacts.Fact<Double>.unknown
  /// The time span of these measurements.
  public var listened = ReceiverFacts.Fact<Duration>.unknown

  /// Creates unknown facts.
  public init() {}
}

/// Measures a line over its last ten seconds and its last half minute.
struct LineWatch: Sendable {
  private struct Sample: Sendable {
    @StoredInstant var at: ContinuousClock.Instant
    var bytes: Int
    var lost: Int
    var whole: Int
    var damaged: Int
  }

  /// The differences between two samples.
  private struct Stretch {
    var time: Duration
    var bytes: Int
    var lost: Int
    var whole: Int
    var damaged: Int

    init(from first: Sample, to last: Sample) {
      time = first.at.duration(to: last.at)
      (bytes, lost) = (last.bytes - first.bytes, last.lost - first.lost)
      whole = last.whole - first.whole
      // If a type turns out to fail always, its failures are no longer damage, and the count can fall.
      damaged = max(0, last.damaged - first.damaged)
    }

    var damagedPart: Double { damaged > 0 ? Double(damaged) / Double(damaged + whole) : 0 }

    /// Nil while hardly anything is damaged: the other bytes are then log text or a different format.
    var lostPart: Double? {
      guard damaged >= LineWatch.fewest, bytes > 0 else { return nil }
      return min(1, max(0, (Double(lost) - StreamFacts.harmless) / Double(bytes)))
    }

    var worst: Double { max(damagedPart, lostPart ?? 0) }
    var bytesPerSecond: Double { time > .zero ? Double(bytes) / time.inSeconds : 0 }
  }

  private var samples: [Sample] = []
  private var facts = LineFacts()
  private var isDamaged = false
  private var isFull = false

  /// The fractions of damage at which the condition begins and ends.
  private static let (mostDamaged, fewDamaged) = (StreamRules.mostBroken, 0.02)
  /// One interruption, such as opening the port, damages at most two sentences.
  fileprivate static let fewest = 3
  /// A full line counts as having room again below this fraction.
  private static let hasRoom = 0.95

  private static let long = Duration.seconds(30)
  /// The shortest time between samples, for bursts once per second or slightly faster.
  private static let step = Duration.milliseconds(900)
  /// The age at which counts no longer describe the present.
  private static let stale = Duration.seconds(15)

  /// Starts when the port is opened or its speed changes.
  init(_ counts: StreamTotals, since start: StreamTotals, at now: ContinuousClock.Instant) {
    samples = [Self.sample(counts, since: start, at: now)]
  }

  func facts(at now: ContinuousClock.Instant) -> LineFacts {
    guard let last = samples.last, last.at.duration(to: now) <= Self.stale else { return LineFacts() }
    return facts
  }

  /// Samples the counts, about once per second at most.
  mutating func take(
    _ counts: StreamTotals, since start: StreamTotals, speed: Int?, at now: ContinuousClock.Instant
  ) {
    guard let last = samples.last, last.at.duration(to: now) >= Self.step else { return }
    samples.append(Self.sample(counts, since: start, at: now))
    // Keep the newest sample from before the span, or a pause would shorten the measurement.
    while samples.count > 2, samples[1].at.duration(to: now) >= Self.long { samples.removeFirst() }
    judge(speed)
  }

  private static func sample(
    _ counts: StreamTotals, since start: StreamTotals, at now: ContinuousClock.Instant
  ) -> Sample {
    var explained = 0
    if counts.badChecksums > start.badChecksums {
      // The sender computes these checksums wrongly; the line is fine.
      explained = counts.failingTypes.since(start.failingTypes).always.reduce(0) { $0 + $1.count }
    }
    return Sample(
      at: now, bytes: counts.bytes, lost: counts.junkBytes + counts.refusedBytes,
      whole: counts.sentences + counts.messages,
      damaged: counts.badChecksums + counts.cutSentences - explained)
  }

  private mutating func judge(_ speed: Int?) {
    guard let first = samples.first, let last = samples.last else { return }
    let begin = samples.last { $0.at.duration(to: last.at) >= LoadRules.measured } ?? first
    let (recent, longer) = (Stretch(from: begin, to: last), Stretch(from: first, to: last))
    facts.listened = .known(recent.time)
    facts.bytesPerSecond = .known(recent.bytesPerSecond)
    let mayBeFull = judgeLoad(recent, speed)
    guard recent.time >= StreamRules.enoughListening else { return }
    if isDamaged {
      isDamaged = max(recent.worst, longer.worst) >= Self.fewDamaged
    } else {
      // While the line may be full, damage may be a consequence of that.
      isDamaged =
        recent.damaged >= Self.fewest && recent.worst > Self.mostDamaged
        && hasDamageTwice(from: begin) && !mayBeFull
    }
    facts.isDamaged = .known(isDamaged)
    facts.damagedPart = .known(max(recent.damagedPart, longer.damagedPart))
    facts.lostPart = .init([recent.lostPart, longer.lostPart].compactMap { $0 }.max())
  }

  /// Whether the line may be full, even if it was not measured for long enough to be certain.
  private mutating func judgeLoad(_ recent: Stretch, _ speed: Int?) -> Bool {
    guard let speed, speed > 0 else { return false }
    let load = recent.bytesPerSecond * 10 / Double(speed)
    guard recent.time >= LoadRules.measured else { return load >= Self.hasRoom && load <= LoadRules.possible }
    isFull = load >= (isFull ? Self.hasRoom : LoadRules.full) && load <= LoadRules.possible
    facts.isFull = .known(isFull)
    return false
  }

  /// Whether there was damage in more than one second, since a single event is not a condition.
  private func hasDamageTwice(from begin: Sample) -> Bool {
    var seconds = 0
    for (one, next) in zip(samples, samples.dropFirst())
    where one.at >= begin.at && next.damaged > one.damaged {
      // A longer gap between samples means that nothing was decoded meanwhile, so it counts as two.
      seconds += one.at.duration(to: next.at) > Self.step * 2 ? 2 : 1
    }
    return seconds > 1
  }
}
