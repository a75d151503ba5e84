internal import GNSS
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// The unreadable positions that readers have found in a store, each number once.
///
/// Fixes, gaps and events share one sequence of consecutive numbers, so the missing numbers are known exactly.
final class DamagedParts {
  private(set) var numbers = NumberRanges()
  /// The times with unreadable positions, as derived from the positions before and after.
  private(set) var gaps: [StoredGap] = []
  /// The text of the first fault; nil if rows were missing without a fault.
  var words: String?

  /// The number of unreadable positions.
  var count: Int { Int(clamping: numbers.count) }

  /// Records the numbers of a segment that have no entry.
  ///
  /// - Parameters:
  ///   - segment: The numbers that were read.
  ///   - explained: The numbers with another kind of entry, or whose entry was removed.
  ///   - times: The times of the segment.
  ///   - fixes: The fixes that were read.
  func note<Row: StoredRow>(
    _ segment: SegmentPlace, _ explained: NumberRanges, _ times: ClosedRange<Int64>, _ fixes: ArraySlice<Row>
  ) {
    var known = explained
    // Numbers beside a segment may be noted by both of its neighbors.
    known.formUnion(numbers)
    for fix in fixes { known.insert(fix.number...fix.number) }
    for hole in known.missing(in: segment.numbers).ranges {
      numbers.insert(hole)
      let from = fixes.last { $0.number < hole.lowerBound }?.milliseconds ?? times.lowerBound
      let to = fixes.first { $0.number > hole.upperBound }?.milliseconds ?? times.upperBound
      // The times of its segment may be damaged, too.
      guard let first = [from, to].first(where: TrackRow.isTime) else { continue }
      gaps.append(
        StoredGap(
          number: hole.lowerBound, session: segment.session, from: TrackRow.instant(first),
          to: TrackRow.instant(TrackRow.isTime(to) ? max(first, to) : first), cause: Self.cause, verdict: nil)
      )
    }
  }

  static let cause = "damaged"
}
