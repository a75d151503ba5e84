internal import GNSS
internal import GPSBridge
internal import ToolSources

/// Counts of a stream over its latest seconds, so that old trouble does not hide the present.
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
    /// Bytes that made no sense, including those of damaged and cut sentences.
    var lostBytes: Int
  }

  private var samples: [Sample] = []
  private let length: Duration
  private static let pace = Duration.seconds(1)

  init(_ length: Duration) { self.length = length }

  /// Begins anew, as when a port is opened.
  mutating func restart(_ totals: StreamTotals, at now: ContinuousClock.Instant) {
    samples = [Sample(instant: now, totals: totals)]
  }

  /// Notes the counts so far.
  mutating func note(_ totals: StreamTotals, at now: ContinuousClock.Instant) {
    // One sample a second, and after them the latest one.
    if samples.count >= 2, samples[samples.count - 2].instant.duration(to: now) < Self.pace {
      samples[samples.count - 1] = Sample(instant: now, totals: totals)
    } else {
      samples.append(Sample(instant: now, totals: totals))
    }
    // The first sample outside the window stays.
    while samples.count > 2, samples[1].instant.duration(to: now) >= length { samples.removeFirst() }
  }

  /// The amount since the window's beginning; nil until there are two samples.
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
  package var bytesPerSecond: Double { time > .zero ? Double(bytes) / (time / .seconds(1)) : 0 }

  /// The part of all bytes that made sense; nil if nothing did.
  package var goodPart: Double? {
    sentences + messages > 0 ? StreamCounts.goodPart(lost: lostBytes, of: bytes) : nil
  }
}

/// How often a receiver reports, from when its latest epochs came.
package struct EpochPace: Sendable {
  private var arrivals: [ContinuousClock.Instant] = []
  private static let most = 11

  mutating func note(_ now: ContinuousClock.Instant) {
    // A pause is no interval.
    if let last = arrivals.last, last.duration(to: now) > .seconds(15) { arrivals.removeAll() }
    arrivals.append(now)
    if arrivals.count > Self.most { arrivals.removeFirst() }
  }

  mutating func restart() { arrivals.removeAll() }

  /// Epochs a second; nil until there were three.
  var perSecond: Double? {
    guard arrivals.count >= 3, let first = arrivals.first, let last = arrivals.last, first < last else {
      return nil
    }
    return Double(arrivals.count - 1) / (first.duration(to: last) / .seconds(1))
  }
}

/// The latest of a stream, frame by frame: the good ones, and the bad ones with the reason.
package struct RawTape: Sendable {
  private(set) var lines: [StreamTranscript.Line] = []
  private var transcript = StreamTranscript(ReadingRules.strictness)

  private static let most = 300

  /// Starts over when the port was opened again: a cut sentence stays cut.
  mutating func restart() { transcript = StreamTranscript(ReadingRules.strictness) }

  /// Takes the next bytes.
  mutating func take(_ bytes: [UInt8]) {
    lines += transcript.take(bytes.span)
    // In batches: removing one line would move all the others.
    if lines.count > Self.most + 50 { lines.removeFirst(lines.count - Self.most) }
  }
}
