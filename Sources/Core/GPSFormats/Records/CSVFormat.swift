public import GNSS
internal import GPSBase

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
    var line: [UInt8] = []
    line.reserveCapacity(Self.usualSize)
    for key in FixKey.allCases {
      Self.append(key.value(in: fix, at: moment), to: &line)
      line.append(UInt8(ascii: ","))
    }
    line[line.count - 1] = 0x0A
    return line
  }

  /// The bytes of most lines.
  static let usualSize = 256

  /// Appends a field; nothing for an unknown value.
  static func append(_ value: Scalar?, to line: inout [UInt8]) {
    switch value {
    case .number(let number): FixedDecimal.append(shortest: number, to: &line)
    case .count(let count): line.append(addingCapacity: 20) { FixedDecimal.append(count, to: &$0) }
    case .text(let text): line += quoted(text).utf8
    case .truth: line += "true".utf8
    case nil: break
    }
  }

  package static func line(_ fields: [String]) -> [UInt8] {
    Array((fields.map(quoted).joined(separator: ",") + "\n").utf8)
  }

  /// Quotes a field that holds a comma, a quote or a line end (RFC 4180).
  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
      return field
    }
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
    var line: [UInt8] = []
    line.reserveCapacity(CSVFormat.usualSize)
    CSVFormat.append(.count(segment), to: &line)
    for key in Self.keys {
      line.append(UInt8(ascii: ","))
      if key == .time, let time = point.fix.time {
        line.append(addingCapacity: 24) { Timestamp.append(time, to: &$0) }
      } else {
        CSVFormat.append(key.value(in: point.fix), to: &line)
      }
    }
    line.append(0x0A)
    output.write(line)
  }
}
