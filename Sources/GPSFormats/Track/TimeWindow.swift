public import GNSS

/// The part of a recording that was asked for, by the receiver's time.
public struct TimeWindow {
  /// One end of it.
  public enum Bound: Hashable {
    /// This instant.
    case instant(UTC)
    /// On the day of the first point that has one; seconds since midnight.
    case timeOfDay(Int)
  }

  private var from: Bound?
  private var to: Bound?
  private var firstDay: CivilDate?

  /// - Parameters:
  ///   - from: The first moment; nil for all from the beginning.
  ///   - to: The last moment; nil for all to the end.
  public init(from: Bound?, to: Bound?) {
    self.from = from
    self.to = to
  }

  package var isLimited: Bool { from != nil || to != nil }

  /// Whether a moment lies within it, both ends included; what has no time lies in no limited one.
  public mutating func contains(_ time: UTC?) -> Bool {
    guard isLimited else { return true }
    guard let time else { return false }
    let day = firstDay ?? time.date
    firstDay = day
    let start = from.map { instant($0, on: day) }
    if let start, time < start { return false }
    guard let to else { return true }
    var end = instant(to, on: day)
    // From 23:00 to 01:00 goes over midnight.
    if case .timeOfDay = to, let start, end < start { end = instant(to, on: start.date.advanced(by: 1)) }
    return time <= end
  }

  private func instant(_ bound: Bound, on day: CivilDate) -> UTC {
    switch bound {
    case .instant(let instant): instant
    case .timeOfDay(let second):
      UTC(secondsSince1970: Int64(day.daysSince1970) * 86_400 + Int64(second))
    }
  }
}
