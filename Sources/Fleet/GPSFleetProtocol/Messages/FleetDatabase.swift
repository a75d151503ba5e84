internal import GPSBase

/// The database of a collector; if it changes, or its timeline does, earlier commits may be lost.
package struct FleetDatabase: Sendable, Hashable {
  /// The identity of the database, such as PostgreSQL's system identifier.
  package var identifier: String
  /// Increases with each promotion of a standby, and with each restored backup.
  package var timeline: UInt32

  package init(identifier: String, timeline: UInt32) {
    (self.identifier, self.timeline) = (identifier, timeline)
  }

  init?(_ json: JSON5) {
    guard let identifier = FleetJSON.text(json["database"], most: 64), FleetName.isName(identifier.utf8),
      let timeline = FleetJSON.integer(json["timeline"], in: 0...Int64(UInt32.max))
    else { return nil }
    self.init(identifier: identifier, timeline: UInt32(timeline))
  }

  func write(to json: inout JSONWriter) {
    json.member("database", identifier)
    json.member("timeline", Int(timeline))
  }
}
