package import GNSS

/// GPX 1.1: waypoints, and one track with a `trkseg` for each segment; tracks of other receivers may follow.
///
/// GPX 1.1 has no speed and course, so they are written in Garmin's extension, which most programs read.
/// Heights are above mean sea level.
package struct GPXWriter: TrackWriter {
  package let output: any FormatSink
  package let name: String
  package let creator: String
  /// Places in addition to the track.
  package let waypoints: [Waypoint]

  /// A place in addition to a track, such as a stop.
  package struct Waypoint: Sendable, Hashable {
    package var coordinate: Coordinate
    package var time: UTC
    package var name: String
    package var description: String

    package init(_ coordinate: Coordinate, at time: UTC, name: String, description: String) {
      (self.coordinate, self.time, self.name, self.description) = (coordinate, time, name, description)
    }
  }

  package init(
    output: any FormatSink, name: String, creator: String = "gpsbridge", waypoints: [Waypoint] = []
  ) {
    (self.output, self.name, self.creator, self.waypoints) = (output, name, creator, waypoints)
  }

  package func begin() {
    var xml = XMLLines()
    xml.line(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    xml.append(#"<gpx version="1.1" creator=""#)
    xml.append(escaped: creator)
    xml.line(
      #"" xmlns="http://www.topografix.com/GPX/1/1""#
        + #" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2""#
        + #" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#
        + #" xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd"#
        + #" http://www.garmin.com/xmlschemas/TrackPointExtension/v2"#
        + #" http://www.garmin.com/xmlschemas/TrackPointExtensionv2.xsd">"#)
    output.write(xml.bytes)
    for waypoint in waypoints { write(waypoint) }
    beginTrack(name)
  }

  private func write(_ waypoint: Waypoint) {
    var xml = XMLLines()
    open(#"<wpt lat=""#, waypoint.coordinate, &xml)
    xml.element("time", waypoint.time)
    xml.element("name", waypoint.name)
    xml.element("desc", waypoint.description)
    xml.line("</wpt>")
    output.write(xml.bytes)
  }

  private func open(_ begin: String, _ coordinate: Coordinate, _ xml: inout XMLLines) {
    xml.append(begin)
    xml.append(coordinate.latitude, decimals: 9)
    xml.append(#"" lon=""#)
    xml.append(eastern(coordinate.longitude), decimals: 9)
    xml.append(#"">"#)
  }

  /// Ends a track and begins the next, such as that of a second receiver.
  package func nextTrack(_ name: String) {
    output.write(text: "</trk>\n")
    beginTrack(name)
  }

  private func beginTrack(_ name: String) {
    var xml = XMLLines()
    xml.line("<trk>")
    xml.element("name", name)
    xml.line("")
    output.write(xml.bytes)
  }

  package func beginSegment() { output.write(text: "<trkseg>\n") }

  package func write(_ point: TrackPoint) {
    var xml = XMLLines(capacity: Self.usualSize)
    open(#"<trkpt lat=""#, point.coordinate, &xml)
    let fix = point.fix
    // The schema prescribes the order.
    xml.element("ele", fix.altitude, decimals: 3)
    xml.element("time", fix.time)
    xml.element("magvar", fix.magneticVariation.map(turned), decimals: 1)
    xml.element("geoidheight", fix.geoidSeparation, decimals: 3)
    xml.element("fix", word: fixWord(fix))
    xml.element("sat", fix.satellitesUsed)
    xml.element("hdop", fix.dilution.horizontal, decimals: 2)
    xml.element("vdop", fix.dilution.vertical, decimals: 2)
    xml.element("pdop", fix.dilution.position, decimals: 2)
    xml.element("ageofdgpsdata", fix.differentialAge, decimals: 1)
    xml.element("dgpsid", fix.differentialStation.flatMap { 0...1023 ~= $0 ? $0 : nil })
    extensions(fix, &xml)
    xml.append("</trkpt>\n")
    output.write(xml.bytes)
  }

  /// The bytes of most points.
  private static let usualSize = 512

  package func endSegment() { output.write(text: "</trkseg>\n") }

  package func finish() { output.write(text: "</trk>\n</gpx>\n") }

  /// The schema excludes 180 degrees east; the same meridian is −180.
  private func eastern(_ longitude: Double) -> Double { longitude >= 179.999_999_999_5 ? -180 : longitude }

  /// The schema requires 0..<360: westerly variation is wrapped, and values that round to 360 become 0.
  private func turned(_ variation: Double) -> Double {
    let degrees = variation < 0 ? variation + 360 : variation
    return degrees >= 359.95 ? 0 : degrees
  }

  private func fixWord(_ fix: Fix) -> String {
    switch fix.quality {
    case .precise: "pps"
    case .differential, .rtkFixed, .rtkFloat: "dgps"
    default: fix.mode == .twoDimensional ? "2d" : "3d"
    }
  }

  private func extensions(_ fix: Fix, _ xml: inout XMLLines) {
    guard fix.speed != nil || fix.course != nil else { return }
    xml.append("<extensions><gpxtpx:TrackPointExtension>")
    xml.element("gpxtpx:speed", fix.speed, decimals: 3)
    xml.element("gpxtpx:course", fix.course, decimals: 2)
    xml.append("</gpxtpx:TrackPointExtension></extensions>")
  }
}
