import Foundation
import GNSS
import NMEA
import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `The writer of a track` {
  private func point(_ latitude: Double, _ longitude: Double, _ change: (inout Fix) -> Void = { _ in }) throws
    -> TrackPoint
  {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    change(&fix)
    return try #require(TrackPoint(fix))
  }

  /// What a format makes of segments of points.
  private func text(_ format: TrackFormat, _ segments: [[TrackPoint]]) throws -> String {
    let output = MemorySink()
    let spool = MemorySink()
    var writer: any TrackWriter =
      switch format {
      case .gpx: GPXWriter(output: output, name: "n")
      case .kml: KMLWriter(output: output, name: "n", places: spool)
      case .geojson: GeoJSONWriter(output: output, name: "n", times: spool)
      case .csv: TrackTable(output: output)
      case .ndjson: TrackRecords(output: output, device: "d")
      case .nmea: TrackSentences(output: output)
      }
    writer.begin()
    for segment in segments {
      writer.beginSegment()
      for point in segment { writer.write(point) }
      writer.endSegment()
    }
    writer.finish()
    return output.text
  }

  @Test func `of NMEA has the nearest millisecond, with its date`() throws {
    let date = try #require(CivilDate(year: 2026, month: 11, day: 20))
    let late = try #require(TimeOfDay(hour: 23, minute: 59, second: 59, nanosecond: 999_999_999))
    let dated = try text(.nmea, [[try point(1, 2) { $0.time = UTC(date, late) }]])
    #expect(dated.contains("$GNRMC,000000.000,A,") && dated.contains(",211126,"))
    let undated = try text(.nmea, [[try point(1, 2) { $0.timeOfDay = late }]])
    #expect(undated.contains("$GNGGA,000000.000,"))
  }

  @Test(arguments: [
    (nil, "4846.4008666"), (0.5, "4846.40087"), (0.014, "4846.400867"), (0.005, "4846.4008666"),
  ])
  func `of NMEA has as many decimals as the position is accurate`(accuracy: Double?, latitude: String) throws
  {
    let text = try text(
      .nmea,
      [
        [
          try point(48 + 46.4008666 / 60, 9) {
            $0.errors =
              accuracy.map { ErrorEstimate(horizontal: $0, vertical: nil, source: .receiver) } ?? nil
          }
        ]
      ])
    #expect(text.components(separatedBy: latitude + ",N").count == 3)
  }

  @Test(
    arguments: [
      (-0.04, "0.0"), (-0.06, "359.9"), (0, "0.0"), (0.04, "0.0"), (3.14, "3.1"), (-3.1, "356.9"),
      (359.96, "0.0"),
    ] as [(Double, String)])
  func `of GPX has a variation from 0 to below 360`(variation: Double, expected: String) throws {
    let text = try text(.gpx, [[try point(1, 2) { $0.magneticVariation = variation }]])
    #expect(text.contains("<magvar>\(expected)</magvar>"))
  }

  @Test func `of XML leaves out a number that would have an exponent`() throws {
    let text = try text(.gpx, [[try point(1, 2) { $0.altitude = 1e17 }]])
    #expect(!text.contains("<ele>") && !text.contains("e+"))
  }

  @Test func `of GPX has a station that the schema knows, or none`() throws {
    func station(_ number: Int) throws -> Bool {
      try text(.gpx, [[try point(1, 2) { $0.differentialStation = number }]]).contains("<dgpsid>\(number)<")
    }
    #expect(try station(0) && station(1023))
    #expect(try !station(1024) && !station(-1))
  }

  @Test(
    arguments: [
      (FixQuality.autonomous, "3d"), (.differential, "dgps"), (.rtkFixed, "dgps"), (.rtkFloat, "dgps"),
      (.precise, "pps"), (.deadReckoning, "3d"),
    ] as [(FixQuality, String)])
  func `of GPX has a word for each quality`(quality: FixQuality, word: String) throws {
    #expect(try text(.gpx, [[try point(1, 2) { $0.quality = quality }]]).contains("<fix>\(word)</fix>"))
  }

  @Test func `of KML has a track where there are times, and a line or a point where there are none`() throws {
    let timed = try point(1, 2) { $0.time = UTC(secondsSince1970: 0) }
    let text = try text(
      .kml, [[timed, timed, try point(1, 3)], [try point(-1, 4), try point(-1, 5), timed]])
    #expect(text.matches(of: /<when>/).count == 3 && text.matches(of: /<gx:coord>/).count == 3)
    let geometries = text.matches(of: /<Placemark><([^>]+)>/).map { String($0.1) }
    #expect(geometries == ["gx:Track", "Point", "LineString", "gx:Track"])
    #expect(
      text.contains("<coordinates>\n4.000000000,-1.000000000\n5.000000000,-1.000000000\n</coordinates>"))
  }

  @Test func `of GeoJSON makes JSON of points, lines and nothing`() throws {
    func features(_ segments: [[TrackPoint]]) throws -> [JSONValue] {
      try #require(try JSONReader.read(try text(.geojson, segments))["features"]?.elements)
    }
    #expect(try features([]) == [] && features([[]]) == [])
    let (a, b) = (try point(1, 2), try point(1, 3) { $0.time = UTC(secondsSince1970: 0) })
    let both = try features([[a], [], [a, b]])
    #expect(both.map { $0["geometry"]?["type"]?.text } == ["Point", "LineString"])
    #expect(both.map { $0["properties"]?["segment"]?.number } == [1, 3])
    #expect(both[0]["properties"]?["time"] == nil)
    #expect(both[1]["properties"]?["coordTimes"]?.elements == [.null, .string("1970-01-01T00:00:00.000Z")])
    #expect(try features([[b]])[0]["properties"]?["time"]?.text == "1970-01-01T00:00:00.000Z")
  }

  @Test func `of GeoJSON cuts a way that goes over the 180th meridian each time`() throws {
    let ways = try [179.0, 179.5, -179.5, 179.5, 179].map { try point(0, $0) }
    let root = try JSONReader.read(try text(.geojson, [ways]))
    let features = try #require(root["features"]?.elements)
    #expect(features.map { $0["geometry"]?["type"]?.text } == ["LineString", "LineString", "LineString"])
    #expect(features.allSatisfy { $0["properties"]?["segment"]?.number == 1 })
    #expect(features.map { $0["properties"]?["coordTimes"]?.elements?.count } == [3, 3, 3])
    let ends = features.map { feature in
      let places = feature["geometry"]?["coordinates"]?.elements ?? []
      return [places.first, places.last].map { $0?.elements?.first?.number }
    }
    #expect(ends == [[179, 180], [-180, -180], [180, 179]], "both parts end on the meridian")
    #expect(
      features.map { $0["bbox"]?.elements?.compactMap(\.number) } == [
        [179, 0, 180, 0], [-180, 0, -179.5, 0], [179, 0, 180, 0],
      ])
  }

  @Test func `of GeoJSON has a height above the ellipsoid, and no other`() throws {
    let point = try point(1, 2) { ($0.altitude, $0.ellipsoidalAltitude) = (5, nil) }
    #expect(try text(.geojson, [[point]]).contains("[2.000000000,1.000000000]"))
    let other = try self.point(1, 2) { $0.ellipsoidalAltitude = 50.1234 }
    #expect(try text(.geojson, [[other]]).contains("[2.000000000,1.000000000,50.123]"))
  }

  @Test func `of a table numbers the segments`() throws {
    let lines = try text(.csv, [[try point(1, 2), try point(1, 3)], [try point(1, 4)]]).split(separator: "\n")
    #expect(lines.map { $0.prefix { $0 != "," } } == ["segment", "1", "1", "2"])
    #expect(Set(lines.map { $0.count { $0 == "," } }).count == 1)
  }

  @Test(arguments: TrackFormat.allCases) func `of no points is whole all the same`(format: TrackFormat) throws
  {
    let text = try text(format, [])
    switch format {
    case .gpx: #expect(text.hasSuffix("<name>n</name>\n</trk>\n</gpx>\n"))
    case .kml: #expect(text.hasSuffix("</Document>\n</kml>\n"))
    case .geojson: #expect(try JSONReader.read(text)["type"]?.text == "FeatureCollection")
    case .csv: #expect(text.hasPrefix("segment,time,lat,lon,") && text.count { $0 == "\n" } == 1)
    case .ndjson, .nmea: #expect(text == "")
    }
  }

  @Test(
    arguments: [
      ("walk.gpx", .gpx), ("a.b.KML", .kml), ("x.json", .geojson), ("x.GeoJSON", .geojson), ("x.csv", .csv),
      ("x.jsonl", .ndjson), ("x.nmea", .nmea), (".gpx", .gpx), ("gpx", nil), ("walk.gpx/track", nil),
      ("walk.", nil), ("walk.txt", nil), ("", nil),
    ] as [(String, TrackFormat?)])
  func `is chosen by the end of a name`(name: String, format: TrackFormat?) {
    #expect(TrackFormat(endOf: Array(name.utf8)) == format)
  }
}
