public import GNSS
internal import GPSBase
internal import GPSBridge

/// The selected part of a recording, by the receiver's time.
///
/// ```swift
/// let noon = try TimeWindow(startingAt: "11:30", endingAt: "12:30")             // on the day of the first point
/// let day = try TimeWindow(startingAt: "2026-11-20", endingAt: "2026-11-20")    // all of that day
/// ```
public struct TimeWindow {
  /// One end of the window.
  public enum Bound: Hashable {
    /// An instant.
    case instant(UTC)
    /// Seconds since midnight on the day of the first point that has a date.
    case timeOfDay(Int)
  }

  private var from: Bound?
  private var to: Bound?
  private var firstDay: CivilDate?
  private var line = EpochLine()

  /// Parses the ends: a day, an instant, or a time of day, all in UTC; a missing end means no limit.
  ///
  /// If both ends are times of day and the end is before the beginning, the end is on the next day: 23:00 to
  /// 01:00 are two hours.
  ///
  /// - Throws: An error that contains the invalid text and the accepted forms, or one for an end that is a
  ///   day or an instant before the beginning.
  public init(startingAt start: String? = nil, endingAt end: String? = nil) throws(TimeWindowError) {
    var (from, to): (Bound?, Bound?)
    if let start { from = try Bound(reading: start, isEnd: false) }
    if let end { to = try Bound(reading: end, isEnd: true) }
    try self.init(from: from, to: to)
  }

  /// Creates a window from one instant to a later one, both included.
  public init(_ range: ClosedRange<UTC>) {
    from = .instant(range.lowerBound)
    to = .instant(range.upperBound)
  }

  /// Creates a window from ends that were parsed before.
  ///
  /// - Parameters:
  ///   - from: The first moment; nil for no limit.
  ///   - to: The last moment; nil for no limit.
  /// - Throws: An error if both are instants and the last one is before the first.
  public init(from: Bound?, to: Bound?) throws(TimeWindowError) {
    if case (.instant(let from)?, .instant(let to)?) = (from, to), to < from {
      throw TimeWindowError(
        found: Timestamp.text(to), expected: "the end is not before the beginning, \(Timestamp.text(from))")
    }
    (self.from, self.to) = (from, to)
  }

  /// A window without limits; it also contains points without a time.
  public static var everything: TimeWindow { TimeWindow() }

  private init() {}

  package var isLimited: Bool { from != nil || to != nil }

  /// Whether a moment is in the window, ends included; if the window is limited, false without a time.
  public mutating func contains(_ time: UTC?) -> Bool {
    guard isLimited else { return true }
    guard let time else { return false }
    let day = firstDay ?? time.date
    firstDay = day
    let start = from.map { instant($0, on: day) }
    if let start, time < start { return false }
    guard let to else { return true }
    var end = instant(to, on: day)
    // 23:00 to 01:00 goes past midnight.
    if case .timeOfDay = to, let start, end < start { end = instant(to, on: start.date.advanced(by: 1)) }
    return time <= end
  }

  /// Whether an epoch is in the window; a time of day without a date is compared with times of day.
  mutating func contains(_ fix: Fix) -> Bool {
    guard isLimited else { return true }
    let time = line.time(of: fix)
    for case .instant? in [from, to] { return contains(fix.time) }
    return contains(time)
  }

  private func instant(_ bound: Bound, on day: CivilDate) -> UTC {
    switch bound {
    case .instant(let instant): instant
    case .timeOfDay(let second): UTC(secondsSince1970: Int64(day.daysSince1970) * 86_400 + Int64(second))
    }
  }
}

/// An invalid end of a ``TimeWindow``, or an end before the beginning.
public struct TimeWindowError: Error, Hashable, CustomStringConvertible {
  /// The invalid text, or the end.
  public let found: String
  /// The expected form, in words.
  public let expected: String

  init(found: String, expected: String = TimeWindow.Bound.forms) {
    (self.found, self.expected) = (found, expected)
  }

  /// A message with the invalid text and the expected form.
  public var description: String { "found \"\(VisibleText.escaped(found.utf8))\"; \(expected)" }
}

extension TimeWindow.Bound {
  /// The accepted forms of a time, for messages.
  package static let forms = "a time is written 2026-11-20, 2026-11-20T10:30:00Z or 10:30, all in UTC"

  /// Parses a day, an instant, or a time of day.
  ///
  /// A day as the end of a window means the end of that day.
  ///
  /// - Throws: An error for any other text; treating it as "no limit" would select everything.
  public init(reading text: String, isEnd: Bool) throws(TimeWindowError) {
    guard let bound = Self(text, isEnd: isEnd) else { throw TimeWindowError(found: text) }
    self = bound
  }

  /// Parses a day, an instant, or a time of day; returns nil for any other text.
  package init?(_ text: String, isEnd: Bool) {
    if let day = DayText.parse(text) {
      let midnight = Int64(day.daysSince1970) * 86_400
      self =
        isEnd
        ? .instant(UTC(secondsSince1970: midnight + 86_399, nanosecond: 999_999_999, isLeapSecond: true))
        : .instant(UTC(secondsSince1970: midnight))
    } else if let second = Self.secondOfDay(text) {
      self = .timeOfDay(second)
    } else {
      guard let instant = UTC(iso8601: text, offsets: true) else { return nil }
      self = .instant(instant)
    }
  }

  /// Parses `10:30` or `10:30:15`, with or without a Z at the end.
  private static func secondOfDay(_ text: String) -> Int? {
    let text = text.last == "Z" ? text.dropLast() : text[...]
    var numbers = DayText.numbers(text, ":", digits: [2, 2])
    if numbers.isEmpty { numbers = DayText.numbers(text, ":", digits: [2, 2, 2]) }
    guard numbers.count >= 2, numbers[0] < 24, numbers[1] < 60, numbers.count < 3 || numbers[2] < 60 else {
      return nil
    }
    return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
  }
}
