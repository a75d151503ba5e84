internal import GNSS

extension Fix {
  /// Whether there is a position, and it is one that a receiver can have.
  var hasUsablePosition: Bool { isValid && !isOnNullIsland }

  /// Whether it claims a position that receivers only name when they know none: 0°, 0°.
  var isImplausible: Bool { isValid && isOnNullIsland }

  /// Whether there is a fix; unknown if nothing in the epoch can say so, as a bare NAV-POSLLH.
  var reportsFix: ReceiverFacts.Fact<Bool> {
    if hasUsablePosition { return .yes }
    return sources.isEmpty || !sources.isDisjoint(with: .judging) ? .no : .unknown
  }

  /// Whether the receiver knows date and time.
  ///
  /// A time of day without a date may come from a clock that has begun at zero.
  var reportsTime: ReceiverFacts.Fact<Bool> {
    if time != nil { return .yes }
    return timeOfDay == nil && !reportsClock && !sources.isDisjoint(with: .timed) ? .no : .unknown
  }

  /// Whether a ZDA came with its date and time, which may be the receiver's own although the position has no time.
  var reportsClock: Bool { sources.contains(.zda) }

  /// The dilution in the plane; nil where that in space, of which it is a part, is much smaller.
  ///
  /// Old SiRF firmware fills its place in MID 41 with something else. Some receivers report 9.9 in place of more, so that a
  /// little less proves nothing.
  var horizontalDilution: Double? {
    guard let horizontal = dilution.horizontal else { return nil }
    if let position = dilution.position, position * 2 < horizontal { return nil }
    return horizontal
  }

  /// Whether the receiver reports that the position is dead reckoning.
  var reportsDeadReckoning: ReceiverFacts.Fact<Bool> {
    guard hasUsablePosition else { return .unknown }
    if quality == .deadReckoning { return .yes }
    return sources.isDisjoint(with: .quality) ? .unknown : .no
  }
}
