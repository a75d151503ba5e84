internal import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSFormats
internal import GPSStore
internal import GPSSystemCalls
internal import Glibc

extension TrackWord {
  static let forget = TrackWord(
    name: "forget", help: "remove a DAY, or the times of --from and --to, or of --near; it asks first",
    follows: .day, hasRecords: false
  ) { (order) throws(ToolError) in try TrackForgetting(order).run() }
}

/// Removes positions from a store, after showing them and asking for confirmation.
private struct TrackForgetting {
  private let order: TrackOrder
  private let path: String

  init(_ order: TrackOrder) throws(ToolError) {
    guard order.isBounded || order.near != nil else {
      throw ToolError(
        code: "no_selection", exit: .usage, message: "forget needs a day, or --from and --to, or --near",
        reason: nil, remedy: "write it like gpsbridge track forget 2026-11-20")
    }
    self.order = order
    path = try order.path()
  }

  func run() throws(ToolError) -> ExitCode {
    let store = try order.open()
    let fixes = try order.asking { () throws(StoreError) in try StoreCare.count(order.query, at: path) }
    // Events and gaps have no place.
    let others = try order.asking { () throws(StoreError) in
      order.near == nil ? try store.events(order.query).count + store.gaps(order.query).count : 0
    }
    guard fixes + others > 0 else { throw try order.nothing(in: store) }
    try show(store)
    if !order.isConfirmed { try ask(fixes) }
    let gone = try order.changing("nothing can be forgotten in") { () throws(StoreError) in
      try StoreCare.forget(order.query, at: path, program: Tool.program)
    }
    let counts = [
      (gone.fixes, "position"), (gone.unreadable, "unreadable position"), (gone.events, "event"),
      (gone.gaps, "gap"),
    ]
    let texts = counts.filter { $0.0 > 0 }.map { Plural.of($0.0, $0.1) }
    order.output.write(text: "removed: \(texts.isEmpty ? "nothing" : texts.joined(separator: ", "))\n")
    for copy in gone.copies {
      order.output.write(text: "a copy may still have it: \(VisibleText.escaped(copy.utf8))\n")
    }
    for sink in order.sinks(path) { order.output.write(text: "a server may still have it: \(sink)\n") }
    order.output.write(text: "recordings and backups are not searched; they may still have it\n")
    return .done
  }

  // MARK: - The question

  /// Shows the selected data like the other words: the trips of a day, the days of a longer time, or the visits
  /// to a place.
  private func show(_ store: TrackStore) throws(ToolError) {
    defer { order.output.flush() }
    guard order.near == nil else {
      _ = try TrackVisits(order).show(in: store)
      return
    }
    if let times = order.times, order.clock.date(times.lowerBound) == order.clock.date(times.upperBound) {
      _ = try TrackDay(order).show(in: store)
      return
    }
    let days = try order.asking { () throws(StoreError) in
      try StoredDay.all(in: store, order.query, order.clock)
    }
    for day in days.prefix(Self.mostDays) { order.output.write(text: day.line + "\n") }
    if days.count > Self.mostDays {
      order.output.write(text: "and \(Plural.of(days.count - Self.mostDays, "day")) more\n")
    }
  }

  /// The number of days that fit on a screen above the question.
  private static let mostDays = 20

  private func ask(_ fixes: Int) throws(ToolError) {
    let what = question(fixes)
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw ToolError(
        code: "not_confirmed", exit: .usage, message: "nothing was removed: \(what)",
        reason: "there is no terminal to ask on", remedy: "add --yes to remove it without a question")
    }
    ErrorReport.say("\(what). Remove it? [y/N] ")
    var answer: [UInt8] = []
    var input = ByteInput()
    do throws(Errno) {
      while !answer.contains(UInt8(ascii: "\n")),
        try input.read({ bytes in for index in bytes.indices { answer.append(bytes[index]) } })
      {}
    } catch { answer = [] }
    let line = String(decoding: answer.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).lowercased()
    guard ["y", "yes"].contains(line) else {
      throw ToolError(
        code: "not_confirmed", exit: .unexpected, message: "nothing was removed", reason: nil,
        remedy: "answer y, or add --yes")
    }
  }

  /// `300 positions and the events and gaps from 2026-11-20 07:02 to 2026-11-20 07:07 in track.db`.
  private func question(_ fixes: Int) -> String {
    var text = Plural.of(fixes, "position")
    if order.near == nil { text += " and the events and gaps" }
    if let times = order.times {
      text += " from \(order.clock.words(times.lowerBound)) to \(order.clock.words(times.upperBound))"
    }
    if let near = order.near {
      text += " in a square of \(HumanText.distance(2 * near.meters)) around \(StoreText.place(near.place))"
    }
    return "\(text) in \(VisibleText.escaped(path.utf8))"
  }
}

extension Flag { static let confirmed = Flag("yes", help: "with forget: do not ask") }
