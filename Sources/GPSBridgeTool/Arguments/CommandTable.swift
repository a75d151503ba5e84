/// The one table of commands and flags: parsing, help, and whatever else speaks of them follow from it.
struct CommandTable: Sendable {
  var summary: String
  var commands: [Command]
  /// Flags that stand without a command, and with any.
  var commonFlags: [Flag]

  static let gpsbridge = CommandTable(
    summary: "a GPS receiver becomes a location service",
    commands: [watch, .export],
    commonFlags: [.help, .version])

  private static let watch = Command(
    verb: .watch,
    summary: "print what a receiver said: one record for each epoch",
    operands: [
      Command.Operand(placeholder: "FILE|-", help: "a recording of a receiver; - reads standard input")
    ],
    flags: [.format, .types, .reference, .stats],
    exitCodes: [.done, .unexpected, .usage, .notFound, .permissionDenied, .nothingKnown],
    examples: [
      Command.Example(line: "gpsbridge watch morning-walk.nmea", help: "all fixes and skies"),
      Command.Example(
        line: "gpsbridge watch --types fix - < walk.nmea", help: "fixes only, from a pipe or file"),
      Command.Example(line: "gpsbridge watch walk.nmea --format csv", help: "for a spreadsheet"),
      Command.Example(
        line: "gpsbridge watch old.nmea --reference 2026-11-20", help: "mend dates 1024 weeks off"),
    ])

  /// Every flag of every command, each once.
  var allFlags: [Flag] {
    var flags = commonFlags
    for flag in commands.flatMap(\.flags) where !flags.contains(flag) { flags.append(flag) }
    return flags
  }
}
