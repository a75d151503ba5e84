public import GNSS
internal import GPSBridge
internal import GPSBase

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
    creator: String = "gpsbridge", window: TimeWindow = .everything,
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
    _ writer: any TrackWriter, window: TimeWindow = .everything,
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

/// Says where a track is interrupted: by a gap, or by a time that goes back.
public struct TrackSegmenter {
  /// Seconds without a position that end a segment, unless somebody asks for another length.
  public static let usualGap = 60.0

  /// Seconds without a position that end a segment.
  public let gap: Double
  private var last: TrackPoint?

  /// - Parameter gap: Seconds without a position that end a segment.
  public init(gap: Double) { self.gap = gap }

  /// Whether a new segment begins with this point; the first one begins one too.
  public mutating func begins(with point: TrackPoint) -> Bool {
    defer { last = point }
    guard let last else { return true }
    // Without a time there is no telling how long nothing came.
    guard let seconds = point.seconds(since: last) else { return false }
    return seconds < 0 || seconds > gap
  }
}

/// The size of a track: the points that were there, and those that were written.
public struct TrackCounts {
  /// Points within the times asked for.
  public package(set) var points = 0
  /// Points within those times that are left out, for their signals are probably forged.
  public package(set) var suspect = 0
  /// Parts of the track between gaps.
  public private(set) var segments = 0
  /// Points that were written.
  public private(set) var written = 0
  /// Meters along the points that were written.
  public private(set) var meters = 0.0
  /// Seconds from the first to the last point of each segment, added up.
  public private(set) var seconds = 0.0
  private var last: TrackPoint?

  mutating func beginSegment() {
    segments += 1
    last = nil
  }

  mutating func write(_ point: TrackPoint) {
    written += 1
    if let last {
      meters += last.coordinate.distance(to: point.coordinate)
      seconds += point.seconds(since: last) ?? 0
    }
    last = point
  }

  /// `3 segments, 1842 of 14210 points, 38.4 km, 1 h 52 min`.
  public var text: String {
    let points =
      written == points ? Plural.of(written, "point") : "\(written) of \(Plural.of(points, "point"))"
    let forged = suspect > 0 ? ", \(Plural.of(suspect, "spoofed position")) left out" : ""
    return
      "\(Plural.of(segments, "segment")), \(points), \(HumanText.way(meters)), \(HumanText.time(seconds))\(forged)"
  }
}
