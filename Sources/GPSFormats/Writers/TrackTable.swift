/// A table of a track: the words and units of our `fix` records, one line for each point.
///
/// The height above the sea stands behind the one above the ellipsoid: programs that look for "alt" take the last one.
struct TrackTable: TrackWriter {
  let output: ByteOutput
  private var segment = 0

  init(output: ByteOutput) { self.output = output }

  /// The columns, the number of the segment in front of them.
  static let keys: [FixKey] = [
    .time, .latitude, .longitude, .ellipsoidalAltitude, .geoidSeparation, .altitude, .speed, .course, .climb,
    .mode, .quality, .satellitesUsed, .horizontalDilution, .verticalDilution, .positionDilution,
    .horizontalAccuracy, .verticalAccuracy,
  ]

  func begin() { output.write(CSVFormat.line(["segment"] + Self.keys.map(\.rawValue))) }

  mutating func beginSegment() { segment += 1 }

  func write(_ point: TrackPoint) {
    output.write(
      CSVFormat.line([String(segment)] + Self.keys.map { CSVFormat.text($0.value(in: point.fix)) }))
  }

  func endSegment() {}

  func finish() {}
}
