internal import GNSS

/// Fixes to a track: what was asked for of it, cut at the gaps, without the points that nobody misses.
struct TrackMaker {
  private(set) var counts = TrackCounts()
  private var dating = TrackDating()
  private var window: TimeWindow
  private var segmenter: TrackSegmenter
  private var simplifier: TrackSimplifier?
  private var writer: any TrackWriter
  private var isOpen = false

  init(_ options: ExportOptions, _ writer: any TrackWriter) {
    window = options.window
    segmenter = TrackSegmenter(gap: options.gap)
    simplifier = options.simplify.map { TrackSimplifier(bound: $0) }
    self.writer = writer
    self.writer.begin()
  }

  /// Positions whose day was told behind them.
  var datedBack: Int { dating.dated }

  mutating func take(_ fix: Fix, at moment: RecordedMoment) {
    for earlier in dating.release(before: fix) { add(earlier.fix, at: earlier.moment) }
    guard fix.hasPosition, dating.mustWait(fix) else { return add(fix, at: moment) }
    for earlier in dating.keep(fix, at: moment) { add(earlier.fix, at: earlier.moment) }
  }

  private mutating func add(_ fix: Fix, at moment: RecordedMoment) {
    guard let point = TrackPoint(fix, arrival: moment.arrival), window.contains(fix.time) else { return }
    guard !moment.isSuspect else {
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

  mutating func finish() {
    for earlier in dating.release() { add(earlier.fix, at: earlier.moment) }
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
