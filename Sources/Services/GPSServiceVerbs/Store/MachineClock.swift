internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSBridgeTool
internal import GPSFormats
internal import GPSStore
internal import Glibc

/// Days and times in this machine's time zone, for all queries and output of a track store.
struct MachineClock: Sendable {
  /// A day, from its first moment to its last millisecond.
  func day(_ date: CivilDate) -> ClosedRange<UTC> {
    let begin = midnight(date)
    let end = midnight(date.advanced(by: 1))
    return UTC(secondsSince1970: begin)...UTC(secondsSince1970: max(begin, end - 1), nanosecond: 999_000_000)
  }

  /// The day of a moment, or a number of days later.
  func day(of moment: UTC, _ days: Int) -> ClosedRange<UTC> { day(date(moment).advanced(by: days)) }

  func date(_ moment: UTC) -> CivilDate {
    UTC(secondsSince1970: moment.secondsSince1970 + ahead(at: moment.secondsSince1970)).date
  }

  /// `07:02`.
  func time(_ moment: UTC) -> String {
    let local = moment.secondsSince1970 + ahead(at: moment.secondsSince1970)
    let minute = Int(local - Int64(date(moment).daysSince1970) * 86_400) / 60
    return NumberText.padded(minute / 60, 2) + ":" + NumberText.padded(minute % 60, 2)
  }

  /// `2026-11-20 07:02`.
  func words(_ moment: UTC) -> String { "\(day(moment)) \(time(moment))" }

  /// `2026-11-20`.
  func day(_ moment: UTC) -> String { Self.text(date(moment)) }

  static func text(_ date: CivilDate) -> String {
    "\(NumberText.padded(date.year, 4))-\(NumberText.padded(date.month, 2))-\(NumberText.padded(date.day, 2))"
  }

  /// Parses a moment; without a Z or an offset it is in this time zone.
  ///
  /// - Parameters:
  ///   - text: A day, a time of day, or both, in the form of ``TimeWindow/Bound``.
  ///   - isEnd: Whether a day alone means its last moment.
  ///   - today: The day for a time of day.
  /// - Returns: The moment.
  func moment(_ text: String, isEnd: Bool = false, on today: CivilDate) -> UTC? {
    if let day = DayText.parse(text) { return isEnd ? self.day(day).upperBound : self.day(day).lowerBound }
    let hasZone = "Zz".contains(text.last ?? " ") || text.dropFirst(10).contains { "+-".contains($0) }
    let written: UTC
    switch TimeWindow.Bound(text, isEnd: isEnd) {
    case nil: return nil
    case .instant(let instant): written = instant
    case .timeOfDay(let second):
      written = UTC(secondsSince1970: Int64(today.daysSince1970) * 86_400 + Int64(second))
    }
    guard !hasZone else { return written }
    return UTC(secondsSince1970: second(ofLocal: written.secondsSince1970), nanosecond: written.nanosecond)
  }

  /// The second at which a day begins; clocks are put forward at midnight in some places.
  private func midnight(_ date: CivilDate) -> Int64 { second(ofLocal: Int64(date.daysSince1970) * 86_400) }

  /// The second of UTC for a local time in this time zone.
  private func second(ofLocal local: Int64) -> Int64 { local - ahead(at: local - ahead(at: local)) }

  /// The seconds by which the machine's time is ahead of UTC.
  private func ahead(at second: Int64) -> Int64 {
    var seconds = time_t(second)
    var local = unsafe tm()
    guard unsafe localtime_r(&seconds, &local) != nil else { return 0 }
    return unsafe Int64(local.tm_gmtoff)
  }
}

extension StoreQuery {
  /// The selection of --of, --from and --to in a track store.
  ///
  /// - Throws: A complaint about an end before the beginning.
  init(_ parsed: ParsedArguments, now: UTC = Tool.now) throws(ToolError) {
    let clock = MachineClock()
    let today = clock.date(now)
    self.init(
      device: parsed.value(of: .storedDevice),
      from: parsed.value(of: .from).flatMap { clock.moment($0, on: today) },
      to: parsed.value(of: .to).flatMap { clock.moment($0, isEnd: true, on: today) })
    guard let from, let end = to else { return }
    if case .timeOfDay = parsed.bound(.to, isEnd: true) {
      // The first one after the beginning: 23:00 to 01:00 goes past midnight.
      let text = parsed.value(of: .to) ?? ""
      // With a Z, it may be on the day before in UTC.
      to = [-1, 0, 1].lazy.compactMap { clock.moment(text, on: clock.date(from).advanced(by: $0)) }
        .first { $0 >= from }
    } else if end < from {
      throw Usage.swapped(parsed)
    }
  }
}

extension Usage {
  /// The complaint about an end before the beginning.
  static func swapped(
    _ parsed: ParsedArguments, _ expected: String = "the end is not before the beginning"
  ) -> ToolError {
    wrongForm(.to, parsed.value(of: .to) ?? "", expected: expected, "swap --from and --to if you meant that")
  }
}
