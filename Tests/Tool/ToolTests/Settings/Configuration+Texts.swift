@testable import GPSBridgeTool

extension Configuration {
  /// The settings of some files, the last of which counts most.
  static func read(_ texts: [String], for table: CommandTable = .gpsbridge) throws(ToolError) -> Configuration
  {
    var configuration = Configuration(table)
    for (index, text) in texts.enumerated() {
      try configuration.read(Array(text.utf8), from: "file\(index)")
    }
    return configuration
  }
}

/// The error that a closure throws; nil if it throws none.
func complaint<Value>(of body: () throws(ToolError) -> Value) -> ToolError? {
  do throws(ToolError) { _ = try body() } catch { return error }
  return nil
}
