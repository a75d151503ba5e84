/// A table of a track: the words and units of our `fix` records, one line for each point.
///
/// The height above the sea stands behind the one above the ellipsoid: programs that look for "alt" take the last one.
package struct TrackTable: TrackWriter {
  package let output: any FormatSink
  private var segment = 0

  package init(output: any FormatSink) { self.output = output }

  /// The columns, the number of the segment in front of them.
  package static let keys: [FixKey] = [
    .time, .latitude, .longitude, .ellipsoidalAltitude, .geoidSeparation, .altitude, .speed, .course, .climb,
    .mode, .quality, .satellitesUsed, .horizontalDilution, .verticalDilution, .positionDilution,
    .horizontalAccuracy, .verticalAccuracy,
  ]

  package func begin() { output.write(CSVFormat.line(["segment"] + Self.keys.map(\.rawValue))) }

  package mutating func beginSegment() { segment += 1 }

  package func write(_ point: TrackPoint) {
    output.write(
      CSVFormat.line([String(segment)] + Self.keys.map { CSVFormat.text($0.value(in: point.fix)) }))
  }

  package func endSegment() {}

  package func finish() {}
}
