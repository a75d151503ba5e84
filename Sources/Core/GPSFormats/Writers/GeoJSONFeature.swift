package import GNSS
internal import GPSBase

/// A feature of a GeoJSON track (RFC 7946) while it is written point by point, as a plain value.
///
/// ```json
/// {"type":"Feature","geometry":{"type":"LineString","coordinates":[…]},"properties":{"name":"…","segment":1,"coordTimes":[…]},"bbox":[…]}
/// ```
///
/// A line that crosses the 180th meridian is cut there into two features of one segment, as the RFC requires;
/// both end on the meridian. A single position is a point.
package struct GeoJSONFeature: Sendable {
  /// A position of a track with its time.
  package struct Stop: Sendable, Hashable {
    package var time: UTC?
    package var latitude: Double
    package var longitude: Double
    /// Meters above the ellipsoid.
    package var height: Double?
    /// The number of decimals of a degree to write.
    package var decimals: Int

    package init(_ place: Coordinate, height: Double?, at time: UTC?, decimals: Int = 9) {
      (latitude, longitude, self.height) = (place.latitude, place.longitude, height)
      (self.time, self.decimals) = (time, decimals)
    }

    /// The two ends of the cut if the shorter way to the next position crosses 180°, or nil.
    ///
    /// Both are the point where a straight line meets the meridian, each with the longitude's sign of its side.
    package func cut(before next: Stop) -> (end: Stop, start: Stop)? {
      guard abs(next.longitude - longitude) > 180 else { return nil }
      let side = longitude < 0 ? -180.0 : 180
      // Both distances to the meridian are nonnegative, and one may be zero.
      let (way, rest) = (abs(side - longitude), abs(-side - next.longitude))
      let part = way + rest > 0 ? way / (way + rest) : 0
      var end = self
      end.longitude = side
      end.latitude += part * (next.latitude - latitude)
      end.height = height.flatMap { height in next.height.map { height + part * ($0 - height) } }
      end.time = time.flatMap { time in next.time.map { time.moved(by: part * $0.seconds(since: time)) } }
      var start = end
      start.longitude = -side
      return (end, start)
    }
  }

  /// The first position, until a second one makes it a line.
  private var first: Stop?
  private var count = 0
  /// The bounding box: west, south, east, north; and the decimals for its edges.
  private var box: [Double] = []
  private var decimals = 0
  /// Whether another feature came before.
  private var needsComma = false

  package init() {}

  /// The bytes before all features.
  package static let header = Array("{\"type\":\"FeatureCollection\",\"features\":[\n".utf8)
  /// The bytes after all features.
  package var footer: [UInt8] { Array((needsComma ? "\n]}\n" : "]}\n").utf8) }

  package var isEmpty: Bool { count == 0 }
  package var isPoint: Bool { count == 1 }

  /// Adds a position.
  ///
  /// - Parameters:
  ///   - stop: The position, on the same side of the 180th meridian as the others.
  ///   - places: Receives the position; the first one is held until the second.
  /// - Returns: The position before this one if it is written only now; its time comes first.
  @discardableResult
  package mutating func add(_ stop: Stop, to places: inout [UInt8]) -> Stop? {
    count += 1
    // The edges are rounded like the positions, or a position could fall outside.
    let (west, south) = (stop.rounded(stop.longitude), stop.rounded(stop.latitude))
    box =
      box.isEmpty
      ? [west, south, west, south]
      : [min(box[0], west), min(box[1], south), max(box[2], west), max(box[3], south)]
    decimals = max(decimals, stop.decimals)
    guard count > 1 else {
      first = stop
      return nil
    }
    let held = first
    if let held {
      begin("LineString", &places)
      places.append(UInt8(ascii: "["))
      held.append(to: &places)
      first = nil
    }
    places += ",\n".utf8
    stop.append(to: &places)
    return held
  }

  /// Ends the positions; the times of a line follow, and ``end(_:)``.
  package mutating func endPlaces(_ name: String, segment: Int, to bytes: inout [UInt8]) {
    if let first {
      begin("Point", &bytes)
      first.append(to: &bytes)
    } else {
      bytes.append(UInt8(ascii: "]"))
    }
    var json = JSONWriter()
    json.object { json in
      json.member("name", name)
      json.member("segment", segment)
      if isPoint { json.member("time", first?.time) }
    }
    bytes += "},\"properties\":".utf8
    // The object stays open for the times.
    bytes += isPoint ? json.bytes[...] : json.bytes.dropLast()
    if !isPoint { bytes += ",\"coordTimes\":[\n".utf8 }
  }

  /// Ends the feature with its bounding box; the next position begins another one.
  package mutating func end(_ bytes: inout [UInt8]) {
    bytes += (isPoint ? ",\"bbox\":[" : "]},\"bbox\":[").utf8
    for (index, edge) in box.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      FixedDecimal.append(edge, decimals: decimals, to: &bytes)
    }
    bytes += "]}".utf8
    (first, count, box, decimals) = (nil, 0, [], 0)
  }

  package static func append(_ time: UTC?, to bytes: inout [UInt8]) {
    bytes += (time.map { "\"\(Timestamp.text($0))\"" } ?? "null").utf8
  }

  private mutating func begin(_ geometry: String, _ bytes: inout [UInt8]) {
    if needsComma { bytes += ",\n".utf8 }
    needsComma = true
    bytes += "{\"type\":\"Feature\",\"geometry\":{\"type\":\"\(geometry)\",\"coordinates\":".utf8
  }
}

extension GeoJSONFeature.Stop {
  fileprivate func rounded(_ degrees: Double) -> Double {
    var power = 1.0
    for _ in 0..<decimals { power *= 10 }
    return (degrees * power).rounded() / power
  }

  fileprivate func append(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    FixedDecimal.append(rounded(longitude), decimals: decimals, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    FixedDecimal.append(rounded(latitude), decimals: decimals, to: &bytes)
    // The RFC defines the third number as the height above the ellipsoid.
    if let height, height.isFinite {
      bytes.append(UInt8(ascii: ","))
      FixedDecimal.append(height, decimals: 3, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }
}

extension UTC {
  fileprivate func moved(by seconds: Double) -> UTC {
    let passed = seconds + Double(nanosecond) / 1e9
    let whole = passed.rounded(.down)
    let nanosecond = min(999_999_999, Int32(((passed - whole) * 1e9).rounded()))
    return UTC(secondsSince1970: secondsSince1970 + Int64(whole), nanosecond: nanosecond)
  }
}
