internal import GNSS
internal import GPSBase

/// GeoJSON (RFC 7946): a line for each segment, with times in `coordTimes`, or a point for a single position.
///
/// Times follow the positions, so they wait in a spool. A line across the 180th meridian is cut there, as the
/// RFC requires; both parts have the same segment number.
package struct GeoJSONWriter: TrackWriter {
  package let output: any FormatSink
  package let name: String
  package let times: any FormatSpool
  private var segment = 0
  /// The first point of a line, until a second point makes it a line.
  private var first: TrackPoint?
  private var last: TrackPoint?
  private var count = 0
  private var needsComma = false

  package init(output: any FormatSink, name: String, times: any FormatSpool) {
    self.output = output
    self.name = name
    self.times = times
  }

  package func begin() { output.write(text: #"{"type":"FeatureCollection","features":["# + "\n") }

  package mutating func beginSegment() { segment += 1 }

  package mutating func write(_ point: TrackPoint) {
    if let last, abs(point.coordinate.longitude - last.coordinate.longitude) > 180 { endLine() }
    count += 1
    if count == 1 {
      first = point
    } else {
      if count == 2, let first {
        beginFeature("LineString")
        output.write(text: "[")
        add(first)
      }
      output.write(text: ",\n")
      add(point)
    }
    last = point
  }

  package mutating func endSegment() { endLine() }

  package func finish() { output.write(text: "\n]}\n") }

  private mutating func endLine() {
    defer { (first, last, count) = (nil, nil, 0) }
    guard let first else { return }
    guard count == 1 else {
      output.write(text: "]},\(properties),\"coordTimes\":[\n")
      times.empty(into: output)
      return output.write(text: "]}}")
    }
    beginFeature("Point")
    output.write(Self.place(first))
    let time = first.fix.time.map { ",\"time\":\"\(Timestamp.text($0))\"" } ?? ""
    output.write(text: "},\(properties)\(time)}}")
  }

  private mutating func beginFeature(_ geometry: String) {
    output.write(text: needsComma ? ",\n" : "")
    needsComma = true
    output.write(
      text: #"{"type":"Feature","geometry":{"type":"\#(geometry)","coordinates":"#)
  }

  private func add(_ point: TrackPoint) {
    output.write(Self.place(point))
    let time = point.fix.time.map { "\"\(Timestamp.text($0))\"" } ?? "null"
    times.write(Array(((times.isEmpty ? "" : ",") + time).utf8))
  }

  private var properties: String {
    var json = JSONWriter()
    json.object { json in
      json.member("name", name)
      json.member("segment", segment)
    }
    // The object stays open because the times follow.
    return "\"properties\":" + String(decoding: json.bytes.dropLast(), as: UTF8.self)
  }

  private static func place(_ point: TrackPoint) -> [UInt8] {
    var bytes = Array("[".utf8)
    FixedDecimal.append(point.coordinate.longitude, decimals: 9, to: &bytes)
    bytes.append(UInt8(ascii: ","))
    FixedDecimal.append(point.coordinate.latitude, decimals: 9, to: &bytes)
    // The RFC defines the third number as the height above the ellipsoid.
    if let altitude = point.fix.ellipsoidalAltitude, altitude.isFinite {
      bytes.append(UInt8(ascii: ","))
      FixedDecimal.append(altitude, decimals: 3, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }
}
