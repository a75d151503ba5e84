internal import GNSS
internal import GPSBridge

/// Counts of a stream over the last seconds, so that past errors don't hide the current state.
struct StreamWindow: Sendable {
  private struct Sample: Sendable {
    var instant: ContinuousClock.Instant
    var totals: StreamTotals
  }

  /// The counts within the window.
  struct Amount: Hashable, Sendable {
    var time: Duration
    var bytes: Int
    var sentences: Int
    var badChecksums: Int
    var messages: Int
    var epochs: Int
    /// Undecodable bytes, including damaged and cut sentences.
    var lostBytes: Int
  }

  private var samples: [Sample] = []
  private let length: Duration
  private static let pace = Duration.seconds(1)

  init(_ length: Duration) { self.length = length }

  /// Starts over, when a port is opened.
  mutating func restart(_ totals: StreamTotals, at now: ContinuousClock.Instant) {
    samples = [Sample(instant: now, totals: totals)]
  }

  /// Adds the current counts.
  mutating func note(_ totals: StreamTotals, at now: ContinuousClock.Instant) {
    // One sample per second, plus the latest one.
    if samples.count >= 2, samples[samples.count - 2].instant.duration(to: now) < Self.pace {
      samples[samples.count - 1] = Sample(instant: now, totals: totals)
    } else {
      samples.append(Sample(instant: now, totals: totals))
    }
    // Keep the first sample outside the window.
    while samples.count > 2, samples[1].instant.duration(to: now) >= length { samples.removeFirst() }
  }

  /// The amount since the beginning of the window; nil with fewer than two samples.
  var amount: Amount? {
    guard samples.count >= 2, let first = samples.first, let last = samples.last else { return nil }
    let (a, b) = (first.totals, last.totals)
    return Amount(
      time: first.instant.duration(to: last.instant), bytes: b.bytes - a.bytes,
      sentences: b.sentences - a.sentences, badChecksums: b.badChecksums - a.badChecksums,
      messages: b.messages - a.messages, epochs: b.epochs - a.epochs,
      lostBytes: b.junkBytes + b.refusedBytes - a.junkBytes - a.refusedBytes)
  }
}

extension StreamWindow.Amount {
  var bytesPerSecond: Double { time > .zero ? Double(bytes) / (time / .seconds(1)) : 0 }

  /// The share of bytes that could be decoded; nil if there was no sentence or message.
  var goodPart: Double? { sentences + messages > 0 ? StreamCounts.goodPart(lost: lostBytes, of: bytes) : nil }
}

/// A receiver's reporting rate, from the arrival of its latest epochs.
struct WindowPace: Sendable {
  private var arrivals: [ContinuousClock.Instant] = []
  private static let most = 11

  mutating func note(_ now: ContinuousClock.Instant) {
    // A pause is not an interval.
    if let last = arrivals.last, last.duration(to: now) > .seconds(15) { arrivals.removeAll() }
    arrivals.append(now)
    if arrivals.count > Self.most { arrivals.removeFirst() }
  }

  mutating func restart() { arrivals.removeAll() }

  /// Epochs per second; nil until there are three.
  var perSecond: Double? {
    guard arrivals.count >= 3, let first = arrivals.first, let last = arrivals.last, first < last else {
      return nil
    }
    return Double(arrivals.count - 1) / (first.duration(to: last) / .seconds(1))
  }
}

/// The latest frames of a stream: valid ones, and invalid ones with the reason.
struct RawTape: Sendable {
  private(set) var lines: [StreamTranscript.Line] = []
  private var transcript = StreamTranscript(ReadingRules.strictness)

  private static let most = 300

  /// Starts over when the port is opened again: a cut sentence stays cut.
  mutating func restart() { transcript = StreamTranscript(ReadingRules.strictness) }

  mutating func take(_ bytes: [UInt8]) {
    lines += transcript.take(bytes.span)
    // In batches, because removing a line moves all others.
    if lines.count > Self.most + 50 { lines.removeFirst(lines.count - Self.most) }
  }
}
