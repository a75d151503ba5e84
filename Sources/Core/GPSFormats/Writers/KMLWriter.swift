internal import GNSS

/// KML 2.2 with one Google `gx:Track`, which stores times, for each segment.
///
/// In a track all times precede all positions, so the positions wait in a spool. `gx:Track` needs a time for
/// each position; points without a time become a plain line or a single point, in the same order.
package struct KMLWriter: TrackWriter {
  package let output: any FormatSink
  package let name: String
  package let places: any FormatSpool

  private enum Placemark {
    case none
    /// Positions with times.
    case track
    /// One position without a time, until a second one makes it a line.
    case point(TrackPoint)
    /// Positions without times.
    case line
  }

  private var placemark = Placemark.none

  package init(output: any FormatSink, name: String, places: any FormatSpool) {
    (self.output, self.name, self.places) = (output, name, places)
  }

  package func begin() {
    var xml = XMLLines()
    xml.line(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    xml.line(
      #"<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">"#)
    xml.line("<Document>")
    xml.element("name", name)
    xml.line("")
    output.write(xml.bytes)
  }

  package mutating func write(_ point: TrackPoint) {
    if let time = point.fix.time { write(point, at: time) } else { writeUntimed(point) }
  }

  package mutating func endSegment() {
    switch placemark {
    case .none: break
    case .track:
      places.empty(into: output)
      output.write(text: "</gx:Track></Placemark>\n")
    case .point(let point):
      begin("Point")
      output.write(text: "<coordinates>\n")
      writeCoordinates(point)
      output.write(text: "</coordinates></Point></Placemark>\n")
    case .line: output.write(text: "</coordinates></LineString></Placemark>\n")
    }
    placemark = .none
  }

  package func finish() { output.write(text: "</Document>\n</kml>\n") }

  private mutating func write(_ point: TrackPoint, at time: UTC) {
    if case .track = placemark {
    } else {
      endSegment()
      begin("gx:Track")
      placemark = .track
    }
    var xml = XMLLines()
    xml.element("when", time)
    xml.append("\n")
    output.write(xml.bytes)
    xml = XMLLines(capacity: 64)
    xml.append("<gx:coord>")
    Self.append(point, " ", to: &xml)
    xml.append("</gx:coord>\n")
    places.write(xml.bytes)
  }

  private mutating func writeUntimed(_ point: TrackPoint) {
    switch placemark {
    case .line: writeCoordinates(point)
    case .point(let first):
      begin("LineString")
      output.write(text: "<coordinates>\n")
      writeCoordinates(first)
      writeCoordinates(point)
      placemark = .line
    case .none, .track:
      endSegment()
      placemark = .point(point)
    }
  }

  private func begin(_ geometry: String) {
    output.write(text: "<Placemark><\(geometry)>\n<altitudeMode>absolute</altitudeMode>\n")
  }

  private func writeCoordinates(_ point: TrackPoint) {
    var xml = XMLLines()
    Self.append(point, ",", to: &xml)
    xml.line("")
    output.write(xml.bytes)
  }

  private static func append(_ point: TrackPoint, _ separator: String, to xml: inout XMLLines) {
    xml.append(point.coordinate.longitude, decimals: 9)
    xml.append(separator)
    xml.append(point.coordinate.latitude, decimals: 9)
    guard let altitude = point.fix.altitude, altitude.isFinite else { return }
    xml.append(separator)
    xml.append(altitude, decimals: 3)
  }
}
