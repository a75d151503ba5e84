package import GPSBridgeTool
internal import GNSS
internal import GPSBase
internal import GPSFormats

// `gpsbridge track`: what a store knows of a day, and what can be done with the store.

extension Verb {
  /// The verb; the closure returns the progress of each publisher of a store.
  static func track(_ sinks: @escaping @Sendable (String) -> [String]) -> Verb {
    Verb("track") {
      Command(
        .keep, summary: "show where this machine was; maintain its track store",
        description: """
          Shows the trips, stops and gaps of a day, or does another task with the track store. Days and \
          times are in the time zone of this machine, unless they have a Z or an offset.
          """,
        operands: [
          Operand(
            placeholder: "WHAT",
            help: "today (the default), yesterday, a day such as 2026-11-20, or one of the tasks below",
            suggestions: ["today", "yesterday"] + TrackWord.all.map(\.name), isOptional: true),
          Operand(
            placeholder: "FILE|DAY|TIME|NAME", help: "the operands of the task: see below",
            isOptional: true, isRepeated: true),
        ],
        flags: [.storeFile, .storedDevice, .from, .to, .near, .confirmed, .json],
        exitCodes: ExitCode.opening + [.nothingKnown, .dataProblems],
        examples: [
          Example("gpsbridge track", "today: trips, stops, and times without a position"),
          Example("gpsbridge track days", "one line per day"),
          Example("gpsbridge track at 10:15", "the place at that time"),
          Example("gpsbridge track --near 47.5,9.4,100m", "when it was within 100 m of a place"),
          Example(
            "gpsbridge track repair track.db.damaged-20261120T070822Z *.gbr",
            "a new store of all readable positions"),
          Example("gpsbridge track forget 2026-11-20", "remove a day, after a confirmation"),
          Example("gpsbridge track --from 08:00 --to 12:00 --json", "this morning, for programs"),
        ],
        sections: { _ in [.init("tasks", .columns(TrackWord.all.map { .init($0.name, $0.help) }))] })
    } run: { (parsed, output) throws(ToolError) in
      let order = try TrackOrder(parsed, output, Tool.now, sinks)
      if let word = TrackWord.all.first(where: { $0.name == parsed.operand(0)?.text }) {
        return try word.run(order)
      }
      return try order.run(order.near == nil ? TrackDay(order).show : TrackVisits(order).show)
    }
  }
}

extension Flag {
  package static let storeFile = Flag(
    "store", "FILE|auto", help: "the track store; by default that of this user (auto)")
  static let storedDevice = Flag("of", "NAME", help: "only this device of the store, by its name or its key")
  static let near = Flag(
    "near", "CIRCLE", form: .circle,
    help: "only the times in a circle, such as 47.5,9.4,100m; of all days unless a time is given")
}

/// A word of `track`, which selects the action.
struct TrackWord: Sendable {
  /// The word as it is written.
  let name: String
  let help: String
  var follows = Following.nothing
  var hasRecords = true
  let run: @Sendable (TrackOrder) throws(ToolError) -> ExitCode

  /// The operands after a word.
  enum Following: Sendable {
    case nothing, day, time, file, files, devices

    /// The required operand.
    var needed: Verb.Operand? {
      switch self {
      case .nothing, .day: nil
      case .time: Verb.Operand(placeholder: "TIME", help: "such as 10:15, or 2026-11-20 10:15")
      case .file: Verb.Operand(placeholder: "FILE", help: "the copy to write")
      case .files: Verb.Operand(placeholder: "FILE", help: "the damaged store; recordings may follow it")
      case .devices: Verb.Operand(placeholder: "A B", help: "two devices; B's positions become A's")
      }
    }

    /// The minimum number of words.
    var least: Int { self == .devices ? 2 : needed == nil ? 0 : 1 }

    /// The maximum number of words.
    var limit: Int? {
      switch self {
      case .nothing: 0
      case .day, .file: 1
      // A day and a time of day.
      case .time, .devices: 2
      case .files: nil
      }
    }
  }

  /// All words, in the order of the help; each has a file of its name.
  static let all: [TrackWord] = [
    at,
    days,
    gaps,
    check,
    repair,
    backup,
    join,
    forget,
  ]
}
