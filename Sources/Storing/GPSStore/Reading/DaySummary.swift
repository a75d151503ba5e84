internal import GPSTrackRows

/// A time, usually a day, in short: how much of it is known, and the way.
public struct DaySummary: Sendable, Hashable {
  /// The number of fixes.
  public internal(set) var fixes = 0
  /// The seconds in which the position was known.
  public internal(set) var known = 0.0
  /// The seconds of the whole time.
  public internal(set) var seconds: Double
  /// The times without a position, with their causes.
  public internal(set) var gaps: [StoredGap] = []
  /// The first fix, and the last one.
  public internal(set) var first, last: StoredFix?
  /// The length of the way in meters; nothing is added while the receiver stands still.
  public internal(set) var way = 0.0
  /// The highest speed in meters per second.
  public internal(set) var fastest: Double?
  /// The median of the horizontal accuracies in meters.
  public internal(set) var medianAccuracy: Double?

  /// The known share, 0 to 1.
  public var knownShare: Double { seconds > 0 ? min(1, known / seconds) : 0 }
}

/// Adds up the fixes of a time.
struct DayTally {
  var summary: DaySummary
  /// The ends of gaps with their sessions: the time before them is not known.
  private let gapEnds: Set<End>
  /// The number of fixes for each accuracy in decimeters; the last one counts all worse ones.
  private var accuracies = [Int](repeating: 0, count: 10_001)
  private var last: BriefFix?
  /// The places of the first fix and of the last one.
  private(set) var ends: (first: BriefFix, last: BriefFix)?

  private struct End: Hashable {
    var session: Int64
    var milliseconds: Int64
  }

  init(seconds: Double, gaps: [StoredGap]) {
    summary = DaySummary(seconds: seconds)
    summary.gaps = gaps
    gapEnds = Set(gaps.map { End(session: $0.session, milliseconds: TrackRow.milliseconds($0.to)) })
  }

  /// Adds the next fix.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - isCovered: Whether it is of an import, at a time that an earlier session has: the time until it counts there.
  mutating func add(_ fix: BriefFix, isCovered: Bool = false) {
    // A forged position is not where the receiver was, and a wrong time is not in this one.
    guard fix.isCounted else { return }
    summary.fixes += 1
    ends = (ends?.first ?? fix, fix)
    if let speed = fix.speed { summary.fastest = max(summary.fastest ?? speed, speed) }
    if let accuracy = fix.accuracy {
      accuracies[Int(min(max(accuracy * 10, 0), 10_000).rounded())] += 1
    }
    defer { last = isCovered ? nil : fix }
    guard !isCovered, let last, last.session == fix.session else { return }
    let passed = fix.milliseconds - last.milliseconds
    guard passed > 0, !gapEnds.contains(End(session: fix.session, milliseconds: fix.milliseconds)) else {
      return
    }
    summary.known += Double(passed) / 1000
  }

  /// The sum, with the median.
  ///
  /// - Parameters:
  ///   - way: The way in meters.
  ///   - first: The first fix.
  ///   - last: The last fix.
  /// - Returns: The sum.
  func finish(way: Double, first: StoredFix?, last: StoredFix?) -> DaySummary {
    var result = summary
    (result.way, result.first, result.last) = (way, first, last)
    let total = accuracies.reduce(0, +)
    var sum = 0
    for (step, count) in accuracies.enumerated() where total > 0 {
      sum += count
      if sum * 2 >= total {
        result.medianAccuracy = Double(step) / 10
        break
      }
    }
    return result
  }
}
