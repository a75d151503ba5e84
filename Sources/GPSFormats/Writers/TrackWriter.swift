public import GNSS

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

/// A place on a track, with all that the receiver said about that moment.
public struct TrackPoint: Sendable {
  /// The place.
  public var coordinate: Coordinate
  /// The epoch that it comes from.
  public var fix: Fix
  /// How long after the beginning of the recording it came, where the recording tells.
  public var arrival: Duration?

  /// - Parameters:
  ///   - fix: An epoch; one without a position, or with one that no receiver can have, is no point.
  ///   - arrival: How long after the beginning of the recording it came.
  public init?(_ fix: Fix, arrival: Duration? = nil) {
    guard fix.hasPosition, let coordinate = fix.coordinate else { return nil }
    self.coordinate = coordinate
    self.fix = fix
    self.arrival = arrival
  }

  /// Seconds from another point to this one, by the receiver's time or by the times of arrival.
  public func seconds(since other: TrackPoint) -> Double? {
    if let time = fix.time, let before = other.fix.time { return time.seconds(since: before) }
    if let arrival, let before = other.arrival { return (arrival - before) / .seconds(1) }
    return nil
  }
}

/// Takes bytes in the order in which they belong together: a file, a socket, or memory.
///
/// Writers make their bytes piece by piece and hand them on at once, so that a track of any length takes the same memory.
/// A sink that fails keeps its error to itself and drops what follows; ask it when the track is finished.
public protocol FormatSink: AnyObject {
  /// Takes the next bytes.
  func write(_ bytes: [UInt8])
}

/// Keeps bytes back until others are written.
///
/// KML has all times of a track in front of its places, and GeoJSON has them behind. Writers of both put one half here.
public protocol FormatSpool: AnyObject {
  /// Whether nothing waits.
  var isEmpty: Bool { get }

  /// Keeps bytes behind those that wait already.
  func write(_ bytes: [UInt8])

  /// Hands on all that waits, and is empty then.
  func empty(into sink: any FormatSink)
}

extension FormatSink {
  /// Writes a text in UTF-8.
  func write(text: String) { write(Array(text.utf8)) }
}

/// Bytes in memory: a sink and a spool for tracks that are not large.
///
/// ```swift
/// let memory = MemorySink()
/// var track = TrackMaker(.gpx, to: memory, name: "walk")
/// for fix in fixes { track.take(fix) }
/// track.finish()
/// print(memory.text)
/// ```
public final class MemorySink: FormatSink, FormatSpool {
  /// The bytes so far.
  public private(set) var bytes: [UInt8] = []

  /// Begins with nothing.
  public init() {}

  /// The bytes as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) { self.bytes += bytes }

  /// Hands its bytes on, and is empty then.
  public func empty(into sink: any FormatSink) {
    sink.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
