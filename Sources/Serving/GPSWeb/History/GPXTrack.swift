internal import GNSS
internal import GPSFormats

/// The history as GPX 1.1: a track for each receiver, made slice by slice by the writer of `export`.
struct GPXTrack: WebSlices {
  private let query: TrackQuery
  private let devices: [String]
  private var pieces: TrackPieces?
  private var piece: TrackPieces.Piece?
  private var number = 0
  private var receiver: Int
  private var isOver = false

  /// The media type of GPX.
  static let type = "application/gpx+xml"

  private static let sliceBytes = 16_384

  /// - Parameters:
  ///   - query: The part that is wanted.
  ///   - devices: The names of the receivers, in their order.
  init(_ query: TrackQuery, devices: [String]) {
    self.query = query
    self.devices = devices
    receiver = query.receivers(of: devices.count).lowerBound
  }

  mutating func next(_ history: TrackHistory) -> [UInt8]? {
    guard !isOver else { return nil }
    // The writer keeps nothing from one point to the next, so each slice has its own.
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

  /// Begins the next piece, in the track of its receiver.
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
