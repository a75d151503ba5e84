internal import GPSBase

/// A file with a track in an unsupported form, recognized by its first bytes, and how to convert it.
package struct ForeignTrack {
  /// The form, such as `a KML file`.
  package let name: String
  /// gpsbabel's name of the form; nil if it does not support the form.
  private let form: String?

  /// The number of first bytes that identify the form.
  package static let length = 512

  /// Recognizes a form; nil for any other file.
  package init?(_ beginning: some Sequence<UInt8>) {
    let bytes = Array(beginning.prefix(Self.length))
    // The words of text in two bytes a letter are between zeros.
    let text = String(decoding: bytes, as: UTF8.self)
    guard
      let found = Self.forms.first(where: { text.holds($0.mark) })
        ?? Self.marks.first(where: { bytes.dropFirst($0.place).starts(with: $0.mark) }).map({
          ("", $0.name, $0.form)
        })
    else { return nil }
    (name, form) = (found.1, found.2)
  }

  /// The command that converts such a file.
  package func remedy(_ file: String) -> String {
    if isOfRecords { return "gpsbridge import \(file) puts them into a track store, which can be read" }
    if name == Self.wide { return "iconv -f UTF-16 -t UTF-8 \(file) > FILE, then give that" }
    guard let form else { return "export it as GPX from where it comes" }
    return "gpsbabel -t -i \(form) -f \(file) -o gpx -F FILE.gpx makes a GPX file of it, for gpsbridge import"
  }

  /// Whether it has our own records, which `import` reads.
  package var isOfRecords: Bool { name == Self.records }

  private static let (wide, records) = ("text in UTF-16", "records of gpsbridge")

  private static let marks: [(place: Int, mark: [UInt8], name: String, form: String?)] = [
    (8, Array(".FIT".utf8), "a FIT file", "garmin_fit"), (0, [0xFF, 0xFE], wide, nil),
    (0, [0xFE, 0xFF], wide, nil),
  ]

  private static let forms: [(mark: String, name: String, form: String?)] = [
    ("<kml", "a KML file", "kml"), ("<TrainingCenterDatabase", "a TCX file", "gtrnctr"),
    ("\"FeatureCollection\"", "a GeoJSON file", nil),
    ("\"timelineObjects\"", "a timeline of Google", nil),
    ("\"semanticSegments\"", "a timeline of Google", nil),
    ("\"locations\"", "a timeline of Google", nil),
    ("\"_type\":\"location\"", "a recording of OwnTracks", nil), ("HFDTE", "an IGC file", "igc"),
    ("\",\"v\":1,\"", records, nil), ("lat,lon", "a table", "unicsv"),
    ("latitude,longitude", "a table", "unicsv"),
  ]
}
