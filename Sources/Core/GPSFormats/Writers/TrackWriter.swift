public import GNSS

/// The file formats of a track.
public enum TrackFormat: String, CaseIterable, Sendable {
  /// GPX 1.1, supported by nearly all map programs.
  case gpx
  /// KML 2.2 with the times in Google's `gx:Track`.
  case kml
  /// GeoJSON (RFC 7946).
  case geojson
  /// A table with a header line.
  case csv
  /// Our `fix` records, one JSON object per line.
  case ndjson
  /// NMEA 0183: a GGA and an RMC for each point.
  case nmea

  /// Returns the format that matches a file name extension, or nil.
  public init?(endOf name: [UInt8]) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let end = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    self.init(rawValue: ["json": "geojson", "jsonl": "ndjson"][end] ?? end)
  }
}

/// Writes a track incrementally, segment by segment.
///
/// Memory does not grow with the length of the track.
package protocol TrackWriter {
  /// Writes the header before all segments.
  mutating func begin()
  mutating func beginSegment()
  mutating func write(_ point: TrackPoint)
  mutating func endSegment()
  /// Writes the footer after all segments.
  mutating func finish()
  /// Whether it marks probably forged positions instead of omitting them.
  var marksSuspects: Bool { get }
}

// The defaults, for formats that write only points.

extension TrackWriter {
  package func begin() {}
  package func beginSegment() {}
  package func endSegment() {}
  package func finish() {}
  package var marksSuspects: Bool { false }
}

/// A position on a track, with everything that the receiver reported for that moment.
public struct TrackPoint: Sendable {
  /// The position.
  public var coordinate: Coordinate
  /// The epoch of the point.
  public var fix: Fix
  /// The time since the beginning of the recording, if the recording contains arrival times.
  public var arrival: Duration?
  /// The track store's further facts about the epoch, and its device.
  package var moment = FixMoment.recorded
  package var device: String?

  /// - Parameters:
  ///   - fix: An epoch; the result is nil if its position is missing or impossible.
  ///   - arrival: The time since the beginning of the recording.
  public init?(_ fix: Fix, arrival: Duration? = nil) {
    guard fix.hasPosition, let coordinate = fix.coordinate else { return nil }
    (self.coordinate, self.fix, self.arrival) = (coordinate, fix, arrival)
  }

  /// Seconds from an earlier point to this one, by the receiver's time or by the arrival times.
  public func seconds(since other: TrackPoint) -> Double? {
    PointMoment(self).seconds(since: PointMoment(other))
  }
}

/// The times of a point without the rest of its epoch, which is large.
struct PointMoment: Sendable {
  private let time: UTC?
  private let arrival: Duration?

  init(_ point: TrackPoint) { (time, arrival) = (point.fix.steadyTime, point.arrival) }

  func seconds(since other: PointMoment) -> Double? {
    if let time, let before = other.time { return time.seconds(since: before) }
    if let arrival, let before = other.arrival { return (arrival - before) / .seconds(1) }
    return nil
  }
}

/// A destination for bytes in order: a file, a socket, or memory.
///
/// Writers produce their bytes in pieces and pass them on at once, so memory does not grow with the length of
/// the track. A sink that fails stores its error and drops the rest; check it when the track is finished.
public protocol FormatSink: AnyObject {
  /// Writes the next bytes.
  func write(_ bytes: [UInt8])
}

/// Holds bytes back until others are written.
///
/// In KML, all times of a track precede its positions; in GeoJSON, they follow. Both writers spool one half.
public protocol FormatSpool: AnyObject {
  /// Whether the spool is empty.
  var isEmpty: Bool { get }

  /// Appends bytes.
  func write(_ bytes: [UInt8])

  /// Moves all bytes to a sink.
  func empty(into sink: any FormatSink)
}

extension FormatSink {
  /// Writes text in UTF-8.
  func write(text: String) { write(Array(text.utf8)) }
}

/// A sink and a spool in memory, for small tracks.
///
/// ```swift
/// let memory = MemorySink()
/// var track = TrackMaker(.gpx, to: memory, name: "walk")
/// for fix in fixes { track.take(fix) }
/// track.finish()
/// print(memory.text)
/// ```
public final class MemorySink: FormatSink, FormatSpool {
  /// The bytes written to this sink.
  public private(set) var bytes: [UInt8] = []

  /// Creates an empty sink.
  public init() {}

  /// The bytes as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether the sink is empty.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) { self.bytes += bytes }

  /// Moves all bytes to a sink.
  public func empty(into sink: any FormatSink) {
    sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
