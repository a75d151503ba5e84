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

  private var isLimited: Bool { from != nil || to != nil }

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

extension TimeWindow.Bound {
  /// The ways a time may be written, for messages.
  package static let forms = "a time is written 2026-11-20, 2026-11-20T10:30:00Z or 10:30, all in UTC"

  /// Reads a day, an instant, or a time of day; nil for anything else.
  ///
  /// A day as the end of a window means the end of that day.
  public init?(_ text: String, isEnd: Bool) {
    let parts = text.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 1, text.utf8.contains(UInt8(ascii: ":")) {
      guard let second = Self.secondOfDay(parts[0]) else { return nil }
      self = .timeOfDay(second)
      return
    }
    guard let day = DayText.parse(parts[0]) else { return nil }
    let midnight = Int64(day.daysSince1970) * 86_400
    guard parts.count == 2 else {
      self =
        isEnd
        ? .instant(UTC(secondsSince1970: midnight + 86_399, nanosecond: 999_999_999, isLeapSecond: true))
        : .instant(UTC(secondsSince1970: midnight))
      return
    }
    guard let second = Self.secondOfDay(parts[1]) else { return nil }
    self = .instant(UTC(secondsSince1970: midnight + Int64(second)))
  }

  /// `10:30` or `10:30:15`, with or without a Z behind it.
  private static func secondOfDay(_ text: some StringProtocol) -> Int? {
    let text = text.last == "Z" ? text.dropLast() : text[...]
    var numbers = DayText.numbers(text, ":", digits: [2, 2])
    if numbers.isEmpty { numbers = DayText.numbers(text, ":", digits: [2, 2, 2]) }
    guard numbers.count >= 2, numbers[0] < 24, numbers[1] < 60, numbers.count < 3 || numbers[2] < 60 else {
      return nil
    }
    return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
  }
}
