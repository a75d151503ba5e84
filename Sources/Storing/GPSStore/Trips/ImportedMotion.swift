internal import GPSSQLiteFiles

/// The motion of a device's imports: in the order of time, however they came, and each time once.
///
/// ```
/// first import        ├────────── 1 ──────────┤
/// second     ├─── 2 ──┼───────────────────────┼── 3 ──┤
/// trips      ├─────────────── 2, 1, 3 ────────────────┤     one machine takes the fixes of these parts
/// ```
///
/// Imports whose times overlap are one track. No way leads from one track into another, or into live sessions, and
/// none across what an earlier live session has.
struct ImportedMotion {
  private struct Segment {
    let place: SegmentPlace
    let times: ClosedRange<Int64>
    let way: Int64
  }

  /// Segments of a session whose times rise.
  private struct Run {
    let session: Int64
    var segments: [Segment]
    var times: ClosedRange<Int64>
    var parts: [Part] = []
  }

  /// A time that counts in its run, and whether another session has the time before it and after it.
  private struct Part {
    let times: ClosedRange<Int64>
    let (isCutBefore, isCutAfter): (Bool, Bool)
  }

  /// Fixes in the order of their numbers and times.
  private struct Piece {
    let first: StoredFix
    let last: StoredFix
  }

  private(set) var spans: [MotionMachine.Span] = []
  /// Millimeters: the way of each segment by its first number, and the way that was stored.
  private(set) var ways: [Int64: Int64] = [:]
  private(set) var storedWay: Int64 = 0
  /// The numbers of the fixes.
  private(set) var numbers: [ClosedRange<Int64>] = []

  var way: Int64 { ways.values.reduce(0, +) }

  /// Derives the motion of the tracks that have an import since a session.
  init(of device: Int64, since session: Int64 = 0, in file: SQLiteConnection) throws(SQLiteFault) {
    let rows = try SegmentRows<StoredFix>(file)
    for track in Self.tracks(try Self.runs(of: device, in: file))
    where track.contains(where: { $0.session >= session }) {
      try add(track, rows)
    }
  }

  private mutating func add(_ track: [Run], _ rows: SegmentRows<StoredFix>) throws(SQLiteFault) {
    for run in track {
      for segment in run.segments {
        ways[segment.place.numbers.lowerBound] = 0
        storedWay += segment.way
        numbers.append(segment.place.numbers)
      }
    }
    var machine = MotionMachine()
    var found: [MotionMachine.Span] = []
    var pieces: [Piece] = []
    var fixes: [StoredFix] = []
    var last: Part?
    let parts = track.flatMap { run in run.parts.map { (part: $0, run: run) } }
    let order = Array(parts.indices).sorted {
      parts[$0].part.times.lowerBound < parts[$1].part.times.lowerBound
    }
    for (part, run) in order.map({ parts[$0] }) {
      if let last, part.times.lowerBound - last.times.upperBound > 1, last.isCutAfter || part.isCutBefore {
        found += machine.interrupt()
      }
      last = part
      for segment in run.segments where segment.times.overlaps(part.times) {
        let before = machine.millimeters
        var piece: Piece?
        var next: Int64? = segment.place.numbers.lowerBound
        while let from = next {
          fixes.removeAll(keepingCapacity: true)
          next = try rows.read(segment.place, from: from, into: &fixes)
          for fix in fixes where fix.session == run.session && part.times.contains(fix.milliseconds) {
            found += machine.take(ReplayedFix(fix, segment: segment.place.numbers.lowerBound))
            piece = Piece(first: piece?.first ?? fix, last: fix)
          }
        }
        ways[segment.place.numbers.lowerBound, default: 0] += machine.millimeters - before
        if let piece { pieces.append(piece) }
      }
    }
    found += machine.interrupt()
    spans += found.map { Self.widened($0, by: pieces) }
  }

  /// A trip or a stop with the least and the greatest number of its fixes: a later import may have earlier fixes.
  private static func widened(_ span: MotionMachine.Span, by pieces: [Piece]) -> MotionMachine.Span {
    func numbers(_ ends: [Int64], _ times: ClosedRange<Int64>) -> (Int64, Int64) {
      let known = pieces.flatMap { [$0.first, $0.last] }.filter { times.contains($0.milliseconds) }
      let all = ends + known.map(\.number)
      return (all.min() ?? 0, all.max() ?? 0)
    }
    switch span {
    case .trip(var trip):
      (trip.first, trip.last) = numbers([trip.first, trip.last], trip.began...max(trip.began, trip.ended))
      return .trip(trip)
    case .stop(var stop):
      (stop.first, stop.last) = numbers([stop.first, stop.last], stop.began...max(stop.began, stop.ended))
      return .stop(stop)
    }
  }

  /// Joins runs whose times overlap.
  private static func tracks(_ runs: [Run]) -> [[Run]] {
    var tracks: [[Run]] = []
    var end = Int64.min
    let order = Array(runs.indices).sorted { runs[$0].times.lowerBound < runs[$1].times.lowerBound }
    for run in order.map({ runs[$0] }) {
      if run.times.lowerBound <= end { tracks[tracks.count - 1].append(run) } else { tracks.append([run]) }
      end = max(end, run.times.upperBound)
    }
    return tracks
  }

  private static func runs(of device: Int64, in file: SQLiteConnection) throws(SQLiteFault) -> [Run] {
    let query = try file.prepare(
      """
      SELECT first, last, segment.session, t0, t1, segment.way FROM segment
      JOIN session ON session.id = segment.session WHERE device = ? AND kind = 'import' ORDER BY first
      """)
    try query.bind(1, device)
    var runs: [Run] = []
    while try query.next() {
      guard let first = query.number(0), let last = query.number(1), let session = query.number(2),
        let begin = query.number(3), let end = query.number(4), first <= last, begin <= end
      else { throw SQLiteFault(.wrongRows, "a segment has no numbers or no times") }
      let segment = Segment(
        place: SegmentPlace(numbers: first...last, session: session), times: begin...end,
        way: query.number(5) ?? 0)
      if let run = runs.last, run.session == session, CoveredTimes.joins(run.times.upperBound, begin) {
        runs[runs.count - 1].segments.append(segment)
        runs[runs.count - 1].times = run.times.lowerBound...end
      } else {
        runs.append(Run(session: session, segments: [segment], times: begin...end))
      }
    }
    var covered = CoveredTimes(hasGaps: true)
    for place in runs.indices {
      let run = runs[place]
      try covered.read(file, of: device, before: run.session)
      for known in try covered.known(of: run.times, in: run.session, isImport: true, file) {
        runs[place].parts += covered.free(of: known).map {
          Part(
            times: $0, isCutBefore: $0.lowerBound > known.lowerBound,
            isCutAfter: $0.upperBound < known.upperBound)
        }
        covered.add(known)
      }
    }
    return runs
  }
}

extension MotionTables {
  /// Writes the motion of imports instead of what was written for the same fixes.
  ///
  /// A trip of live sessions may have an import between its numbers, so the first one counts.
  func replace(_ motion: ImportedMotion, of device: Int64, in file: SQLiteConnection) throws(SQLiteFault) {
    for table in ["trip", "stop"] {
      let delete = try file.prepare("DELETE FROM \(table) WHERE device = ? AND first BETWEEN ? AND ?")
      for numbers in motion.numbers {
        for (place, number) in [device, numbers.lowerBound, numbers.upperBound].enumerated() {
          try delete.bind(place + 1, number)
        }
        try delete.run()
      }
    }
    try set(motion.ways, in: file)
    for span in motion.spans { try add(span, of: device) }
  }

  /// Writes the millimeters of segments.
  func set(_ ways: [Int64: Int64], in file: SQLiteConnection) throws(SQLiteFault) {
    let setWay = try file.prepare("UPDATE segment SET way = ? WHERE first = ?")
    for (segment, way) in ways {
      try setWay.bind(1, way)
      try setWay.bind(2, segment)
      try setWay.run()
    }
  }
}
