internal import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSFormats
internal import GPSStore

extension TrackWord {
  static let at = TrackWord(name: "at", help: "show the place at TIME, such as 10:15", follows: .time) {
    (order) throws(ToolError) in try TrackMoment(order).run()
  }
}

/// The place of each device at a moment, or the gap between two positions.
private struct TrackMoment {
  private let order: TrackOrder
  private let moment: UTC

  init(_ order: TrackOrder) throws(ToolError) {
    self.order = order
    let text = order.following.map(\.text).joined(separator: "T")
    let found = order.clock.moment(text, on: order.clock.date(order.now))
    guard let found, DayText.parse(text) == nil else {
      throw ToolError(
        code: "wrong_form", exit: .usage,
        message: "track at does not accept \(VisibleText.escaped(text.utf8))",
        reason: "a time is expected, such as 10:15, 2026-11-20T10:15 or 2026-11-20T10:15:00Z",
        remedy: "write it like gpsbridge track at 10:15")
    }
    moment = found
  }

  func run() throws(ToolError) -> ExitCode {
    let store = try order.open()
    var hasAnswer = false
    let sessions = try order.asking { () throws(StoreError) in
      try store.sessions(StoreQuery(device: order.device))
    }
    let names = Dictionary(sessions.map { ($0.device, $0.name) }, uniquingKeysWith: { first, _ in first })
    for device in names.keys.sorted() {
      let found = try order.asking { () throws(StoreError) in try store.surroundings(of: moment, device) }
      guard found.gap != nil || found.before != nil || found.after != nil else { continue }
      let name = names.count > 1 ? VisibleText.replaced(names[device] ?? device) + "   " : ""
      hasAnswer = true
      if let gap = found.gap {
        order.output.write(
          order.isRecord ? StoreRecords.gap(gap, device: device) : Array("\(name)\(text(found, gap))\n".utf8))
      } else if let fix = nearest(found.before, found.after) {
        order.output.write(order.isRecord ? record(fix, device) : Array("\(name)\(text(fix))\n".utf8))
      }
    }
    guard hasAnswer else {
      throw try order.asking { () throws(StoreError) in
        try store.nothing(
          order.device, "within a minute of \(order.clock.words(moment))",
          remedy: "gpsbridge track days lists the days; ")
      }
    }
    return order.end(store)
  }

  private func nearest(_ before: StoredFix?, _ after: StoredFix?) -> StoredFix? {
    guard let before, let after else { return before ?? after }
    return moment.seconds(since: before.time) <= after.time.seconds(since: moment) ? before : after
  }

  /// `2026-11-20 10:15   47.505112,9.400031   accurate to 1.8 m, 0.4 s before`.
  private func text(_ fix: StoredFix) -> String {
    let place = fix.coordinate.map { StoreText.place($0, decimals: 6) } ?? ""
    let accuracy = fix.fix.errors?.horizontal.map { "accurate to \(HumanText.length($0)) m, " } ?? ""
    return "\(order.clock.words(moment))   \(place)   \(accuracy)\(age(fix))"
  }

  /// The time of the position relative to the moment.
  private func age(_ fix: StoredFix) -> String {
    let seconds = moment.seconds(since: fix.time)
    guard abs(seconds) >= 0.05 else { return "at that time" }
    return "\(HumanText.time(abs(seconds))) \(seconds > 0 ? "before" : "after")"
  }

  /// `2026-11-20 10:15   no position from 10:12 to 10:20 (8 min: no sky)`, with the places before and after.
  private func text(_ found: (before: StoredFix?, after: StoredFix?, gap: StoredGap?), _ gap: StoredGap)
    -> String
  {
    let cause = "\(HumanText.time(gap.seconds)): \(StoreText.cause(of: gap))"
    var text =
      "\(order.clock.words(moment))   no position from \(order.clock.words(gap.from)) to \(order.clock.words(gap.to)) (\(cause))"
    for (fix, word) in [(found.before, "before"), (found.after, "after")] {
      guard let fix, let place = fix.coordinate else { continue }
      text += "\n  \(word): \(StoreText.place(place, decimals: 6)), \(age(fix))"
    }
    return text
  }

  private func record(_ fix: StoredFix, _ device: String) -> [UInt8] {
    var epoch = fix.fix
    epoch.epoch = 1
    return NDJSONFormat(device: VisibleText.replaced(device), types: [.fix]).lines(
      for: .fix(epoch), at: fix.moment)
  }
}
