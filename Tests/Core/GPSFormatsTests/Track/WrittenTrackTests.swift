import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `A written track` {
  /// Two moments, two minutes of nothing, and one more on the other side of the world.
  private let small = [
    ("000000.00,", "4807.038000,N,01131.000020,E", "545.4"),
    ("000001.00,", "4807.044000,N,01131.000020,E", "546.0"),
    ("000201.00,", "3330.000000,S,07015.000000,W", "-3.0"),
  ].flatMap { time, place, altitude in
    wire([
      "GPRMC,\(time)A,\(place),10.0,84.4,201126,,,A", "GPGGA,\(time)\(place),1,08,0.9,\(altitude),M,46.9,M,,",
    ])
  }

  @Test func `is this GPX`() {
    let quality = "<geoidheight>46.900</geoidheight><fix>3d</fix><sat>8</sat><hdop>0.90</hdop>"
    let motion =
      "<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>5.144</gpxtpx:speed>"
      + "<gpxtpx:course>84.40</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>"
    let lines = WrittenTrack(.gpx, of: small).lines
    #expect(
      Array(lines.dropFirst(2)) == [
        "<trk>", "<name>-</name>", "<trkseg>",
        #"<trkpt lat="48.117300000" lon="11.516667000"><ele>545.400</ele>"#
          + "<time>2026-11-20T00:00:00.000Z</time>\(quality)\(motion)",
        #"<trkpt lat="48.117400000" lon="11.516667000"><ele>546.000</ele>"#
          + "<time>2026-11-20T00:00:01.000Z</time>\(quality)\(motion)",
        "</trkseg>", "<trkseg>",
        #"<trkpt lat="-33.500000000" lon="-70.250000000"><ele>-3.000</ele>"#
          + "<time>2026-11-20T00:02:01.000Z</time>\(quality)\(motion)",
        "</trkseg>", "</trk>", "</gpx>",
      ])
    #expect(lines[1].hasPrefix(#"<gpx version="1.1" creator="gpsbridge" "#))
  }

  @Test func `is this KML`() {
    #expect(
      WrittenTrack(.kml, of: small).lines == [
        #"<?xml version="1.0" encoding="UTF-8"?>"#,
        #"<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">"#,
        "<Document>", "<name>-</name>",
        "<Placemark><gx:Track>", "<altitudeMode>absolute</altitudeMode>",
        "<when>2026-11-20T00:00:00.000Z</when>", "<when>2026-11-20T00:00:01.000Z</when>",
        "<gx:coord>11.516667000 48.117300000 545.400</gx:coord>",
        "<gx:coord>11.516667000 48.117400000 546.000</gx:coord>",
        "</gx:Track></Placemark>",
        "<Placemark><gx:Track>", "<altitudeMode>absolute</altitudeMode>",
        "<when>2026-11-20T00:02:01.000Z</when>", "<gx:coord>-70.250000000 -33.500000000 -3.000</gx:coord>",
        "</gx:Track></Placemark>",
        "</Document>", "</kml>",
      ])
  }

  @Test func `is this GeoJSON`() {
    #expect(
      WrittenTrack(.geojson, of: small).text == #"""
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"LineString","coordinates":[[11.516667000,48.117300000,592.300],
        [11.516667000,48.117400000,592.900]]},"properties":{"name":"-","segment":1,"coordTimes":[
        "2026-11-20T00:00:00.000Z","2026-11-20T00:00:01.000Z"]},"bbox":[11.516667000,48.117300000,11.516667000,48.117400000]},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[-70.250000000,-33.500000000,43.900]},"properties":{"name":"-","segment":2,"time":"2026-11-20T00:02:01.000Z"},"bbox":[-70.250000000,-33.500000000,-70.250000000,-33.500000000]}
        ]}

        """#)
  }

  @Test func `is this table`() {
    #expect(
      WrittenTrack(.csv, of: small).lines == [
        "segment,time,lat,lon,alt_hae_m,geoid_m,alt_msl_m,speed_mps,course_deg,climb_mps,mode,quality,"
          + "sats_used,hdop,vdop,pdop,h_acc_m,v_acc_m",
        "1,2026-11-20T00:00:00.000Z,48.1173,11.516667,592.3,46.9,545.4,5.1444,84.4,,3d,gnss,8,0.9,,,2.8706,",
        "1,2026-11-20T00:00:01.000Z,48.1174,11.516667,592.9,46.9,546.0,5.1444,84.4,,3d,gnss,8,0.9,,,2.8706,",
        "2,2026-11-20T00:02:01.000Z,-33.5,-70.25,43.9,46.9,-3.0,5.1444,84.4,,3d,gnss,8,0.9,,,2.8706,",
      ])
  }

  @Test func `is these sentences`() {
    #expect(
      WrittenTrack(.nmea, of: small).lines == [
        "$GNGGA,000000.000,4807.03800,N,01131.00002,E,1,08,0.90,545.4,M,46.9,M,,*78",
        "$GNRMC,000000.000,A,4807.03800,N,01131.00002,E,10.000,84.40,201126,,,A,*63",
        "$GNGGA,000001.000,4807.04400,N,01131.00002,E,1,08,0.90,546.0,M,46.9,M,,*75",
        "$GNRMC,000001.000,A,4807.04400,N,01131.00002,E,10.000,84.40,201126,,,A,*69",
        "$GNGGA,000201.000,3330.00000,S,07015.00000,W,1,08,0.90,-3.0,M,46.9,M,,*5A",
        "$GNRMC,000201.000,A,3330.00000,S,07015.00000,W,10.000,84.40,201126,,,A,*6F",
      ])
  }

  @Test func `at the 180th meridian is where GPX can have it`() {
    let there = wire("GPRMC,000000,A,0000.000,N,18000.000,E,10.0,84.4,201126,,,A")
    #expect(WrittenTrack(.gpx, of: there).text.contains(#"<trkpt lat="0.000000000" lon="-180.000000000">"#))
  }

  @Test func `with a leap second has times that XML knows`() {
    let place = "4807.038,N,01131.000,E"
    let leap = wire(["GPRMC,235959,A,\(place),1,1,311216,,,A", "GPRMC,235960,A,\(place),1,1,311216,,,A"])
    let text = WrittenTrack(.gpx, of: leap).text
    #expect(text.contains("<time>2016-12-31T23:59:59.990Z</time>") && !text.contains(":60"))
  }
}
