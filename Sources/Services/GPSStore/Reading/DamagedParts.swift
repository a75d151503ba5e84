internal import GNSS
internal import GPSSQLiteFiles
internal import GPSTrackRows

/// The positions of a store that can't be read, as readers meet them: each number once.
///
/// Fixes, gaps and events share one sequence of numbers without a hole, so what is missing is known exactly.
final class DamagedParts {
  private(set) var numbers = NumberRanges()
  /// The times in which positions can't be read, as far as the ones beside them show.
  private(set) var gaps: [StoredGap] = []
  /// The words of the first fault; nil if rows were missing without one.
  var words: String?

  /// The number of positions that can't be read.
  var count: Int { Int(clamping: numbers.count) }

  /// Notes the numbers of a segment for which nothing is there.
  ///
  /// - Parameters:
  ///   - segment: The numbers that were read.
  ///   - explained: The numbers that stand for something else, or for nothing any more.
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
