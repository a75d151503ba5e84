internal import GNSS

/// KML 2.2 with Google's `gx:Track`, which keeps the times: one for each segment.
///
/// All times of a track stand in front of all its places, so the places wait in a spool.
struct KMLWriter: TrackWriter {
  let output: ByteOutput
  let name: String
  let places: Spool

  func begin() {
    var xml = XMLLines()
    xml.line(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    xml.line(
      #"<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">"#)
    xml.line("<Document>")
    xml.element("name", name)
    xml.line("")
    output.write(xml.bytes)
  }

  func beginSegment() {
    output.write(text: "<Placemark><gx:Track>\n<altitudeMode>absolute</altitudeMode>\n")
  }

  func write(_ point: TrackPoint) {
    var xml = XMLLines()
    // Each place has its time, if only an empty one.
    xml.element("when", point.fix.time.map(XMLText.time) ?? "")
    xml.line("")
    output.write(xml.bytes)
    xml = XMLLines()
    xml.append("<gx:coord>")
    xml.append(point.coordinate.longitude, decimals: 9)
    xml.append(" ")
    xml.append(point.coordinate.latitude, decimals: 9)
    if let altitude = point.fix.altitude, altitude.isFinite {
      xml.append(" ")
      xml.append(altitude, decimals: 3)
    }
    xml.line("</gx:coord>")
    places.write(xml.bytes)
  }

  func endSegment() {
    places.empty(into: output)
    output.write(text: "</gx:Track></Placemark>\n")
  }

  func finish() { output.write(text: "</Document>\n</kml>\n") }
}
