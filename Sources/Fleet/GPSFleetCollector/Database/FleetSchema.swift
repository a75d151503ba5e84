import CGPSFleetFiles
import GPSPageFiles

/// The tables of a fleet, and the steps from one version of them to the next.
enum FleetSchema {
  /// The script that leads to each version from the one before.
  private static let steps: [String] = {
    var (next, steps) = unsafe (gpsbridge_fleet_schema_files, [String]())
    while unsafe next.pointee.path != nil {
      steps.append(unsafe String(decoding: PageFile.contents(of: next.pointee), as: UTF8.self))
      unsafe next += 1
    }
    return steps
  }()

  /// The version that this program writes.
  static var version: Int { steps.count }

  /// Returns the script from a version, 0 for none, to this program's or an older one; nil if there is nothing to do.
  static func script(from found: Int, to wanted: Int = version) -> String? {
    guard found < wanted else { return nil }
    return steps[max(0, found)..<wanted].joined(separator: "\n")
  }

  /// The script for a program that runs each statement by itself, such as psql: as one transaction.
  static var printed: String { "BEGIN;\n\(script(from: 0) ?? "")COMMIT;\n" }

  /// Asks whether there is a schema; its version needs a second statement, since a missing table would be an error.
  static let existence = SQLStatement("SELECT to_regclass('gpsbridge.schema_version') IS NOT NULL")
  static let versionFound = SQLStatement("SELECT max(version) FROM gpsbridge.schema_version")

  /// Opens the next days, deletes old ones, and closes one that is over; run each statement as a transaction of its own.
  static func maintenance(keep: Int) -> [SQLStatement] {
    [
      SQLStatement("SELECT gpsbridge.open_days()"),
      SQLStatement("SELECT gpsbridge.drop_days($1::int8::int4)", [.number(Int64(keep))]),
      SQLStatement("SELECT gpsbridge.close_next_day()"),
    ]
  }

  /// Why a database with a version can't be written; nil if it can.
  static func refusal(of found: Int) -> String? {
    if found == version { return nil }
    if found == 0 { return "the database has no tables of a fleet; create them: gpsbridge-collect --create" }
    if found < version {
      return "the tables have version \(found), this program needs \(version); run gpsbridge-collect --create"
    }
    return
      "the tables have version \(found), which is newer than this program's \(version); install a newer one"
  }
}
