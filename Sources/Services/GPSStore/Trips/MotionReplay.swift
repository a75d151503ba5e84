internal import GNSS
internal import GPSGeodesy
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// Reads the fixes of a device that show motion, ordered by time.
///
/// ```
/// live       ├── 1 ──┤          ├─── 3 ───┤
/// import              ├── 2 ──┤       within 3, one by one
/// ```
///
/// The fixes of an import keep their own order, and the fixes of live sessions the order of their numbers, since a
/// receiver's clock may go back. Long rests outside of the requested time are skipped, except for their ends.
struct MotionReplay {
  /// A fix, with the first number of its segment.
  struct Step {
    let sample: MotionMachine.Sample
    let segment: Int64
    let isImport: Bool
    /// Whether all segments that began before it were read completely.
    let isApart: Bool
  }

  private struct Segment {
    let place: SegmentPlace
    let times: ClosedRange<Int64>
    let isStill: Bool
  }

  /// The unread part of an import, or of all live sessions.
  private struct Stream {
    /// The session of an import; nil for the live sessions.
    let session: Int64?
    /// The first time of its segments.
    let begin: Int64
    /// The first numbers of its next segments.
    var firsts: ClosedRange<Int64>?
    var segments: ArraySlice<Segment> = []
    var wasStill = false
    /// The current segment, and the number to continue with.
    var segment: SegmentPlace?
    var next: Int64?
    var samples: ArraySlice<MotionMachine.Sample> = []
    /// Whether part of the segment was passed on.
    var hasBegun = false

    var isImport: Bool { session != nil }
    var time: Int64 { samples.first?.time ?? .max }
  }

  private let rows: SegmentRows<StoredFix>
  private let segments: SQLiteStatement
  private let device: Int64
  private let sessions: [Stream]
  private let times: ClosedRange<Int64>

  private static let segmentsAtOnce = 256
  /// The margin in milliseconds around the requested time in which nothing is skipped.
  private static let margin = 2 * MotionMachine.pause

  /// - Parameters:
  ///   - device: The device.
  ///   - begin: Segments that end before this time are skipped.
  ///   - times: The requested time.
  ///   - file: The store.
  ///   - damage: Collects the unreadable positions.
  /// - Throws: A fault of the file.
  init(
    of device: Int64, from begin: Int64 = .min, in times: ClosedRange<Int64> = .min ... .max,
    _ file: SQLiteConnection, _ damage: DamagedParts
  ) throws(SQLiteFault) {
    self.device = device
    rows = try SegmentRows(file, damage)
    segments = try file.prepare(
      """
      SELECT first, last, t0, t1, distance, session FROM segment WHERE first BETWEEN ?1 AND ?2 AND
        (session = ?3 OR ?3 = 0 AND session IN (SELECT id FROM session WHERE device = ?4 AND kind <> 'import'))
      ORDER BY first LIMIT \(Self.segmentsAtOnce)
      """)
    self.times =
      max(times.lowerBound, .min + Self.margin) - Self.margin...min(times.upperBound, .max - Self.margin)
      + Self.margin
    sessions = try file.rows(
      """
      SELECT CASE kind WHEN 'import' THEN session END AS import, min(t0), min(first), max(first) FROM segment
      JOIN session ON session.id = segment.session WHERE device = ? AND t1 >= ?
      GROUP BY import ORDER BY min(t0), import
      """, [device, begin]
    ) { row in
      let numbers = (1..<4).map { row.number($0) ?? 0 }
      return Stream(
        session: row.number(0), begin: numbers[0], firsts: numbers[1]...max(numbers[1], numbers[2]))
    }
  }

  /// Passes the fixes to a closure until it returns false.
  func forEach(_ body: (Step) throws(SQLiteFault) -> Bool) throws(SQLiteFault) {
    var waiting = sessions[...]
    var open: [Stream] = []
    while true {
      let earliest = open.map(\.time).min()
      if let next = waiting.first, next.begin <= earliest ?? .max {
        var stream = waiting.removeFirst()
        if try fill(&stream, until: min(earliest ?? .max, waiting.first?.begin ?? .max)) {
          open.append(stream)
        }
        continue
      }
      guard let earliest, let place = open.firstIndex(where: { $0.time == earliest }) else { return }
      let others = open.indices.filter { $0 != place }.map { open[$0].time } + [waiting.first?.begin ?? .max]
      let limit = others.min() ?? .max
      while let sample = open[place].samples.first, sample.time <= limit {
        open[place].samples.removeFirst()
        let (segment, isImport) = (open[place].segment?.numbers.lowerBound ?? 0, open[place].isImport)
        let isApart = !open.contains(where: \.hasBegun)
        open[place].hasBegun = true
        guard try body(Step(sample: sample, segment: segment, isImport: isImport, isApart: isApart)) else {
          return
        }
        if open[place].samples.isEmpty, try !fill(&open[place], until: limit) { break }
      }
      if open[place].samples.isEmpty { open.remove(at: place) }
    }
  }

  /// Reads the next fixes of a session up to a time at which other sessions have fixes; returns false at its end.
  private func fill(_ stream: inout Stream, until limit: Int64) throws(SQLiteFault) -> Bool {
    while stream.samples.isEmpty {
      if stream.next == nil {
        guard let segment = try nextSegment(of: &stream, until: limit) else { return false }
        (stream.segment, stream.next, stream.hasBegun) = (segment, segment.numbers.lowerBound, false)
      }
      guard let segment = stream.segment, let next = stream.next else { return false }
      var fixes: [StoredFix] = []
      stream.next = try rows.read(segment, from: next, into: &fixes)
      stream.samples =
        fixes.filter { $0.session == segment.session }.compactMap(MotionMachine.Sample.init)[...]
    }
    return true
  }

  /// The next segment, skipping segments within a rest that were not requested.
  ///
  /// An import is read to the last fix: a time without fixes in it interrupts the motion.
  private func nextSegment(of stream: inout Stream, until limit: Int64) throws(SQLiteFault) -> SegmentPlace? {
    while true {
      if stream.segments.isEmpty { try findSegments(of: &stream) }
      guard let segment = stream.segments.popFirst() else { return nil }
      let isInRest = segment.isStill && stream.wasStill && stream.segments.first?.isStill == true
      stream.wasStill = segment.isStill
      let mayBeLeftOut = isInRest && !stream.isImport && segment.times.upperBound <= limit
      if !mayBeLeftOut || segment.times.overlaps(times) { return segment.place }
    }
  }

  private func findSegments(of stream: inout Stream) throws(SQLiteFault) {
    guard let firsts = stream.firsts else { return }
    defer { segments.reset() }
    try segments.bind([firsts.lowerBound, firsts.upperBound, stream.session ?? 0, device])
    while try segments.next() {
      guard let first = segments.number(0), let last = segments.number(1), let begin = segments.number(2),
        let end = segments.number(3), let session = segments.number(5), first <= last, begin <= end
      else { throw SQLiteFault(.wrongRows, "a segment has no numbers or no times") }
      stream.segments.append(
        Segment(
          place: SegmentPlace(numbers: first...last, session: session), times: begin...end,
          isStill: segments.number(4) == 0))
    }
    let isMore = stream.segments.count == Self.segmentsAtOnce
    let next = isMore ? stream.segments.last.map { $0.place.numbers.upperBound + 1 } : nil
    stream.firsts = next.flatMap { $0 <= firsts.upperBound ? $0...firsts.upperBound : nil }
  }
}

extension MotionMachine.Sample {
  /// Creates the sample of a stored fix; nil if it shows no motion because it is suspect, or lacks a place or a
  /// correct time.
  init?(_ fix: StoredFix) {
    let row = fix.row
    guard let place = row.coordinate, !row.isSuspect, !row.flags.contains(.wrongTime) else { return nil }
    let error =
      row.horizontalError
      ?? row.dilution.flatMap { RangeErrors(usualFor: row.flags.quality)?.horizontal(dilution: $0) }
    self.init(
      number: fix.number, session: fix.session, time: row.milliseconds, monotonic: fix.monotonicMilliseconds,
      place: place, speed: row.groundSpeed, error: error)
  }
}
