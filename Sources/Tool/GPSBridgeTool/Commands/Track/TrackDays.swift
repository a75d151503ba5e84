internal import GNSS
internal import GPSBase
internal import GPSStore

extension TrackWord {
  static let days = TrackWord(name: "days", help: "each day in a line") { (order) throws(ToolError) in
    let store = try order.open()
    let sums = try order.asking { () throws(StoreError) -> [StoredDay] in
      try StoredDay.all(in: store, order.query, order.clock).filter { $0.sum.known > 0 }
    }
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
