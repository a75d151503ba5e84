import TestSupport
import Testing

@testable import GPSBridgeTool

extension Schema {
  /// The schema of records that users have.
  static func ofRecords() throws -> Schema {
    Schema(try JSONReader.read(String(decoding: try Places.bytes(of: Places.schema), as: UTF8.self)))
  }
}

/// The built program with nobody's memory and settings, so that each run knows nothing.
enum SecludedRun {
  static func run(_ words: [String], beside receiver: SpeakingReceiver? = nil) throws -> Run {
    let folder = try WorkFolder()
    let environment = ["XDG_STATE_HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
    return try receiver?.run(Program.words(words), environment: environment)
      ?? gpsbridge(words, environment: environment)
  }

  /// The only record that a run has printed, held against the schema.
  static func record(_ run: Run) throws -> JSONValue {
    let records = try records(run)
    #expect(records.count == 1)
    return try #require(records.first)
  }

  /// What a run has printed, each line held against the schema.
  static func records(_ run: Run) throws -> [JSONValue] {
    let schema = try Schema.ofRecords()
    return try run.lines.map { line in
      let record = try JSONReader.read(line)
      #expect(schema.complaints(about: record) == [], "\(line)")
      return record
    }
  }
}
