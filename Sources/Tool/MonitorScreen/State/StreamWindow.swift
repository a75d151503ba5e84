internal import GNSS
internal import GPSBridge
internal import ToolSources

/// Counts of a stream over its latest half minute, so that what was long ago does not hide what is now.
struct StreamWindow: Sendable {
  private struct Sample: Sendable {
    var instant: ContinuousClock.Instant
    var totals: StreamTotals
  }

  /// What has come within the window.
  struct Amount: Hashable, Sendable {
    var time: Duration
    var bytes: Int
    var sentences: Int
    var badChecksums: Int
    var messages: Int
    var epochs: Int
    /// Bytes that made no sense, those of damaged and cut sentences among them.
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

  /// Notes what was counted up to now.
  mutating func note(_ totals: StreamTotals, at now: ContinuousClock.Instant) {
    // One sample a second, and behind them the latest one.
    if samples.count >= 2, samples[samples.count - 2].instant.duration(to: now) < Self.pace {
      samples[samples.count - 1] = Sample(instant: now, totals: totals)
    } else {
      samples.append(Sample(instant: now, totals: totals))
    }
    // The first one stays that is just outside.
    while samples.count > 2, samples[1].instant.duration(to: now) >= length { samples.removeFirst() }
  }

  /// What has come since the window's beginning; nil until there were two samples.
  var amount: Amount? {
    guard samples.count >= 2, let first = samples.first, let last = samples.last else { return nil }
    let (a, b) = (first.totals, last.totals)
    return Amount(
      time: first.instant.duration(to: last.instant), bytes: b.bytes - a.bytes,
      sentences: b.sentences - a.sentences, badChecksums: b.badChecksum - a.badChecksum,
      messages: b.messages - a.messages, epochs: b.epochs - a.epochs,
      lostBytes: b.junkBytes + b.refusedBytes - a.junkBytes - a.refusedBytes)
  }
}

extension StreamWindow.Amount {
  package var bytesPerSecond: Double { time > .zero ? Double(bytes) / (time / .seconds(1)) : 0 }

  /// The part of all bytes that made sense; nil where nothing came that does.
  package var goodPart: Double? {
    guard bytes > 0, sentences + messages > 0 else { return nil }
    return 1 - Double(lostBytes) / Double(bytes)
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

/// The latest of a stream, frame by frame: what was understood, and what was not, with the reason.
package struct RawTape: Sendable {
  private(set) var lines: [StreamTranscript.Line] = []
  private var transcript = StreamTranscript(ReadingRules.strictness)

  private static let most = 300

  /// The port was opened again: what was half said before stays half.
  mutating func restart() { transcript = StreamTranscript(ReadingRules.strictness) }

  /// Takes the next bytes.
  mutating func take(_ bytes: [UInt8]) {
    lines += transcript.take(bytes.span)
    // Not one at a time, which would move all the others each time.
    if lines.count > Self.most + 50 { lines.removeFirst(lines.count - Self.most) }
  }
}
