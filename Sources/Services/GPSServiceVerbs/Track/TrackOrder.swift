internal import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSFormats
internal import GPSStore

/// The arguments of `track`: the store, the time, the place.
struct TrackOrder {
  let table: CommandTable
  /// The name of the store: a path or `auto`.
  let store: [UInt8]
  /// The time; nil for all.
  let times: ClosedRange<UTC>?
  /// The day that was asked for, in words; nil with --from and --to.
  let day: String?
  /// How times are written.
  let clock: MachineClock
  let near: Near?
  let device: String?
  /// The file that follows the word.
  let file: [UInt8]?
  /// The recordings after it.
  let recordings: [Argument]
  /// Whether --store was given.
  let namesStore: Bool
  /// Whether both --from and --to were given.
  let hasBothEnds: Bool
  /// Whether no question is asked.
  let isConfirmed: Bool
  let isRecord: Bool
  let output: ByteOutput

  /// A place, and the meters around it.
  struct Near: Hashable {
    var place: Coordinate
    var meters: Double
  }

  init(_ parsed: ParsedArguments, _ output: ByteOutput, _ now: UTC) throws(ToolError) {
    (table, self.output) = (parsed.table, output)
    store = parsed.argument(of: .storeFile)?.bytes ?? Array("auto".utf8)
    device = parsed.value(of: .storedDevice)
    isRecord = parsed.has(.json)
    near = try Self.near(parsed)
    isConfirmed = parsed.has(.confirmed)
    hasBothEnds = parsed.value(of: .from) != nil && parsed.value(of: .to) != nil
    file = parsed.operand(1)?.bytes
    recordings = Array(parsed.operands.dropFirst(2))
    namesStore = parsed.has(.storeFile)
    try Self.check(parsed)
    let isLimited = parsed.value(of: .from) != nil || parsed.value(of: .to) != nil
    clock = isLimited ? MachineClock(isUTC: true) : MachineClock()
    let word = parsed.operand(0)?.text
    guard !isLimited else {
      if let word, !TrackWord.all.contains(where: { $0.name == word }) {
        throw Usage.contradiction(
          "\(VisibleText.escaped(word.utf8)) is a day, and --from and --to are another time",
          "leave one of them out")
      }
      (times, day) = (try Self.times(parsed, now), nil)
      return
    }
    switch word {
    case nil where near != nil: (times, day) = (nil, nil)
    case nil, "today": (times, day) = (clock.day(of: now, 0), "today")
    case "yesterday": (times, day) = (clock.day(of: now, -1), "yesterday")
    case let word? where TrackWord.all.contains { $0.name == word }: (times, day) = (nil, nil)
    case let word?:
      guard let date = DayText.parse(word) else {
        let known = ["today", "yesterday"] + TrackWord.all.map(\.name)
        throw ToolError(
          code: "unknown_value", exit: .usage,
          message: "track does not accept \(VisibleText.escaped(word.utf8))",
          reason: "known: \(known.joined(separator: ", ")), or a day such as 2026-11-20",
          hint: NearestName.find(to: word, among: known).map { "did you mean: gpsbridge track \($0)" }
            ?? "write the day like 2026-11-20")
      }
      (times, day) = (clock.day(date), "on \(word)")
    }
  }

  /// The query for these arguments.
  var query: StoreQuery {
    var query = StoreQuery(device: device, from: times?.lowerBound, to: times?.upperBound)
    query.box = near.map { StoreQuery.Box(around: $0.place, within: $0.meters) }
    return query
  }

  func open() throws(ToolError) -> TrackStore {
    let path = try path()
    do throws(StoreError) { return try TrackStore(at: path) } catch { throw ToolError(reading: error) }
  }

  /// The path of the store.
  func path() throws(ToolError) -> String { try StorePlace.path(store, table) }

  /// Changes a store, or writes a copy; a fault is a complaint that begins with `failure` and the path.
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

  /// The complaint that nothing is stored, or that the device is not known.
  func nothing(in store: TrackStore) throws(ToolError) -> ToolError {
    let sessions = try asking { () throws(StoreError) in try store.sessions() }
    let names = Set(sessions.map(\.name)).sorted()
    if let device, !names.isEmpty, !sessions.contains(where: { [$0.device, $0.name].contains(device) }) {
      let known = names.prefix(8).map { VisibleText.escaped($0.utf8) }.joined(separator: ", ")
      return ToolError(
        code: "unknown_device", exit: .nothingKnown,
        message: "the store has no device \(VisibleText.escaped(device.utf8))", reason: "it has \(known)",
        hint: "name one of them with --of")
    }
    return ToolError(
      code: "nothing_stored", exit: .nothingKnown, message: "nothing is stored \(span)", reason: nil,
      hint: (query == StoreQuery() ? "" : "gpsbridge track days lists the days; ")
        + "gpsbridge record --store auto stores more")
  }

  /// Refuses a FILE, --yes and --json with words that do not have them.
  private static func check(_ parsed: ParsedArguments) throws(ToolError) {
    let (name, command) = (parsed.operand(0)?.text, Verb.track.listed)
    let word = TrackWord.all.first { $0.name == name }
    let file = parsed.operand(1)
    if let file, word?.needsFile != true { throw Usage.tooMany(command, file) }
    if let more = parsed.operand(2), word?.name != TrackWord.repair.name {
      throw Usage.tooMany(command, more)
    }
    if let word, word.needsFile, file == nil { throw Usage.missingOperand(command, command.operands[1]) }
    if parsed.has(.confirmed), word?.name != TrackWord.forget.name {
      throw Usage.contradiction("--yes belongs to track forget", "leave it out")
    }
    if parsed.has(.json), word?.hasRecords == false {
      throw Usage.contradiction("track \(word?.name ?? "") prints no records", "leave out --json")
    }
  }

  private static func near(_ parsed: ParsedArguments) throws(ToolError) -> Near? {
    guard let circle = parsed.circle(of: .near) else { return nil }
    guard circle.meters <= 1_000_000 else {
      throw Usage.wrongForm(
        .near, parsed.value(of: .near) ?? "", expected: "a distance up to 1000km is expected",
        "write it like --near 47.5,9.4,100m")
    }
    return Near(place: circle.place, meters: circle.meters)
  }

  /// The time of --from and --to; a time of day is on this day, or at the end after its begin.
  private static func times(_ parsed: ParsedArguments, _ now: UTC) throws(ToolError) -> ClosedRange<UTC> {
    func bound(_ flag: Flag, isEnd: Bool) -> UTC? {
      switch parsed.bound(flag, isEnd: isEnd) {
      case .instant(let instant): instant
      case .timeOfDay(let second):
        UTC(secondsSince1970: Int64(now.date.daysSince1970) * 86_400 + Int64(second))
      case nil: nil
      }
    }
    let from = bound(.from, isEnd: false) ?? UTC(secondsSince1970: 0)
    var to = bound(.to, isEnd: true) ?? UTC(secondsSince1970: 253_402_300_798)
    if to < from, case .timeOfDay = parsed.bound(.to, isEnd: true) {
      to = UTC(secondsSince1970: to.secondsSince1970 + 86_400)
    }
    guard from <= to else {
      throw Usage.wrongForm(
        .to, parsed.value(of: .to) ?? "", expected: "the end is not before the beginning",
        "swap --from and --to, if that is meant")
    }
    return from...to
  }
}
