internal import GNSS
internal import GPSFormats
internal import GPSTrackRows

/// The history as GPX 1.1: one track for each receiver, written slice by slice with the writer of `export`.
struct GPXTrack: WebSlices {
  private let query: TrackQuery
  private let devices: [String]
  private var pieces: TrackPieces?
  private var piece: TrackPieces.Piece?
  private var number = 0
  private var receiver: Int
  private var isOver = false

  static let type = "application/gpx+xml"

  /// - Parameters:
  ///   - query: The requested part.
  ///   - devices: The names of the receivers, in order.
  init(_ query: TrackQuery, devices: [String]) {
    (self.query, self.devices) = (query, devices)
    receiver = query.receivers(of: devices.count).lowerBound
  }

  mutating func next(_ history: TrackHistory) -> [UInt8]? {
    guard !isOver else { return nil }
    // The writer keeps no state between points, so each slice can have its own.
    let sink = MemorySink()
    let writer = GPXWriter(
      output: sink, name: devices.indices.contains(receiver) ? devices[receiver] : "gpsbridge")
    if pieces == nil {
      writer.begin()
      pieces = TrackPieces(history, query, devices: devices.count)
    }
    while sink.bytes.count < Self.sliceBytes {
      guard let piece = piece ?? begin(writer) else {
        writer.finish()
        isOver = true
        break
      }
      guard let (found, row) = pieces?.wanted(from: number, in: piece), let point = TrackPoint(row.fix) else {
        writer.endSegment()
        self.piece = nil
        continue
      }
      writer.write(point)
      number = found + 1
    }
    return sink.bytes
  }

  /// Begins the next piece, in its receiver's track.
  private mutating func begin(_ writer: GPXWriter) -> TrackPieces.Piece? {
    guard let next = pieces?.next() else { return nil }
    if next.receiver != receiver {
      writer.nextTrack(devices[next.receiver])
      receiver = next.receiver
    }
    writer.beginSegment()
    (piece, number) = (next, next.rows.lowerBound)
    return next
  }
}
