/// The formats of `watch`.
package enum OutputFormat: String, CaseIterable, Sendable {
  case ndjson, gpsd, nmea, csv
}

/// The kinds of records that `watch` can print.
package enum RecordType: String, CaseIterable, Sendable {
  case fix, sky, attitude, event, verdict, device, stats, error
}
