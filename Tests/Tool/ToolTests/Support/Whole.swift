@testable import GPSBridgeProgram
@testable import GPSBridgeTool

extension CommandTable {
  /// The table of the whole program.
  static let gpsbridge = Tool.gpsbridge.table

  /// The names of its verbs.
  static let verbs = gpsbridge.commands.map(\.name)
}

/// The words of a command line as the whole program reads them.
func parse(_ words: some Sequence<String>) -> ParsedArguments {
  CommandTable.gpsbridge.parse(words.map { Argument($0) })
}
