package import GNSS

/// Fixes to a track: what was asked for of it, cut at the gaps, without the points that nobody misses.
package struct TrackMaker {
  package private(set) var counts = TrackCounts()
  private var dating = TrackDating()
  private var window: TimeWindow
  private var segmenter: TrackSegmenter
  private var simplifier: TrackSimplifier?
  private var writer: any TrackWriter
  private var isOpen = false

  package init(
    _ writer: any TrackWriter, window: TimeWindow = TimeWindow(from: nil, to: nil),
    gap: Double = TrackSegmenter.usualGap, simplify: Double? = nil
  ) {
    self.window = window
    segmenter = TrackSegmenter(gap: gap)
    simplifier = simplify.map { TrackSimplifier(bound: $0) }
    self.writer = writer
    self.writer.begin()
  }

  /// Positions whose day was told behind them.
  package var datedBack: Int { dating.dated }

  package mutating func take(_ fix: Fix, arrival: Duration? = nil, isSuspect: Bool = false) {
    for earlier in dating.release(before: fix) { add(earlier) }
    let now = TrackDating.Undated(fix: fix, arrival: arrival, isSuspect: isSuspect)
    guard fix.hasPosition, dating.mustWait(fix) else { return add(now) }
    for earlier in dating.keep(now) { add(earlier) }
  }

  private mutating func add(_ epoch: TrackDating.Undated) {
    guard let point = TrackPoint(epoch.fix, arrival: epoch.arrival), window.contains(epoch.fix.time) else {
      return
    }
    guard !epoch.isSuspect else {
      counts.suspect += 1
      return
    }
    if segmenter.begins(with: point) {
      endSegment()
      isOpen = true
      counts.beginSegment()
      writer.beginSegment()
    }
    counts.points += 1
    guard var simplifier else { return write(point) }
    // Taken out while it works: it hands points back to this very value.
    self.simplifier = nil
    simplifier.take(point) { write($0) }
    self.simplifier = simplifier
  }

  package mutating func finish() {
    for earlier in dating.release() { add(earlier) }
    endSegment()
    writer.finish()
  }

  private mutating func endSegment() {
    guard isOpen else { return }
    isOpen = false
    if var simplifier {
      self.simplifier = nil
      simplifier.finish { write($0) }
      self.simplifier = simplifier
    }
    writer.endSegment()
  }

  private mutating func write(_ point: TrackPoint) {
    counts.write(point)
    writer.write(point)
  }
}
