import GPSBridge

/// The share of positions that is to lie inside their radius, and the sources of which this is not asked.
enum AccuracyGoal {
  /// 68 of 100, and what the chance of some seeds makes of it.
  static let shares = 0.58...0.78

  /// An assumed radius is the same everywhere, so that it is too large under the open sky and too small in a room.
  static let exceptions: [AccuracySource] = [.assumed]

  /// What is wrong with a class of receivers; nil if its share is right, or is not asked.
  static func fault(of tally: AccuracyTally, _ environment: String, _ kind: ReceiverKind) -> String? {
    guard let inside = tally.inside, !shares.contains(inside),
      !exceptions.contains(where: { $0.rawValue == tally.source })
    else { return nil }
    let share = Int((inside * 100).rounded())
    return "\(share) of 100 positions of \(kind.rawValue), \(environment), are inside, not 58 to 78"
  }
}
