public import GNSS
internal import GPSBridge
internal import GPSBase
internal import GPSGeodesy

/// Writes fixes as a track: selects a time window, splits at gaps, and omits redundant points.
///
/// ```swift
/// let file = MemorySink()
/// var track = TrackMaker(.gpx, to: file, name: "walk", simplify: 2)
/// for fix in fixes { track.take(fix) }
/// track.finish()
/// print(track.counts.text)  // 1 segment, 184 of 1421 points, 3.8 km, 52 min
/// ```
///
/// Each point is written as soon as possible, so memory does not grow with the length of the track.
public struct TrackMaker {
  /// The size of the track up to now.
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
  ///   - sink: The destination of the bytes.
  ///   - name: The track's name; in records and tables the name of the receiver.
  ///   - spool: Buffers the second half of KML and GeoJSON; in memory by default.
  ///   - creator: The name of the creating program in GPX.
  ///   - window: The part to write.
  ///   - gap: The number of seconds without a position after which a new segment begins; 60 by default.
  ///   - simplify: The maximum distance in meters of an omitted point from the line; nil keeps every point.
  public init(
    _ format: TrackFormat, to sink: any FormatSink, name: String, spool: any FormatSpool = MemorySink(),
    creator: String = "gpsbridge", window: TimeWindow = .everything,
    gap: Double? = nil, simplify: Double? = nil
  ) {
    let writer = format.writer(sink, name: name, device: name, spool, creator: creator)
    self.init(writer, window: window, gap: gap ?? TrackSegmenter.usualGap, simplify: simplify)
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

  /// The number of positions dated by a later sentence.
  public var datedBack: Int { dating.dated }

  /// Adds the next epoch.
  ///
  /// - Parameters:
  ///   - fix: An epoch; one without a position only provides the time.
  ///   - arrival: The time since the beginning of the recording, for receivers that report no time.
  ///   - isSuspect: Whether its signals are probably forged; such positions are counted and omitted.
  public mutating func take(_ fix: Fix, arrival: Duration? = nil, isSuspect: Bool = false) {
    for earlier in dating.release(before: fix) { add(earlier) }
    guard fix.hasPosition, dating.mustWait(fix) else { return add(fix, arrival, isSuspect) }
    for earlier in dating.keep(TrackDating.Undated(fix: fix, arrival: arrival, isSuspect: isSuspect)) {
      add(earlier)
    }
  }

  /// Adds the next epoch of a track store; records mark probably forged signals, unless points are omitted.
  package mutating func take(_ fix: Fix, stored moment: FixMoment, of device: String) {
    guard var point = TrackPoint(fix) else { return }
    (point.moment, point.device) = (moment, device)
    add(point, moment.isSuspect, isMarked: simplifier == nil && writer.marksSuspects)
  }

  private mutating func add(_ epoch: TrackDating.Undated) { add(epoch.fix, epoch.arrival, epoch.isSuspect) }

  private mutating func add(_ fix: Fix, _ arrival: Duration?, _ isSuspect: Bool) {
    if let point = TrackPoint(fix, arrival: arrival) { add(point, isSuspect, isMarked: false) }
  }

  private mutating func add(_ point: TrackPoint, _ isSuspect: Bool, isMarked: Bool) {
    guard window.contains(point.fix) else { return }
    if isSuspect { isMarked ? (counts.marked += 1) : (counts.suspect += 1) }
    guard !isSuspect || isMarked else { return }
    if segmenter.begins(with: point) {
      endSegment()
      isOpen = true
      counts.beginSegment()
      writer.beginSegment()
    }
    if !isSuspect { counts.take(point) }
    guard var simplifier else { return write(point) }
    // Moved out while in use, because the closure mutates self.
    self.simplifier = nil
    simplifier.take(point) { write($0) }
    self.simplifier = simplifier
  }

  /// Begins a new segment with the next point.
  package mutating func interrupt() { segmenter = TrackSegmenter(gap: segmenter.gap) }

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
    if !point.moment.isSuspect { counts.write(point) }
    writer.write(point)
  }
}

extension TrackFormat {
  /// Creates the writer of a track with a name, or in records with a device.
  package func writer(
    _ sink: any FormatSink, name: String, device: String, _ spool: any FormatSpool, creator: String,
    waypoints: [GPXWriter.Waypoint] = []
  ) -> any TrackWriter {
    switch self {
    case .gpx: GPXWriter(output: sink, name: name, creator: creator, waypoints: waypoints)
    case .kml: KMLWriter(output: sink, name: name, places: spool)
    case .geojson: GeoJSONWriter(output: sink, name: name, times: spool)
    case .csv: TrackTable(output: sink)
    case .ndjson: TrackRecords(output: sink, device: device)
    case .nmea: TrackSentences(output: sink)
    }
  }
}

/// Splits a track into segments: at gaps, and where the time goes back.
package struct TrackSegmenter {
  /// The default gap: seconds without a position that end a segment.
  package static var usualGap: Double { Gap.segment }

  /// Seconds without a position that end a segment.
  package let gap: Double
  private var last: PointMoment?

  /// - Parameter gap: Seconds without a position that end a segment.
  package init(gap: Double) { self.gap = gap }

  /// Whether a new segment begins with this point; the first point always begins one.
  package mutating func begins(with point: TrackPoint) -> Bool {
    let moment = PointMoment(point)
    defer { last = moment }
    guard let last else { return true }
    // Without a time, the length of the gap is unknown.
    guard let seconds = moment.seconds(since: last) else { return false }
    return seconds < 0 || seconds > gap
  }
}

/// The size of a track: its points, and the points that were written.
public struct TrackCounts {
  /// Points within the time window.
  public package(set) var points = 0
  /// Points within the time window that were omitted because their signals are probably forged.
  public package(set) var suspect = 0
  /// Points with probably forged signals that were written with a mark.
  package var marked = 0
  /// Segments between gaps.
  public private(set) var segments = 0
  /// Points that were written.
  public private(set) var written = 0
  /// The distance in meters, excluding gaps between segments; nothing is added while the receiver stands still.
  public var meters: Double { motion.way }
  /// The total duration of all segments in seconds.
  public private(set) var seconds = 0.0
  private var motion = MotionMachine()
  private var last: PointMoment?

  mutating func beginSegment() {
    segments += 1
    last = nil
    _ = motion.interrupt()
  }

  /// Counts a point, whether it is written or not.
  mutating func take(_ point: TrackPoint) {
    points += 1
    let moment = PointMoment(point)
    let passed = last.flatMap { moment.seconds(since: $0) }
    seconds += passed ?? 0
    // Without times, there is a point a second.
    let time = last == nil || passed != nil ? seconds : Double(points)
    last = moment
    if let sample = MotionMachine.Sample(point.fix, at: Int64(time * 1000)) { _ = motion.take(sample) }
  }

  mutating func write(_ point: TrackPoint) { written += 1 }

  /// The counts as text: `3 segments, 1842 of 14210 points, 38.4 km, 1 h 52 min`.
  public var text: String {
    let points =
      written == points ? Plural.of(written, "point") : "\(written) of \(Plural.of(points, "point"))"
    let forged =
      (suspect > 0 ? ", \(Plural.of(suspect, "spoofed position")) left out" : "")
      + (marked > 0 ? ", \(Plural.of(marked, "spoofed position")) marked" : "")
    return
      "\(Plural.of(segments, "segment")), \(points), \(HumanText.distance(meters)), \(HumanText.time(seconds))\(forged)"
  }
}
