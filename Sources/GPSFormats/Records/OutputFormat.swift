/// The formats of a stream of epochs.
public enum OutputFormat: String, CaseIterable, Sendable {
  /// Our records, one JSON object a line: ``NDJSONFormat``.
  case ndjson
  /// The JSON of gpsd: ``GPSDFormat``.
  case gpsd
  /// The sentences as they came.
  case nmea
  /// A table: ``CSVFormat``.
  case csv
}

/// The kinds of records.
public enum RecordType: String, CaseIterable, Sendable {
  /// An epoch: position, time, and their quality.
  case fix
  /// The satellites in view.
  case sky
  /// Headings and turns.
  case attitude
  /// Something happened to the receiver.
  case event
  /// The receiver's condition, and what to do about it.
  case verdict
  /// A device came, went, or changed.
  case device
  /// The counts at the end.
  case stats
  /// The end of the program by an error.
  case error
}
