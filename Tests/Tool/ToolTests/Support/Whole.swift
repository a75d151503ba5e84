@testable import GPSBridgeProgram
@testable import GPSBridgeTool

extension CommandTable {
  /// The table of the whole program.
  static let gpsbridge = Tool.gpsbridge.table

  /// The names of its verbs.
  static let verbs = gpsbridge.commands.map(\.name)
}
