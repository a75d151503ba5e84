public import GNSS

/// A table with the scalar keys of `fix` as columns and one line per epoch; unknown values are empty.
///
/// ``header`` is the line of column names; write it once, at the beginning.
public struct CSVFormat: EpochFormat {
  /// Creates a table with all columns.
  public init() {}

  /// The line of column names.
  public var header: [UInt8] { Self.line(FixKey.allCases.map(\.rawValue)) }

  /// The line for a fix of a recording.
  public func lines(for output: DecodedOutput) -> [UInt8] { lines(for: output, at: .recorded) }

  /// The line for a fix that a receiver reported at this moment.
  public func lines(for output: DecodedOutput, at moment: FixMoment) -> [UInt8] {
    guard case .fix(let fix) = output else { return [] }
    return Self.line(FixKey.allCases.map { Self.text($0.value(in: fix, at: moment)) })
  }

  package static func line(_ fields: [String]) -> [UInt8] {
    Array((fields.map(quoted).joined(separator: ",") + "\n").utf8)
  }

  package static func text(_ value: Scalar?) -> String {
    switch value {
    case .text(let text): text
    case .number(let number): number.description
    case .count(let count): count.description
    case .truth: "true"
    case nil: ""
    }
  }

  /// Quotes a field that holds a comma, a quote or a line end (RFC 4180).
  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return field }
    return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

/// A table of a track: the keys and units of our `fix` records, one line per point.
///
/// The altitude above sea level comes after the ellipsoidal one: programs searching for "alt" use the last.
package struct TrackTable: TrackWriter {
  package let output: any FormatSink
  private var segment = 0

  package init(output: any FormatSink) { self.output = output }

  /// The columns after the segment number.
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
