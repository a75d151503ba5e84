internal import GNSS
internal import GPSBase
internal import GPSStore

extension TrackWord {
  static let days = TrackWord(name: "days", help: "each day in a line") { (order) throws(ToolError) in
    let store = try order.open()
    let sums = try order.asking { () throws(StoreError) -> [Day] in try daySums(of: store, order) }
    if sums.isEmpty { throw order.nothing() }
    for sum in sums {
      guard !order.isRecord else {
        order.output.write(StoreRecords.day(sum.sum, order.clock.day(sum.date), device: sum.device))
        continue
      }
      let share = HumanText.fixed(min(1, sum.sum.known / 86_400) * 100, 0)
      let name = sum.hasOthers ? "   \(VisibleText.replaced(sum.device))" : ""
      order.output.write(
        text:
          "\(MachineClock.text(sum.date))   \(HumanText.way(sum.sum.way)), \(HumanText.time(sum.sum.known)) known (\(share) %)\(name)\n"
      )
    }
    return .done
  }

  private struct Day {
    var date: CivilDate
    var device: String
    var sum: KnownDay
    /// Whether the store has other devices.
    var hasOthers: Bool
  }

  /// The days on which something is known, of each device.
  private static func daySums(of store: TrackStore, _ order: TrackOrder) throws(StoreError) -> [Day] {
    var days: [Day] = []
    var devices: [String] = []
    for session in try store.sessions(order.query) where !devices.contains(session.device) {
      devices.append(session.device)
    }
    for device in devices {
      guard let span = try store.span(of: device) else { continue }
      let from = max(span.lowerBound, order.times?.lowerBound ?? span.lowerBound)
      let to = min(span.upperBound, order.times?.upperBound ?? span.upperBound)
      guard from <= to else { continue }
      let first = order.clock.date(from).daysSince1970
      let last = min(order.clock.date(to).daysSince1970, first + longest)
      let dates = (first...last).map { CivilDate(daysSince1970: $0) }
      let bounds = (dates + [CivilDate(daysSince1970: last + 1)]).map { order.clock.day($0).lowerBound }
      for (date, sum) in zip(dates, try store.knownDays(bounds, device: device)) where sum.known > 0 {
        days.append(Day(date: date, device: device, sum: sum, hasOthers: devices.count > 1))
      }
    }
    return days
  }

  /// Days: a wrong clock must not make a list of millennia.
  private static let longest = 40_000
}

extension TrackWord {
  static let gaps = TrackWord(name: "gaps", help: "each time without a position, and why") {
    (order) throws(ToolError) in
    let store = try order.open()
    let found = try order.asking { () throws(StoreError) in
      let devices = Dictionary(
        try store.sessions(StoreQuery(device: order.device)).map { ($0.number, $0.device) },
        uniquingKeysWith: { first, _ in first })
      return try store.gaps(order.query).map { ($0, devices[$0.session] ?? "") }
    }
    for (gap, device) in found {
      guard !order.isRecord else {
        order.output.write(StoreRecords.gap(gap, device: device))
        continue
      }
      let clock = order.clock
      let verdict = gap.verdict.map { " (\(VisibleText.replaced($0)))" } ?? ""
      order.output.write(
        text: "\(clock.day(gap.from)) \(clock.time(gap.from))   \(HumanText.time(gap.seconds)): "
          + "\(StoreText.cause(of: gap))\(verdict)\n")
    }
    return .done
  }
}

extension TrackOrder {
  /// Runs a question, and makes its faults complaints.
  func asking<Answer>(_ question: () throws(StoreError) -> Answer) throws(ToolError) -> Answer {
    do throws(StoreError) { return try question() } catch { throw ToolError(reading: error) }
  }
}
