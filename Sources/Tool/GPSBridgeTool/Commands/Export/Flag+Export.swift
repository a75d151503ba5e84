internal import CommandLineTable
internal import GPSFormats
internal import MonitorScreen

extension Flag {
  static let output = Flag(
    name: "output", short: "o", value: .text(placeholder: "OUT"),
    help: "the file to write; it appears when it is whole; without it, or with -, standard output")
  static let trackFormat = Flag(
    name: "format",
    value: .word(placeholder: "FORMAT", choices: TrackFormat.allCases.map(\.rawValue)),
    help:
      "gpx (1.1), kml (gx:Track), geojson (RFC 7946), csv, ndjson (our records), nmea (GGA and RMC); without it what OUT ends with"
  )
  static let simplify = Flag(
    name: "simplify", value: .text(placeholder: "METRES"),
    help:
      "leave out points that lie no farther than this from the line through the others, as 2m; heights do not count"
  )
  static let gap = Flag(
    name: "gap", value: .text(placeholder: "TIME"),
    help: "a time without a position, as 5min, behind which a new segment begins; without it 60s")
  static let from = Flag(
    name: "from", value: .text(placeholder: "TIME"),
    help: "leave out what is before, by the receiver's UTC: 2026-11-20, 2026-11-20T10:30:00Z or 10:30")
  static let to = Flag(
    name: "to", value: .text(placeholder: "TIME"), help: "leave out what is behind; a day is meant as a whole"
  )
  static let force = Flag(name: "force", help: "write over a file that is there")
}
