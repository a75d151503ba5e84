internal import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSFormats
internal import GPSStore

/// The arguments of `track`: the store, the time, the place.
struct TrackOrder {
  private let parsed: ParsedArguments
  var table: CommandTable { parsed.table }
  /// The name of the store: a path or `auto`.
  var store: [UInt8] { parsed.argument(of: .storeFile)?.bytes ?? Array("auto".utf8) }
  /// The device and the time.
  private let selection: StoreQuery
  /// The requested day, in words; nil with --from and --to.
  let day: String?
  /// The format of times.
  let clock = MachineClock()
  let now: UTC
  let near: CircleText?
  /// The operands after the word.
  var following: [Argument] { Array(parsed.operands.dropFirst()) }
  var namesStore: Bool { parsed.has(.storeFile) }
  /// Whether no question is asked.
  var isConfirmed: Bool { parsed.has(.confirmed) }
  var isRecord: Bool { parsed.has(.json) }
  let output: ByteOutput
  /// The progress of each publisher of a store.
  let sinks: @Sendable (String) -> [String]

  init(
    _ parsed: ParsedArguments, _ output: ByteOutput, _ now: UTC,
    _ sinks: @escaping @Sendable (String) -> [String]
  ) throws(ToolError) {
    (self.parsed, self.output, self.now, self.sinks) = (parsed, output, now, sinks)
    near = try Self.near(parsed)
    let word = TrackWord.all.first { $0.name == parsed.operand(0)?.text }
    try Self.check(parsed, word)
    var selection = try StoreQuery(parsed, now: now)
    let date = (word == nil ? parsed.operand(0) : word?.follows == .day ? parsed.operand(1) : nil)?.text
    guard selection.from == nil, selection.to == nil else {
      if let date {
        throw Usage.contradiction(
          "\(VisibleText.escaped(date.utf8)) is a day, and --from and --to are another time",
          "leave one of them out")
      }
      (self.selection, day) = (selection, nil)
      return
    }
    let times: ClosedRange<UTC>
    switch date {
    case nil where word != nil || near != nil:
      (self.selection, day) = (selection, nil)
      return
    case nil, "today": (times, day) = (clock.day(of: now, 0), "today")
    case "yesterday": (times, day) = (clock.day(of: now, -1), "yesterday")
    case let date?:
      guard let found = DayText.parse(date) else {
        let known = ["today", "yesterday"] + (word == nil ? TrackWord.all.map(\.name) : [])
        let command = (["track"] + [word?.name].compactMap(\.self)).joined(separator: " ")
        throw ToolError(
          code: "unknown_value", exit: .usage,
          message: "\(command) does not accept \(VisibleText.escaped(date.utf8))",
          reason: "known: \(known.joined(separator: ", ")), or a day such as 2026-11-20",
          remedy: NearestName.find(to: date, among: known).map { "did you mean: gpsbridge \(command) \($0)" }
            ?? "write the day like 2026-11-20")
      }
      (times, day) = (clock.day(found), "on \(date)")
    }
    (selection.from, selection.to) = (times.lowerBound, times.upperBound)
    self.selection = selection
  }

  var query: StoreQuery {
    var query = selection
    query.box = near.map { StoreQuery.Box(around: $0.place, within: $0.meters) }
    return query
  }

  var device: String? { selection.device }

  /// The time; nil for all.
  var times: ClosedRange<UTC>? {
    guard selection.from != nil || selection.to != nil else { return nil }
    let from = selection.from ?? UTC(secondsSince1970: 0)
    return from...max(from, selection.to ?? UTC(secondsSince1970: 253_402_300_798))
  }

  /// Whether the time has a start and an end.
  var isBounded: Bool { selection.from != nil && selection.to != nil }

  func open() throws(ToolError) -> TrackStore {
    let path = try path()
    do throws(StoreError) { return try TrackStore(at: path) } catch { throw ToolError(reading: error) }
  }

  /// Opens the store for a closure that returns false if it finds nothing.
  func run(_ show: (TrackStore) throws(ToolError) -> Bool) throws(ToolError) -> ExitCode {
    let store = try open()
    guard try show(store) else { throw try nothing(in: store) }
    return end(store)
  }

  /// Ends a command that has read a store; the status is 0 if everything was readable.
  func end(_ store: TrackStore) -> ExitCode {
    output.flush()
    return store.end()
  }

  func path() throws(ToolError) -> String { try StorePlace.path(store, table) }

  /// Changes or copies a store; a fault becomes a complaint that begins with `failure` and the path.
  func changing<Answer>(
    _ failure: String, _ change: () throws(StoreError) -> Answer
  ) throws(ToolError) -> Answer {
    do throws(StoreError) { return try change() } catch {
      var complaint = ToolError(writing: error)
      complaint.message = "\(failure) \(VisibleText.escaped(error.path.utf8))"
      throw complaint
    }
  }

  /// The time for messages.
  var span: String { day ?? (times == nil ? "there" : "of that time") }

  /// The complaint that nothing is stored, or that the device is unknown.
  func nothing(in store: TrackStore) throws(ToolError) -> ToolError {
    try asking { () throws(StoreError) in
      try store.nothing(
        device, span, remedy: query == StoreQuery() ? "" : "gpsbridge track days lists the days; ")
    }
  }

  /// Refuses operands, --yes and --json for words that do not support them.
  private static func check(_ parsed: ParsedArguments, _ word: TrackWord?) throws(ToolError) {
    let follows = word?.follows ?? .nothing
    if let command = parsed.command {
      if let needed = follows.needed, parsed.operand(follows.least) == nil {
        throw Usage.missingOperand(command, needed)
      }
      if let limit = follows.limit, let more = parsed.operand(1 + limit) {
        throw Usage.tooMany(command, more)
      }
    }
    if let word, parsed.has(.confirmed), word.name != TrackWord.forget.name {
      throw Usage.contradiction("--yes belongs to track forget", "leave it out")
    }
    if let word, parsed.has(.json), !word.hasRecords {
      throw Usage.contradiction("track \(word.name) prints no records", "leave out --json")
    }
  }

  private static func near(_ parsed: ParsedArguments) throws(ToolError) -> CircleText? {
    guard let circle = parsed.circle(of: .near) else { return nil }
    guard circle.meters <= 1_000_000 else {
      throw Usage.wrongForm(
        .near, parsed.value(of: .near) ?? "", expected: "a distance up to 1000km is expected",
        "write it like --near 47.5,9.4,100m")
    }
    return circle
  }
}

extension TrackStore {
  /// The complaint that nothing is stored for a time, or that the device is unknown.
  func nothing(_ device: String?, _ span: String, remedy: String) throws(StoreError) -> ToolError {
    let sessions = try sessions()
    let names = Set(sessions.map(\.name)).sorted()
    if let device, !names.isEmpty, !sessions.contains(where: { [$0.device, $0.name].contains(device) }) {
      let known = names.prefix(8).map { VisibleText.escaped($0.utf8) }.joined(separator: ", ")
      return ToolError(
        code: "unknown_device", exit: .nothingKnown,
        message: "the store has no device \(VisibleText.escaped(device.utf8))", reason: "it has \(known)",
        remedy: "name one of them with --of")
    }
    return ToolError(
      code: "nothing_stored", exit: .nothingKnown, message: "nothing is stored \(span)", reason: nil,
      remedy: remedy + "gpsbridge record --store auto stores more")
  }
}
