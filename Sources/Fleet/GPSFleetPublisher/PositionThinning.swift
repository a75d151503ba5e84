internal import GNSS
internal import GPSFleetProtocol
internal import GPSFormats
internal import GPSStore
internal import GPSTrackRows

/// Omits positions of a batch; the choice depends only on the store, so a repeated batch is the same.
///
/// ```
/// within     1 ── · ── · ── 4 ── · ── 6        all dots are close to where a constant speed between the others would be then
/// every 5 s  |1 ·  ·  ·  · |6 ·  ·  ·  · |     the first one of each interval since 1970
/// ```
///
/// A gap, another session or a step of the clock ends a part, whose ends are kept. So the first and last positions of
/// each batch are also kept, unless one per interval is sent.
struct PositionThinning {
  let thinning: FleetBatch.Thinning

  /// The number of entries before a batch that are searched for the previous position.
  static let numbersBefore: Int64 = 16

  var needsBefore: Bool { if case .every = thinning { true } else { false } }

  func thin(_ found: inout NumberedEntries, after before: NumberedEntries?) {
    switch thinning {
    case .none: return
    case .within(let centimeters): keep(within(Double(centimeters) / 100, of: found), of: &found)
    case .every(let milliseconds):
      keep(first(ofEach: Int64(max(1, milliseconds)), of: found, after: before), of: &found)
    }
  }

  private func keep(_ places: [Int], of found: inout NumberedEntries) {
    (found.fixes, found.sessions) = (places.map { found.fixes[$0] }, places.map { found.sessions[$0] })
  }

  private func within(_ bound: Double, of found: NumberedEntries) -> [Int] {
    var kept: [Int] = []
    func keep(_ point: TrackPoint) { kept.append(point.fix.epoch) }
    var simplifier = TrackSimplifier(bound: bound, countsTime: true)
    var other = found.others.startIndex
    for (place, entry) in found.fixes.enumerated() {
      var isInterrupted =
        place > 0
        && (found.sessions[place] != found.sessions[place - 1]
          || entry.row.isSuspect != found.fixes[place - 1].row.isSuspect)
      while other < found.others.endIndex, found.others[other].number < entry.number {
        isInterrupted = true
        other += 1
      }
      if isInterrupted { simplifier.finish(keep) }
      var fix = entry.row.fix
      (fix.epoch, fix.time) = (place, entry.row.time)
      if let point = TrackPoint(fix) {
        simplifier.take(point, keep)
      } else {
        simplifier.finish(keep)
        kept.append(place)
      }
    }
    simplifier.finish(keep)
    return kept
  }

  private func first(
    ofEach interval: Int64, of found: NumberedEntries, after before: NumberedEntries?
  ) -> [Int] {
    var last = before.flatMap { before in
      before.fixes.last.map { (before.sessions.last, $0.row.milliseconds.floored(by: interval)) }
    }
    return found.fixes.indices.filter { place in
      let next = (Optional(found.sessions[place]), found.fixes[place].row.milliseconds.floored(by: interval))
      defer { last = next }
      return last.map { $0 != next } ?? true
    }
  }
}
