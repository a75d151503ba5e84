extension CommandTable {
  /// The commands of this program.
  package static let gpsbridge = CommandTable(
    summary: "a GPS receiver becomes a location service",
    commands: Command.Verb.allCases.map(\.listed),
    commonFlags: [.help, .version])
}

extension Command.Verb {
  /// The command as it is in the table.
  var listed: Command { command.withReadingRules }
}

extension Command {
  static let version = Command(
    verb: .version, summary: "show the version", operands: [], flags: [], exitCodes: [.done, .usage],
    examples: [Example("gpsbridge version", "the same as gpsbridge --version")])
}
