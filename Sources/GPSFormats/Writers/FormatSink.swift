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
