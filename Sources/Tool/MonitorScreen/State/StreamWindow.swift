internal import GPSBridge

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
