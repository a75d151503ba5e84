internal import GNSS
internal import GPSFormats
internal import GPSTrackRows

/// The positions of all receivers in the past day, at most one a second, in memory.
///
/// A value: a copy is a snapshot, and it shares memory because a full block never changes.
///
/// ```
/// rows    0 … 255   256 … 511   512 …        numbers are absolute:
/// blocks  gone      whole       it grows     a reader that stands at 300 finds 512 next when block 256 has gone
/// ```
struct TrackHistory: Sendable {
  private var tracks: [Track]

  /// Creates an empty history.
  ///
  /// - Parameters:
  ///   - receivers: The number of receivers.
  ///   - span: How long a position is kept.
  init(receivers: Int, span: Duration = .seconds(usualSeconds)) {
    let track = Track(seconds: max(1, Int(span.components.seconds)))
    tracks = Array(repeating: track, count: receivers)
  }

  /// Creates the history of one receiver from its rows, and keeps all of them.
  init(_ rows: [TrackRow]) {
    tracks = [Track(seconds: max(1, rows.count))]
    tracks[0].fill(with: rows)
  }

  /// How many seconds a position is kept by default.
  static let usualSeconds: Int64 = 86_400

  var receivers: Int { tracks.count }

  /// Inserts earlier rows, in order of arrival, before the stored rows.
  mutating func fill(with earlier: [TrackRow], of receiver: Int) {
    guard tracks.indices.contains(receiver) else { return }
    tracks[receiver].fill(with: earlier)
  }

  /// Stores an epoch, unless its second already has one.
  ///
  /// - Parameters:
  ///   - fix: The epoch. One without a position is stored too: it marks a gap.
  ///   - signal: The median of its signals in dB-Hz.
  ///   - receiver: The receiver, counted from 0; ignored if out of range.
  ///   - received: Its arrival by this machine's clock.
  ///   - instant: Its arrival by a monotonic clock; without it, rows age by `received`.
  ///   - isSuspect: Whether its signals are probably forged.
  mutating func take(
    _ fix: Fix, signal: Double?, from receiver: Int, received: UTC,
    at instant: ContinuousClock.Instant? = nil, isSuspect: Bool = false
  ) {
    guard tracks.indices.contains(receiver) else { return }
    let row = TrackRow(fix.believable, signal: signal, received: received, marks: isSuspect ? .suspect : [])
    tracks[receiver].append(row, at: instant)
  }

  /// The numbers of the stored rows, counted from the first row ever stored.
  func rows(of receiver: Int) -> Range<Int> {
    tracks.indices.contains(receiver) ? tracks[receiver].numbers : 0..<0
  }

  /// The row with this number; nil if it was dropped or does not exist yet.
  func row(_ number: Int, of receiver: Int) -> TrackRow? {
    tracks.indices.contains(receiver) ? tracks[receiver].row(number) : nil
  }
}

/// The rows of one receiver, in blocks, so that appending and dropping move nothing.
private struct Track: Sendable {
  private var blocks: [[TrackRow]] = []
  /// The number of the first row of the first block.
  private var base = 0
  private(set) var numbers = 0..<0
  /// The number of seconds that a row is kept, which also limits the number of rows.
  private let seconds: Int
  /// Steps of this machine's clock: earlier rows are this many seconds younger than their dates suggest.
  private var steps: [(number: Int, seconds: Int64)] = []
  /// The latest arrival on both clocks.
  private var latest: (received: UTC, instant: ContinuousClock.Instant)?

  /// Smaller differences are gradual clock corrections, not steps.
  private static let leastStep: Int64 = 2
  /// Above this number, the oldest steps are merged.
  private static let mostSteps = 64

  /// 16 kB: modifying a shared copy copies at most one block.
  private static let blockRows = 256

  init(seconds: Int) { self.seconds = seconds }

  func row(_ number: Int) -> TrackRow? {
    guard numbers.contains(number) else { return nil }
    return blocks[(number - base) / Self.blockRows][(number - base) % Self.blockRows]
  }

  mutating func append(_ row: TrackRow, at instant: ContinuousClock.Instant?) {
    if let instant { compare(row.received, instant) }
    let second = row.milliseconds.floored(by: 1000)
    if let last = self.row(numbers.upperBound - 1), last.milliseconds.floored(by: 1000) == second { return }
    if blocks.last.map({ $0.count == Self.blockRows }) ?? true {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockRows)
    }
    blocks[blocks.count - 1].append(row)
    numbers = numbers.lowerBound..<(numbers.upperBound + 1)
    drop(before: row.received)
  }

  /// Inserts rows before the first one, without changing the numbers of the stored rows.
  mutating func fill(with earlier: [TrackRow]) {
    let stored = numbers.compactMap { row($0) }
    // The store may have the first of ours already.
    let begin = stored.first?.received
    let rows = earlier.prefix { row in begin.map { row.received < $0 } ?? true }
      .suffix(max(0, seconds - stored.count))
    base = numbers.lowerBound - rows.count
    numbers = base..<numbers.upperBound
    let all = rows + stored
    blocks = stride(from: 0, to: all.count, by: Self.blockRows).map { first in
      var block = Array(all.dropFirst(first).prefix(Self.blockRows))
      block.reserveCapacity(Self.blockRows)
      return block
    }
  }

  /// Detects a step of this machine's clock, which must not change the age of earlier rows.
  private mutating func compare(_ received: UTC, _ instant: ContinuousClock.Instant) {
    defer { latest = (received, instant) }
    guard let latest else { return }
    let passed = latest.instant.duration(to: instant) / .seconds(1)
    let step = Int64((received.seconds(since: latest.received) - passed).rounded())
    guard abs(step) >= Self.leastStep else { return }
    steps.append((numbers.upperBound, step))
    if steps.count > Self.mostSteps {
      steps[1].seconds += steps[0].seconds
      steps.removeFirst()
    }
  }

  /// Drops rows that are too old or too many.
  private mutating func drop(before now: UTC) {
    var first = max(numbers.lowerBound, numbers.upperBound - seconds)
    while let row = row(first) {
      // Rows of the store have the time of an earlier run's clock.
      let stepped = first < 0 ? 0 : steps.reduce(0) { $0 + ($1.number > first ? $1.seconds : 0) }
      guard now.secondsSince1970 - row.received.secondsSince1970 - stepped >= Int64(seconds) else { break }
      first += 1
    }
    numbers = first..<numbers.upperBound
    steps.removeAll { $0.number <= first }
    while first - base >= Self.blockRows {
      blocks.removeFirst()
      base += Self.blockRows
    }
  }
}
