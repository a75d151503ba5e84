package import GPSBridgeTool
internal import GNSS
internal import GPSFormats

/// `gpsbridge track`: what a store knows of a day, and what can be done with the store.
struct TrackCommand: VerbRun {
  private let word: TrackWord?
  private let order: TrackOrder

  init(_ parsed: ParsedArguments, _ output: ByteOutput) throws(ToolError) {
    let name = parsed.operand(0)?.text
    word = TrackWord.all.first { $0.name == name }
    order = try TrackOrder(parsed, output, Tool.now)
  }

  func run() throws(ToolError) -> ExitCode {
    if let word { return try word.run(order) }
    return order.near == nil ? try TrackDay(order).run() : try TrackVisits(order).run()
  }
}

// MARK: - Command line

extension Verb {
  static let track = Verb("track", after: "import", TrackCommand.self) {
    Command(
      summary: "show where this machine was; care for its track store",
      operands: [
        Operand(
          placeholder: "WHAT",
          help: "today (if left out), yesterday, a day such as 2026-11-20, or "
            + TrackWord.all.map { "\($0.name) (\($0.help))" }.joined(separator: ", "),
          suggestions: ["today", "yesterday"] + TrackWord.all.map(\.name), isOptional: true),
        Operand(
          placeholder: "FILE",
          help: "the copy that backup writes, or the damaged store of repair; recordings may follow it",
          isOptional: true, isRepeated: true),
      ],
      flags: [.storeFile, .storedDevice, .from, .to, .near, .confirmed, .json],
      exitCodes: ExitCode.opening + [.nothingKnown, .dataProblems],
      examples: [
        Example("gpsbridge track", "today: the way, and when the position was not known"),
        Example("gpsbridge track days", "each day in a line"),
        Example("gpsbridge track --near 47.5,9.4,100m", "when it was within 100 m of a place"),
        Example(
          "gpsbridge track repair track.db.damaged-20261120T070822Z *.gbr", "get back what can be read"),
        Example("gpsbridge track forget --from 2026-11-20 --to 2026-11-20", "remove a day, after a question"),
        Example("gpsbridge track --from 08:00 --to 12:00 --json", "a morning in UTC, for programs"),
      ])
  }
}

extension Flag {
  /// The store that is read.
  package static let storeFile = Flag(
    "store", "FILE|auto", help: "the track store; without it, the one of this user (auto)")
  static let storedDevice = Flag("of", "NAME", help: "only this device, by its name or its key in the store")
  static let near = Flag(
    "near", "CIRCLE", form: .circle,
    help: "when it was in a circle, such as 47.5,9.4,100m; of all times unless one is given")
}

/// A word of `track`: what it does with the store.
struct TrackWord: Sendable {
  /// The word as it is written.
  let name: String
  /// A description for the help.
  let help: String
  /// Whether a FILE follows it.
  var needsFile = false
  /// Whether it prints records with --json.
  var hasRecords = true
  let run: @Sendable (TrackOrder) throws(ToolError) -> ExitCode

  /// All words, in the order of the help; each has a file of its name.
  static let all: [TrackWord] = [
    days,
    gaps,
    check,
    repair,
    backup,
    forget,
  ]
}
