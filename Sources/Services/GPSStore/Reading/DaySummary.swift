/// The summary of a time span, usually a day: the known part of it, and the distance.
public struct DaySummary: Sendable, Hashable {
  /// The number of fixes.
  public internal(set) var fixes = 0
  /// The seconds in which the position was known.
  public internal(set) var known = 0.0
  /// The length of the time span in seconds.
  public internal(set) var seconds: Double
  /// The gaps within the time span, with their causes.
  public internal(set) var gaps: [StoredGap] = []
  /// The first fix, and the last one.
  public internal(set) var first, last: StoredFix?
  /// The distance in meters; nothing is added while the receiver stands still.
  public internal(set) var distance = 0.0
  /// The highest speed in meters per second.
  public internal(set) var fastest: Double?
  /// The median of the horizontal accuracies in meters.
  public internal(set) var medianAccuracy: Double?

  /// The known fraction, from 0 to 1.
  public var knownShare: Double { seconds > 0 ? min(1, known / seconds) : 0 }
}

/// Sums up the fixes of a time span.
struct DayTally {
  var summary: DaySummary
  /// The number of fixes for each accuracy in decimeters; the last number includes all worse fixes.
  private var accuracies = [Int](repeating: 0, count: 10_001)
  private(set) var ends: (first: BriefFix, last: BriefFix)?

  init(seconds: Double, gaps: [StoredGap]) {
    summary = DaySummary(seconds: seconds)
    summary.gaps = gaps
  }

  mutating func add(_ fix: BriefFix) {
    // A forged position is not where the receiver was, and a wrong time is not in this one.
    guard fix.isCounted else { return }
    summary.fixes += 1
    ends = (
      ends.map { $0.first.milliseconds <= fix.milliseconds ? $0.first : fix } ?? fix,
      ends.map { $0.last.milliseconds > fix.milliseconds ? $0.last : fix } ?? fix
    )
    if let speed = fix.speed { summary.fastest = max(summary.fastest ?? speed, speed) }
    if let accuracy = fix.accuracy { accuracies[Int(min(max(accuracy * 10, 0), 10_000).rounded())] += 1 }
  }

  /// The sum, with the median.
  ///
  /// - Parameters:
  ///   - known: The sums of the segments in the time.
  ///   - first: The first fix.
  ///   - last: The last fix.
  /// - Returns: The sum.
  func finish(known: KnownDay, first: StoredFix?, last: StoredFix?) -> DaySummary {
    var result = summary
    (result.known, result.distance, result.first, result.last) = (known.known, known.distance, first, last)
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
