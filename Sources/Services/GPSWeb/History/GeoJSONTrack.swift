internal import GNSS
internal import GPSFormats
internal import GPSTrackRows

/// The history as GeoJSON, written slice by slice in the form of `export`: a feature for each piece between gaps.
///
/// The rows of a feature are read twice, first for the positions and then for the times, so a day of times is
/// never in memory.
struct GeoJSONTrack: WebSlices {
  private typealias Stop = GeoJSONFeature.Stop

  private let query: TrackQuery
  private let devices: [String]
  private var pieces: TrackPieces?
  private var piece = TrackPieces.Piece(receiver: 0, rows: 0..<0, segment: 0)
  private var feature = GeoJSONFeature()
  private var step = Step.header
  /// The first row of the feature, and the next row to write.
  private var (first, number) = (0, 0)
  private var last: Stop?
  /// The feature's ends at the 180th meridian.
  private var (start, cut): (Stop?, (end: Stop, start: Stop)?) = (nil, nil)
  private var hasTime = false

  static let type = "application/geo+json"

  /// The part that is written next.
  private enum Step: Sendable {
    case header, piece, places
    /// The times of the rows before this one.
    case times(upTo: Int)
    case end
  }

  /// - Parameters:
  ///   - query: The requested part.
  ///   - devices: The names of the receivers, in order.
  init(_ query: TrackQuery, devices: [String]) { (self.query, self.devices) = (query, devices) }

  mutating func next(_ history: TrackHistory) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.sliceBytes + 512)
    while bytes.count < Self.sliceBytes {
      switch step {
      case .header:
        pieces = TrackPieces(history, query, devices: devices.count)
        bytes += GeoJSONFeature.header
        step = .piece
      case .piece:
        guard let next = pieces?.next() else {
          bytes += feature.footer
          step = .end
          continue
        }
        (piece, first, number) = (next, next.rows.lowerBound, next.rows.lowerBound)
        (last, start, step) = (nil, nil, .places)
      case .places:
        if addPlace(&bytes) { continue }
        feature.endPlaces(devices[piece.receiver], segment: piece.segment, to: &bytes)
        step = .times(upTo: number)
        (number, hasTime) = (first, false)
        if !feature.isPoint, let start { add(start.time, &bytes) }
      case .times(let end):
        if !feature.isPoint, let (found, row) = pieces?.wanted(from: number, in: piece), found < end {
          add(row.time, &bytes)
          number = found + 1
        } else {
          finish(at: end, &bytes)
        }
      case .end: return bytes.isEmpty ? nil : bytes
      }
    }
    return bytes
  }

  /// Writes the position of the next row; returns false at the end of the feature.
  private mutating func addPlace(_ bytes: inout [UInt8]) -> Bool {
    guard let (found, row) = pieces?.wanted(from: number, in: piece), let stop = Stop(row) else {
      return false
    }
    cut = last?.cut(before: stop)
    feature.add(cut?.end ?? stop, to: &bytes)
    guard cut == nil else { return false }
    (last, number) = (stop, found + 1)
    return true
  }

  private mutating func add(_ time: UTC?, _ bytes: inout [UInt8]) {
    if hasTime { bytes.append(UInt8(ascii: ",")) }
    hasTime = true
    GeoJSONFeature.append(time, to: &bytes)
  }

  /// Ends the feature before a row, with which the next feature begins if the line is cut there.
  private mutating func finish(at row: Int, _ bytes: inout [UInt8]) {
    if let cut { add(cut.end.time, &bytes) }
    feature.end(&bytes)
    guard let cut else {
      step = .piece
      return
    }
    // The first position of a feature is held, so this writes nothing.
    feature.add(cut.start, to: &bytes)
    (first, number, step) = (row, row, .places)
    (last, start) = (cut.start, cut.start)
    self.cut = nil
  }
}

extension GeoJSONFeature.Stop {
  /// Creates a stop from a row; nil if the row has no position.
  fileprivate init?(_ row: TrackRow) {
    guard let place = row.coordinate else { return nil }
    let accuracy = row.fix.errors?.horizontal
    self.init(
      place, height: row.height, at: row.time,
      decimals: accuracy.map { PositionDigits.ofDegrees($0) } ?? PositionDigits.ofUnknown)
  }
}
