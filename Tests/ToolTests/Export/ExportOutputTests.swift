import TestSupport
import Testing

@testable import GPSBridgeTool
@testable import GPSFormats

@Suite struct `An exported track` {
  /// Two moments, two minutes of nothing, and one more on the other side of the world.
  private let small =
    Journey.moment(0, 48.1173, 11.516667) + Journey.moment(1, 48.1174, 11.516667, altitude: 546)
    + Journey.moment(121, -33.5, -70.25, altitude: -3)

  private func export(_ format: String, _ more: String...) throws -> Run {
    let words = ["export", "-", "--format", format] + more
    return try Program.run([Program.path] + words.map { Array($0.utf8) }, input: small)
  }

  private let said = """
    standard output: 2 segments, 3 points, 0 m, 1 s, 0 bad sentences
    note: jumps in the track: 1, the farthest 12140 km in 2 min to 2026-11-20T00:02:01.000Z; gpsbridge stats names them, too

    """

  @Test func `is this GPX`() throws {
    let run = try export("gpx")
    let quality = "<geoidheight>46.900</geoidheight><fix>3d</fix><sat>8</sat><hdop>0.90</hdop>"
    let motion =
      "<extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>5.144</gpxtpx:speed>"
      + "<gpxtpx:course>84.40</gpxtpx:course></gpxtpx:TrackPointExtension></extensions></trkpt>"
    let expected: [String] = [
      "<trk>", "<name>-</name>", "<trkseg>",
      #"<trkpt lat="48.117300000" lon="11.516667000"><ele>545.400</ele>"#
        + "<time>2026-11-20T00:00:00.000Z</time>\(quality)\(motion)",
      #"<trkpt lat="48.117400000" lon="11.516667000"><ele>546.000</ele>"#
        + "<time>2026-11-20T00:00:01.000Z</time>\(quality)\(motion)",
      "</trkseg>", "<trkseg>",
      #"<trkpt lat="-33.500000000" lon="-70.250000000"><ele>-3.000</ele>"#
        + "<time>2026-11-20T00:02:01.000Z</time>\(quality)\(motion)",
      "</trkseg>", "</trk>", "</gpx>",
    ]
    #expect(Array(run.lines.dropFirst(2)) == expected)
    #expect(run.lines[1].hasPrefix(#"<gpx version="1.1" creator="gpsbridge \#(Tool.version)" "#))
    #expect(run.message == said)
    #expect(run.exit == 0)
  }

  @Test func `is this KML`() throws {
    let run = try export("kml")
    #expect(
      run.lines == [
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
    #expect(run.message == said)
  }

  @Test func `is this GeoJSON`() throws {
    let run = try export("geojson")
    #expect(
      run.output == #"""
        {"type":"FeatureCollection","features":[
        {"type":"Feature","geometry":{"type":"LineString","coordinates":[[11.516667000,48.117300000,592.300],
        [11.516667000,48.117400000,592.900]]},"properties":{"name":"-","segment":1,"coordTimes":[
        "2026-11-20T00:00:00.000Z","2026-11-20T00:00:01.000Z"]},"bbox":[11.516667000,48.117300000,11.516667000,48.117400000]},
        {"type":"Feature","geometry":{"type":"Point","coordinates":[-70.250000000,-33.500000000,43.900]},"properties":{"name":"-","segment":2,"time":"2026-11-20T00:02:01.000Z"},"bbox":[-70.250000000,-33.500000000,-70.250000000,-33.500000000]}
        ]}

        """#)
    #expect(run.message == said)
  }

  @Test func `is this table`() throws {
    let run = try export("csv")
    #expect(
      run.lines == [
        "segment,time,lat,lon,alt_hae_m,geoid_m,alt_msl_m,speed_mps,course_deg,climb_mps,mode,quality,"
          + "sats_used,hdop,vdop,pdop,h_acc_m,v_acc_m",
        "1,2026-11-20T00:00:00.000Z,48.1173,11.516667,592.3,46.9,545.4,5.1444,84.4,,3d,gnss,"
          + "8,0.9,,,2.8706,",
        "1,2026-11-20T00:00:01.000Z,48.1174,11.516667,592.9,46.9,546.0,5.1444,84.4,,3d,gnss,"
          + "8,0.9,,,2.8706,",
        "2,2026-11-20T00:02:01.000Z,-33.5,-70.25,43.9,46.9,-3.0,5.1444,84.4,,3d,gnss,8,0.9,,,2.8706,",
      ])
    #expect(run.message == said)
  }

  @Test func `is these records`() throws {
    let run = try export("ndjson")
    let records = try run.lines.map { try JSONReader.read($0) }
    #expect(records.map { $0["segment"]?.number } == [1, 1, 2])
    #expect(records.map { $0["epoch"]?.number } == [1, 2, 3])
    #expect(records.allSatisfy { $0.keys.prefix(4) == ["type", "v", "device", "epoch"] })
    let schema = Schema(
      try JSONReader.read(String(decoding: try Places.bytes(of: Places.schema), as: UTF8.self)))
    for record in records { #expect(schema.complaints(about: record) == []) }
    #expect(run.message == said)
  }

  @Test func `is these sentences`() throws {
    let run = try export("nmea")
    #expect(
      run.output.split(separator: "\r\n").map(String.init) == [
        "$GNGGA,000000.000,4807.03800,N,01131.00002,E,1,08,0.90,545.4,M,46.9,M,,*78",
        "$GNRMC,000000.000,A,4807.03800,N,01131.00002,E,10.000,84.40,201126,,,A,*63",
        "$GNGGA,000001.000,4807.04400,N,01131.00002,E,1,08,0.90,546.0,M,46.9,M,,*75",
        "$GNRMC,000001.000,A,4807.04400,N,01131.00002,E,10.000,84.40,201126,,,A,*69",
        "$GNGGA,000201.000,3330.00000,S,07015.00000,W,1,08,0.90,-3.0,M,46.9,M,,*5A",
        "$GNRMC,000201.000,A,3330.00000,S,07015.00000,W,10.000,84.40,201126,,,A,*6F",
      ])
    #expect(run.message == said)
  }

  @Test func `has fewer points when it is simplified, and says how many`() throws {
    let folder = try WorkFolder()
    let out = folder("walk.gpx")
    let run = try gpsbridge("export", Places.morningWalk, "-o", out, "--simplify=2m")
    #expect(run.output == "")
    #expect(
      run.message == "\(out): 1 segment, 12 of 273 points, 316 m, 4 min 32 s, 0 bad sentences\n")
    #expect(try folder.text("walk.gpx").split(separator: "\n").count { $0.hasPrefix("<trkpt") } == 12)
  }

  @Test func `has only what lies within the times asked for`() throws {
    #expect(try export("csv", "--from", "00:00:01").lines.count == 3)
    #expect(try export("csv", "--to", "2026-11-20T00:01:00Z").lines.count == 3)
    let none = try export("csv", "--from", "2026-11-21")
    #expect(none.lines.isEmpty)
    #expect(none.message.hasPrefix("error: 3 positions in standard input, none within --from and --to\n"))
    #expect(none.exit == 6)
  }

  @Test func `is cut where a gap is longer than asked for`() throws {
    #expect(try export("csv", "--gap", "5min").message.contains(": 1 segment, 3 points, "))
    #expect(try export("csv", "--gap", "0.5s").message.contains(": 3 segments, 3 points, "))
  }

  @Test func `is cut where time goes back`() throws {
    let back = [5000, 5001, 1000, 1001].flatMap { Journey.moment($0, 48, 11) }
    let run = try gpsbridge("export", "-", "--format=csv", input: back)
    #expect(run.message.hasPrefix("standard output: 2 segments, 4 points, "))
  }

  @Test func `over the 180th meridian is two lines of GeoJSON with one number`() throws {
    let way = [179.9998, 179.9999, -179.9999, -179.9998].enumerated().flatMap {
      Journey.moment($0.offset, -17, $0.element)
    }
    let features = try JSONReader.read(
      try gpsbridge("export", "-", "--format=geojson", input: way).output)["features"]?.elements
    #expect(features?.map { $0["properties"]?["segment"]?.number } == [1, 1])
    #expect(features?.map { $0["geometry"]?["coordinates"]?.elements?.count } == [3, 3])
    #expect(features?.map { $0["properties"]?["coordTimes"]?.elements?.count } == [3, 3])
  }

  @Test func `at the 180th meridian is where GPX can have it`() throws {
    let run = try gpsbridge("export", "-", "--format=gpx", input: Journey.moment(0, 0, 180))
    #expect(run.output.contains(#"<trkpt lat="0.000000000" lon="-180.000000000">"#))
  }

  @Test func `of a recording with a leap second has times that XML knows`() throws {
    let place = "4807.038,N,01131.000,E"
    let leap = wire(["GPRMC,235959,A,\(place),1,1,311216,,,A", "GPRMC,235960,A,\(place),1,1,311216,,,A"])
    let run = try gpsbridge("export", "-", "--format=gpx", input: leap)
    #expect(run.output.contains("<time>2016-12-31T23:59:59.990Z</time>"))
    #expect(!run.output.contains(":60"))
  }

  @Test func `of a recording of ours has the day on which it was begun`() throws {
    let escaped = wire("GPRMC,120000,A,4807.038,N,01131.000,E,1,1,060407,,,A").dropLast(2)
    let text =
      "#gpsbridge-recording 1 2026-11-20T12:00:00.000Z\n# device: usb-1.2\n0 "
      + String(decoding: escaped, as: UTF8.self) + "\\x0D\\x0A\n"
    let run = try gpsbridge("export", "-", "--format=csv", input: Array(text.utf8))
    #expect(run.lines.last?.hasPrefix("1,2026-11-20T12:00:00.000Z,48.1173,11.516666667,") == true)
    let named = try gpsbridge(
      "export", "-", "--format=csv", "--reference=2007-04-06", input: Array(text.utf8))
    #expect(named.lines.last?.hasPrefix("1,2007-04-06T12:00:00.000Z,") == true)
  }

  @Test func `takes its form from the end of its name, however that is written`() throws {
    let folder = try WorkFolder()
    for (end, beginning) in [
      ("gpx", "<?xml"), ("KML", "<?xml"), ("GeoJSON", "{"), ("json", "{"), ("csv", "segment"),
      ("ndjson", "{"),
      ("jsonl", "{"), ("nmea", "$GNGGA"),
    ] {
      let run = try gpsbridge("export", Places.morningWalk, "--output", folder("walk.\(end)"))
      #expect(run.exit == 0)
      #expect(try folder.text("walk.\(end)").hasPrefix(beginning))
    }
    #expect(TrackFormat(endOf: Array("gpx".utf8)) == nil)
  }
}
