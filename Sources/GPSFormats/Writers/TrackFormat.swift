/// The formats that a track is written in.
package enum TrackFormat: String, CaseIterable, Sendable {
  case gpx, kml, geojson, csv, ndjson, nmea

  /// The format that a file's name asks for by its end; nil for names that ask for none.
  package init?(endOf name: [UInt8]) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased() {
    case "gpx": self = .gpx
    case "kml": self = .kml
    case "geojson", "json": self = .geojson
    case "csv": self = .csv
    case "ndjson", "jsonl": self = .ndjson
    case "nmea": self = .nmea
    default: return nil
    }
  }
}

/// Writes a track, segment by segment, as it comes.
///
/// Nothing is kept that grows with the track.
package protocol TrackWriter {
  /// What stands in front of all segments.
  mutating func begin()
  mutating func beginSegment()
  mutating func write(_ point: TrackPoint)
  mutating func endSegment()
  /// What stands behind all segments.
  mutating func finish()
}
