internal import GNSS
internal import GPSBase

/// Facts about the line in its last seconds.
///
/// What came since the port was opened says little about now: an hour of good sentences hides a minute of bad ones, and
/// a bad minute is remembered for an hour. Each condition has two limits, a higher one at which it begins and a lower
/// one at which it ends, so that it doesn't come and go.
public struct LineFacts: Sendable, Hashable {
  /// Whether much of what comes is damaged.
  public var isDamaged = ReceiverFacts.Fact<Bool>.unknown
  /// The damaged part of the sentences and messages, from 0 to 1.
  public var damagedPart = ReceiverFacts.Fact<Double>.unknown
  /// The part of the bytes that belongs to no whole sentence or message, from 0 to 1; unknown unless several are damaged.
  public var lostPart = ReceiverFacts.Fact<Double>.unknown
  /// Whether the line has no room for more.
  public var isFull = ReceiverFacts.Fact<Bool>.unknown
  /// How many bytes come each second.
  public var bytesPerSecond = ReceiverFacts.Fact<Double>.unknown
  /// The time in which they were counted.
  public var listened = ReceiverFacts.Fact<Duration>.unknown

  /// Nothing known.
  public init() {}
}

/// Counts what comes over a line in its last ten seconds and in its last half minute.
struct LineWatch: Sendable {
  /// What had come by a moment.
  private struct Sample: Sendable {
    @Kept var at: ContinuousClock.Instant
    var bytes: Int
    var lost: Int
    var whole: Int
    var damaged: Int
  }

  /// What came between two samples.
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
      // Once a type is known to fail always, its failures count as damage no more.
      damaged = max(0, last.damaged - first.damaged)
    }

    var damagedPart: Double { damaged > 0 ? Double(damaged) / Double(damaged + whole) : 0 }

    /// While hardly anything is damaged, other bytes are a log's own text or another format.
    var lostPart: Double? {
      guard damaged >= LineWatch.fewest, bytes > 0 else { return nil }
      return min(1, max(0, (Double(lost) - StreamFacts.harmless) / Double(bytes)))
    }

    var worst: Double { max(damagedPart, lostPart ?? 0) }
    var bytesPerSecond: Double { time > .zero ? Double(bytes) / (time / .seconds(1)) : 0 }
  }

  private var samples: [Sample] = []
  private var facts = LineFacts()
  private var isDamaged = false
  private var isFull = false

  /// Damage begins and ends at these parts.
  private static let (mostDamaged, fewDamaged) = (StreamRules.mostBroken, 0.02)
  /// One cut in a line, as by the opening, damages two sentences.
  fileprivate static let fewest = 3
  /// A line that was full has room again below this part.
  private static let hasRoom = 0.95

  private static let long = Duration.seconds(30)
  /// Bursts that come once a second, or a little sooner.
  private static let step = Duration.milliseconds(900)
  /// Counts that are older say nothing about now.
  private static let stale = Duration.seconds(15)

  /// Begins at the opening, or at a new speed.
  init(_ counts: StreamTotals, since start: StreamTotals, at now: ContinuousClock.Instant) {
    samples = [Self.sample(counts, since: start, at: now)]
  }

  /// What is known of the line at a moment.
  func facts(at now: ContinuousClock.Instant) -> LineFacts {
    guard let last = samples.last, last.at.duration(to: now) <= Self.stale else { return LineFacts() }
    return facts
  }

  /// Takes counts, at most about once a second.
  mutating func take(
    _ counts: StreamTotals, since start: StreamTotals, speed: Int?, at now: ContinuousClock.Instant
  ) {
    guard let last = samples.last, last.at.duration(to: now) >= Self.step else { return }
    samples.append(Self.sample(counts, since: start, at: now))
    // The stretch before a pause ends with it.
    while samples.count > 2, samples[1].at.duration(to: now) >= Self.long { samples.removeFirst() }
    judge(speed)
  }

  private static func sample(
    _ counts: StreamTotals, since start: StreamTotals, at now: ContinuousClock.Instant
  ) -> Sample {
    var explained = 0
    if counts.badChecksums > start.badChecksums {
      // Their sender is to blame, not the line.
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
      // Before the line's load is known, damage may be its consequence.
      isDamaged =
        recent.damaged >= Self.fewest && recent.worst > Self.mostDamaged
        && hasDamageTwice(from: begin) && !mayBeFull
    }
    facts.isDamaged = .known(isDamaged)
    facts.damagedPart = .known(max(recent.damagedPart, longer.damagedPart))
    facts.lostPart = .init([recent.lostPart, longer.lostPart].compactMap { $0 }.max())
  }

  /// Whether the line may be full, though it was not measured for long enough to say so.
  private mutating func judgeLoad(_ recent: Stretch, _ speed: Int?) -> Bool {
    guard let speed, speed > 0 else { return false }
    let load = recent.bytesPerSecond * 10 / Double(speed)
    guard recent.time >= LoadRules.measured else { return load >= Self.hasRoom && load <= LoadRules.possible }
    isFull = load >= (isFull ? Self.hasRoom : LoadRules.full) && load <= LoadRules.possible
    facts.isFull = .known(isFull)
    return false
  }

  /// Whether something was damaged in more than one second: one event is no condition.
  private func hasDamageTwice(from begin: Sample) -> Bool {
    var seconds = 0
    for (one, next) in zip(samples, samples.dropFirst())
    where one.at >= begin.at && next.damaged > one.damaged {
      // A receiver of which nothing was understood for a while has reported nothing meanwhile.
      seconds += one.at.duration(to: next.at) > Self.step * 2 ? 2 : 1
    }
    return seconds > 1
  }
}
