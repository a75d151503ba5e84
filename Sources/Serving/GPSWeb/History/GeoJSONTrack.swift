internal import GNSS
internal import GPSFormats
internal import GPSBase

/// The history as GeoJSON (RFC 7946), written slice by slice.
///
/// ```json
/// {"type":"Feature","properties":{"name":"…","segment":1,"coordTimes":[…]},"bbox":[…],"geometry":{"type":"LineString",…}}
/// ```
///
/// Each piece between two gaps is one feature. One that crosses 180° is a `MultiLineString` cut there, its
/// `bbox` has west > east, and its times are nested like its positions. A single position is a `Point`. The
/// `export` command uses the same properties, but cuts into several features because it can't look ahead.
struct GeoJSONTrack: WebSlices {
  private let query: TrackQuery
  private let devices: [String]
  private var pieces: TrackPieces?
  private var step = Step.head
  private var needsComma = false

  /// The media type of GeoJSON.
  static let type = "application/geo+json"

  private static let sliceBytes = 16_384

  /// The part that is written next.
  private enum Step: Sendable {
    case head, feature
    case times(Line), places(Line)
    case end
  }

  /// A piece while it is written: first its times, then its positions.
  private struct Line: Sendable {
    let piece: TrackPieces.Piece
    let extent: TrackExtent
    var number: Int
    var last: HistoryRow?
  }

  /// - Parameters:
  ///   - query: The requested part.
  ///   - devices: The names of the receivers, in order.
  init(_ query: TrackQuery, devices: [String]) {
    self.query = query
    self.devices = devices
  }

  mutating func next(_ history: TrackHistory) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.sliceBytes + 512)
    while bytes.count < Self.sliceBytes {
      switch step {
      case .head:
        pieces = TrackPieces(history, query, devices: devices.count)
        bytes += #"{"type":"FeatureCollection","features":["#.utf8
        step = .feature
      case .feature:
        guard let piece = pieces?.next() else {
          bytes += "\n]}\n".utf8
          step = .end
          continue
        }
        begin(piece, &bytes)
      case .times(var line):
        step =
          add(&line, &bytes) { GeoJSONText.time($0.time, to: &$1) } ? .times(line) : places(of: line, &bytes)
      case .places(var line):
        let decimals = line.extent.decimals
        if add(&line, &bytes, { GeoJSONText.place($0, decimals: decimals, to: &$1) }) {
          step = .places(line)
        } else {
          bytes += (line.extent.crosses ? "]]}}" : line.extent.count > 1 ? "]}}" : "}}").utf8
          step = .feature
        }
      case .end: return bytes.isEmpty ? nil : bytes
      }
    }
    return bytes
  }

  private mutating func begin(_ piece: TrackPieces.Piece, _ bytes: inout [UInt8]) {
    let extent = TrackExtent(piece, of: pieces)
    bytes += (needsComma ? ",\n" : "\n").utf8
    needsComma = true
    bytes += #"{"type":"Feature","#.utf8
    var json = JSONWriter()
    json.object { json in
      json.member("name", devices[piece.receiver])
      json.member("segment", piece.segment)
    }
    bytes += #""properties":"#.utf8
    bytes += json.bytes.dropLast()
    bytes +=
      (extent.crosses ? #","coordTimes":[["# : extent.count > 1 ? #","coordTimes":["# : #","time":"#).utf8
    step = .times(Line(piece: piece, extent: extent, number: piece.rows.lowerBound))
  }

  /// Ends the times and begins the positions of the same piece.
  private func places(of line: Line, _ bytes: inout [UInt8]) -> Step {
    let extent = line.extent
    bytes += (extent.crosses ? "]]}" : extent.count > 1 ? "]}" : "}").utf8
    bytes += #","bbox":["#.utf8
    for (index, edge) in [extent.west, extent.south, extent.east, extent.north].enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      FixedDecimal.append(edge, decimals: extent.decimals, to: &bytes)
    }
    let geometry = extent.crosses ? "MultiLineString" : extent.count > 1 ? "LineString" : "Point"
    bytes += #"],"geometry":{"type":"\#(geometry)","coordinates":"#.utf8
    bytes += (extent.crosses ? "[[" : extent.count > 1 ? "[" : "").utf8
    return .places(Line(piece: line.piece, extent: extent, number: line.piece.rows.lowerBound))
  }

  /// Adds points of a line, and two more at each cut; returns false at the end.
  private func add(
    _ line: inout Line, _ bytes: inout [UInt8], _ write: (TrackStop, inout [UInt8]) -> Void
  ) -> Bool {
    while bytes.count < Self.sliceBytes {
      guard let (number, row) = pieces?.wanted(from: line.number, in: line.piece), let stop = TrackStop(row)
      else {
        return false
      }
      if let last = line.last.flatMap({ TrackStop($0) }) {
        bytes.append(UInt8(ascii: ","))
        if let (end, start) = last.cut(before: stop) {
          write(end, &bytes)
          bytes += "],[".utf8
          write(start, &bytes)
          bytes.append(UInt8(ascii: ","))
        }
      }
      write(stop, &bytes)
      (line.last, line.number) = (row, number + 1)
    }
    return true
  }
}

/// Times and numbers in GeoJSON's format.
private enum GeoJSONText {
  static func time(_ time: UTC, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    bytes += Timestamp.text(time).utf8
    bytes.append(UInt8(ascii: "\""))
  }

  static func place(_ stop: TrackStop, decimals: Int, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    FixedDecimal.append(stop.longitude, decimals: decimals, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    FixedDecimal.append(stop.latitude, decimals: decimals, to: &bytes)
    // RFC 7946 defines the third number as the height above the ellipsoid.
    if let height = stop.height {
      bytes.append(UInt8(ascii: ","))
      FixedDecimal.append(height, decimals: 2, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}
