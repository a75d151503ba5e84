import CGPSFleetFiles
import GPSPageFiles

enum FleetSchema {
  /// The next version is 3, because 2 was used for other tables before the first release.
  static let version = 1

  static let script = unsafe String(
    decoding: PageFile.contents(of: gpsbridge_fleet_schema_file.pointee), as: UTF8.self)

  /// The script as one transaction, for a program that runs each statement separately, such as psql.
  static var printed: String { "BEGIN;\n\(script)COMMIT;\n" }

  static let versionFound = SQLStatement("SELECT max(version) FROM gpsbridge.schema_version")

  /// Why a database with this version can't be written; nil if it can.
  static func refusal(of found: Int) -> String? {
    if found == version { return nil }
    if found == 0 { return "the database has no tables of a fleet; create them: gpsbridge-collect --create" }
    return
      "the tables have version \(found), this program needs \(version); use the program that created them"
  }
}

extension SQLFailure {
  /// Why a database without a schema or a table of versions can't be written.
  var refusal: String? { ["42P01", "3F000"].contains(state) ? FleetSchema.refusal(of: 0) : nil }
}
