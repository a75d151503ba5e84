internal import GNSS

/// The positions of all receivers of the past day, one a second at most, in memory.
///
/// A value: whoever takes a copy sees one moment of it, and shares the memory, since a full block never changes again.
///
/// ```
/// rows    0 … 255   256 … 511   512 …        numbers are absolute:
/// blocks  gone      whole       it grows     a reader that stands at 300 finds 512 next when block 256 has gone
/// ```
struct TrackHistory: Sendable {
  private var tracks: [Track]

  /// Begins with nothing.
  ///
  /// - Parameters:
  ///   - receivers: How many there are.
  ///   - span: How long a position is kept.
  init(receivers: Int, span: Duration = .seconds(86_400)) {
    let track = Track(seconds: max(1, Int(span.components.seconds)))
    tracks = Array(repeating: track, count: receivers)
  }

  /// How many receivers there are.
  var receivers: Int { tracks.count }

  /// Keeps an epoch, unless its second has one already.
  ///
  /// - Parameters:
  ///   - fix: The epoch. One without a position is kept as well: it is a gap.
  ///   - signal: The median of its signals in dB-Hz.
  ///   - receiver: The receiver, counted from 0; one that is not there tells nothing.
  ///   - received: When it came, by this machine.
  ///   - instant: The same by a clock that nobody sets; without it, rows age by `received`.
  ///   - isSuspect: Whether its signals are probably forged.
  mutating func take(
    _ fix: Fix, signal: Double?, from receiver: Int, received: UTC,
    at instant: ContinuousClock.Instant? = nil, isSuspect: Bool = false
  ) {
    guard tracks.indices.contains(receiver) else { return }
    let row = HistoryRow(fix, signal: signal, received: received, isSuspect: isSuspect)
    tracks[receiver].append(row, at: instant)
  }

  /// The numbers of the rows that are there, counted from the first one that ever was.
  func rows(of receiver: Int) -> Range<Int> {
    tracks.indices.contains(receiver) ? tracks[receiver].numbers : 0..<0
  }

  /// A row by its number; nil for one that has gone, or has not come.
  func row(_ number: Int, of receiver: Int) -> HistoryRow? {
    tracks.indices.contains(receiver) ? tracks[receiver].row(number) : nil
  }
}

/// The rows of one receiver, in blocks, so that nothing is moved when it grows and nothing is left when it ends.
private struct Track: Sendable {
  private var blocks: [[HistoryRow]] = []
  /// The number of the first row of the first block.
  private var base = 0
  private(set) var numbers = 0..<0
  /// Seconds that a row is kept, and the most rows there are.
  private let seconds: Int
  /// Steps of this machine's clock: a row that is older than one has aged by so many seconds less than its date shows.
  private var steps: [(number: Int, seconds: Int64)] = []
  /// The latest arrival, by both clocks.
  private var latest: (received: UTC, instant: ContinuousClock.Instant)?

  /// A clock that is corrected little by little makes no step.
  private static let leastStep: Int64 = 2
  /// More steps than this are joined, the oldest first.
  private static let mostSteps = 64

  /// 16 kB: a copy of the whole costs a copy of one block at most.
  private static let blockRows = 256

  init(seconds: Int) { self.seconds = seconds }

  func row(_ number: Int) -> HistoryRow? {
    guard numbers.contains(number) else { return nil }
    return blocks[(number - base) / Self.blockRows][(number - base) % Self.blockRows]
  }

  mutating func append(_ row: HistoryRow, at instant: ContinuousClock.Instant?) {
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

  /// Notes a step of this machine's clock: what came before it is as old as it was.
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

  /// Forgets what is too old, and what is too much.
  private mutating func drop(before now: UTC) {
    var first = max(numbers.lowerBound, numbers.upperBound - seconds)
    while let row = row(first) {
      let stepped = steps.reduce(0) { $0 + ($1.number > first ? $1.seconds : 0) }
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
