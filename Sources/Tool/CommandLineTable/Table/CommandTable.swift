/// The one table of commands and flags: parsing, help, and whatever else speaks of them follow from it.
struct CommandTable: Sendable {
  var summary: String
  var commands: [Command]
  /// Flags that stand without a command, and with any.
  var commonFlags: [Flag]

  static let gpsbridge = CommandTable(
    summary: "a GPS receiver becomes a location service",
    commands: [
      Command.monitor,
      .watch,
      .fix,
      .wait,
      .devices,
      .record,
      .replay,
      .simulate,
      .export,
      .stats,
      .doctor,
      .configure,
      .config,
      .completions,
      .version,
      .manual,
    ].map(\.withReadingRules),
    commonFlags: [.help, .version])

  /// Those that are of interest to everybody.
  var shownCommands: [Command] { commands.filter { !$0.isHidden } }

  /// Every flag of every command, each once.
  var allFlags: [Flag] {
    var flags = commonFlags
    for flag in commands.flatMap(\.flags) where !flags.contains(flag) { flags.append(flag) }
    return flags
  }
}
