public import GNSS

/// Makes a track of fixes: a part of them if wanted, cut at the gaps, without the points that nobody misses.
///
/// ```swift
/// let file = MemorySink()
/// var track = TrackMaker(.gpx, to: file, name: "walk", simplify: 2)
/// for fix in fixes { track.take(fix) }
/// track.finish()
/// print(track.counts.text)  // 1 segment, 184 of 1421 points, 3.8 km, 52 min
/// ```
///
/// Each point is written as soon as it is decided, so that a track of any length takes the same memory.
public struct TrackMaker {
  /// The track so far.
  public private(set) var counts = TrackCounts()
  private var dating = TrackDating()
  private var window: TimeWindow
  private var segmenter: TrackSegmenter
  private var simplifier: TrackSimplifier?
  private var writer: any TrackWriter
  private var isOpen = false

  /// Begins a track.
  ///
  /// - Parameters:
  ///   - format: The format.
  ///   - sink: Takes the bytes.
  ///   - name: The track's name; in records and tables the name of the receiver.
  ///   - spool: Keeps the half of KML and GeoJSON that stands behind the other. In memory, if you name no other.
  ///   - creator: The program that makes it, as GPX says it.
  ///   - window: The part that is wanted.
  ///   - gap: Seconds without a position behind which a new segment begins.
  ///   - simplify: Meters that a point left out may lie beside the line through the others; nil keeps every point.
  public init(
    _ format: TrackFormat, to sink: any FormatSink, name: String, spool: any FormatSpool = MemorySink(),
    creator: String = "gpsbridge", window: TimeWindow = TimeWindow(from: nil, to: nil),
    gap: Double = TrackSegmenter.usualGap, simplify: Double? = nil
  ) {
    let writer: any TrackWriter =
      switch format {
      case .gpx: GPXWriter(output: sink, name: name, creator: creator)
      case .kml: KMLWriter(output: sink, name: name, places: spool)
      case .geojson: GeoJSONWriter(output: sink, name: name, times: spool)
      case .csv: TrackTable(output: sink)
      case .ndjson: TrackRecords(output: sink, device: name)
      case .nmea: TrackSentences(output: sink)
      }
    self.init(writer, window: window, gap: gap, simplify: simplify)
  }

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
  public var datedBack: Int { dating.dated }

  /// Takes the next epoch.
  ///
  /// - Parameters:
  ///   - fix: An epoch; one without a position only tells the time.
  ///   - arrival: How long after the beginning of the recording it came, for receivers that tell no time.
  ///   - isSuspect: Whether its signals are probably forged; then it is counted and left out.
  public mutating func take(_ fix: Fix, arrival: Duration? = nil, isSuspect: Bool = false) {
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

  /// Ends the track; call it once.
  public mutating func finish() {
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
