internal import GNSS

extension Fix {
  var hasUsablePosition: Bool { isValid && !isOnNullIsland }

  /// Whether the fix claims 0°, 0°, which receivers report when they have no position.
  var isImplausible: Bool { isValid && isOnNullIsland }

  /// Whether there is a fix; unknown if nothing in the epoch can report it, such as a lone NAV-POSLLH.
  var reportsFix: ReceiverFacts.Fact<Bool> {
    if hasUsablePosition { return .yes }
    return sources.isEmpty || !sources.isDisjoint(with: .judging) ? .no : .unknown
  }

  /// Whether the receiver knows date and time.
  ///
  /// A time of day without a date may come from a clock that started at zero.
  var reportsTime: ReceiverFacts.Fact<Bool> {
    if time != nil { return .yes }
    return timeOfDay == nil && !reportsClock && !sources.isDisjoint(with: .timed) ? .no : .unknown
  }

  /// Whether a ZDA reported date and time, which the receiver may know although the position has no time.
  var reportsClock: Bool { sources.contains(.zda) }

  /// The horizontal dilution; nil if the position dilution, which includes it, is much smaller.
  ///
  /// Old SiRF firmware reports a different value in this field of MID 41. Some receivers cap the value at
  /// 9.9, so a slightly smaller position dilution proves nothing.
  var horizontalDilution: Double? {
    guard let horizontal = dilution.horizontal else { return nil }
    if let position = dilution.position, position * 2 < horizontal { return nil }
    return horizontal
  }

  var reportsDeadReckoning: ReceiverFacts.Fact<Bool> {
    guard hasUsablePosition else { return .unknown }
    if quality == .deadReckoning { return .yes }
    return sources.isDisjoint(with: .quality) ? .unknown : .no
  }
}
