import CGPSFleetFiles
import GPSPageFiles

enum FleetSchema {
  /// The next one is 3: before the first release, 2 was the number of other tables.
  static let version = 1

  static let script = unsafe String(
    decoding: PageFile.contents(of: gpsbridge_fleet_schema_file.pointee), as: UTF8.self)

  /// The script for a program that runs each statement by itself, such as psql: as one transaction.
  static var printed: String { "BEGIN;\n\(script)COMMIT;\n" }

  static let versionFound = SQLStatement("SELECT max(version) FROM gpsbridge.schema_version")

  /// Why a database with a version can't be written; nil if it can.
  static func refusal(of found: Int) -> String? {
    if found == version { return nil }
    if found == 0 { return "the database has no tables of a fleet; create them: gpsbridge-collect --create" }
    return
      "the tables have version \(found), this program needs \(version); use the program that created them"
  }
}

extension SQLFailure {
  /// Why a database can't be written that has no schema or no table of versions.
  var refusal: String? { ["42P01", "3F000"].contains(state) ? FleetSchema.refusal(of: 0) : nil }
}
