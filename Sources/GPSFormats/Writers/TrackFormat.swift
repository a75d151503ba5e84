/// The formats that a track is written in.
public enum TrackFormat: String, CaseIterable, Sendable {
  /// GPX 1.1, for nearly every map program.
  case gpx
  /// KML 2.2 with the times of Google's `gx:Track`.
  case kml
  /// GeoJSON (RFC 7946).
  case geojson
  /// A table with a line of names.
  case csv
  /// Our `fix` records, one JSON object a line.
  case ndjson
  /// NMEA 0183: a GGA and an RMC for each point.
  case nmea

  /// The format that a file's name asks for by its end; nil for names that ask for none.
  public init?(endOf name: [UInt8]) {
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
  /// Writes the head, in front of all segments.
  mutating func begin()
  mutating func beginSegment()
  mutating func write(_ point: TrackPoint)
  mutating func endSegment()
  /// Writes the end, behind all segments.
  mutating func finish()
}
