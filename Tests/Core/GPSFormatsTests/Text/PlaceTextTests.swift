import GNSS
import GPSGeodesy
import NMEA
import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `A place as text` {
  @Test(
    arguments: [
      ("48.1173,11.5167", 48.1173, 11.5167), (" 48.1173, 11.5167 ", 48.1173, 11.5167),
      ("48.1173 11.5167", 48.1173, 11.5167), ("-33.8568 +151.2153", -33.8568, 151.2153),
      ("33.8568S,151.2153E", -33.8568, 151.2153), ("N48.5 W3.25", 48.5, -3.25), ("11.5E 48.25N", 48.25, 11.5),
      ("48° 07′ 30″ N 11° 30′ 00″ E", 48.125, 11.5), ("48°07'30.0\"N, 11°30'E", 48.125, 11.5),
      ("48 7.5 11 30", 48.125, 11.5), ("48° 11° 30′ 36″", 48, 11.51), ("48°7.5' 11°", 48.125, 11),
      ("48:07:30N 11:30:00W", 48.125, -11.5), ("−48.5, 11", -48.5, 11), ("0 0", 0, 0), ("90 180", 90, 180),
      ("geo:48.2010,16.3695,183", 48.201, 16.3695),
      ("GEO:48.198634,16.371648;crs=wgs84;u=40", 48.198634, 16.371648),
    ] as [(String, Double, Double)])
  func `means the same place in each form`(_ text: String, _ latitude: Double, _ longitude: Double) throws {
    let place = try Coordinate(reading: text)
    #expect(abs(place.latitude - latitude) < 1e-9 && abs(place.longitude - longitude) < 1e-9, "\(place)")
  }

  @Test(
    arguments: [
      "", "here", "48.1", "48,1173 11,5167", "48,11,12", "91 0", "0 181", "48N 11", "48N 11N", "N 48 11 E W",
      "48 60 11 0", "48.5 30 11 0",
      "1 2 3", "1 2 3 4 5 6 7 8", "-48N 11E", "48 -7 11 0", "4e1 5", "nan inf", "48..1 11", "geo:48",
      "geo:48,11,1,2", "geo:48,11;crs=nad27",
      "geo:48,11;u=-3", "geo:48,11;u=1;u=2", "geo:+48,11", "geo:91,0", "geo:48.,11", "32U 687299",
      "99Z 687299 5332401", "32UPL8732", "JN5", "ZZ00",
      "0x10 5",
    ]) func `is refused with what was found and what is expected`(_ text: String)
  {
    let error = #expect(throws: PlaceTextError.self) { try Coordinate(reading: text) }
    #expect(error?.description.contains("; expected: degrees") == true, "\(text)")
  }

  @Test func `that is long or hostile is refused in a short message without control characters`() {
    for text in [
      String(repeating: "1", count: 1_000_000), "\u{1B}[2J\n48", String(repeating: "é'", count: 90),
    ] {
      let error = #expect(throws: PlaceTextError.self) { try Coordinate(reading: text) }
      #expect((error?.found.count ?? 0) < 120)
      #expect(error?.found.unicodeScalars.allSatisfy { $0.value >= 0x20 } == true)
    }
  }

  @Test(arguments: CoordinateStyle.allCases)
  func `of each style is read back as the place that it was made of`(_ style: CoordinateStyle) throws {
    var random = SeededGenerator()
    // Half a unit of the last digit; a locator and a grid name the place within a cell.
    let limits: [CoordinateStyle: Double] = [
      .dd: 0.11, .dm: 0.2, .dms: 0.31, .utm: 1.5, .mgrs: 0.8, .maidenhead: 550,
    ]
    for _ in 0..<1000 {
      let place = try #require(
        Coordinate(
          latitude: Double.random(in: -90...90, using: &random),
          longitude: Double.random(in: -180...180, using: &random)))
      let text = style.text(place)
      let read = try Coordinate(reading: text)
      let limit = try #require(limits[style])
      #expect(read.distance(to: place) <= limit, "\(text), seed \(seed)")
    }
  }

  @Test func `and a distance are a circle`() throws {
    let circle = try CircleText(reading: "48.1173, 11.5167, 1.5km")
    #expect((circle.place.latitude, circle.place.longitude, circle.meters) == (48.1173, 11.5167, 1500))
    #expect(try CircleText(reading: "32U 687299 5332401,100m").meters == 100)
    for text in [
      "48 30,11 20", "geo:48.1,11.5,520",
      "48.1173,11.5167", "48.1173,11.5167,0", "48.1173,11.5167,-5m", "100m", "48.1173,11.5167,5miles", "",
    ] {
      #expect(throws: PlaceTextError.self) { try CircleText(reading: text) }
    }
  }
}

@Suite struct `A geo URI` {
  /// The examples of RFC 5870, sections 6.1 to 6.4.
  @Test func `is read as the examples of its standard are`() throws {
    #expect(try GeoURI(reading: "geo:13.4125,103.8667").altitude == nil)
    #expect(try GeoURI(reading: "geo:48.2010,16.3695,183").altitude == 183)
    #expect(try GeoURI(reading: "geo:48.198634,16.371648;crs=wgs84;u=40").uncertainty == 40)
    #expect(try GeoURI(reading: "geo:90,-22.43;crs=WGS84") == GeoURI(reading: "geo:90,46"))
    #expect(try GeoURI(reading: "geo:22.300,-118.44") == GeoURI(reading: "geo:22.3,-118.4400"))
    #expect(
      try GeoURI(reading: "geo:66,30;u=6.500;FOo=this%2dthat")
        == GeoURI(reading: "geo:66.0,30;u=6.5;foo=this-that"))
    #expect(
      try GeoURI(reading: "geo:47,11;foo=blue;bar=white") == GeoURI(reading: "geo:47,11;bar=white;foo=blue"))
    #expect(try GeoURI(reading: "geo:47,11") != GeoURI(reading: "geo:47,11;u=0"))
  }
}

@Suite struct `A timestamp` {
  private func instant(_ hour: Int, _ minute: Int, _ second: Int, _ nanosecond: Int = 0) throws -> UTC {
    let date = try #require(CivilDate(year: 2016, month: 12, day: 31))
    return UTC(
      date, try #require(TimeOfDay(hour: hour, minute: minute, second: second, nanosecond: nanosecond)))
  }

  private func text(_ seconds: Int64, _ nanosecond: Int32 = 0, leap: Bool = false) -> String {
    Timestamp.text(UTC(secondsSince1970: seconds, nanosecond: nanosecond, isLeapSecond: leap))
  }

  @Test func `has three decimals and a Z`() throws {
    #expect(Timestamp.text(try instant(7, 8, 9)) == "2016-12-31T07:08:09.000Z")
    #expect(Timestamp.text(try instant(7, 8, 9, 249_500_000)) == "2016-12-31T07:08:09.250Z")
  }

  @Test func `has no second 60, which hardly a program reads: it is the end of the second before`() throws {
    for (nanosecond, text) in [(0, "990"), (550_000_000, "995"), (999_499_999, "999"), (999_999_999, "999")] {
      #expect(Timestamp.text(try instant(23, 59, 60, nanosecond)) == "2016-12-31T23:59:59.\(text)Z")
    }
    #expect(text(1_483_228_799, leap: true) == "2016-12-31T23:59:59.990Z")
    #expect(text(1_483_228_800) == "2017-01-01T00:00:00.000Z")
    let tenths = try (0..<10).map { Timestamp.text(try instant(23, 59, 60, $0 * 100_000_000)) }
    #expect(Set(tenths).count == 10 && tenths == tenths.sorted())
  }

  @Test func `of a time of day alone has no date, and is rounded like an instant`() throws {
    let late = try #require(TimeOfDay(hour: 23, minute: 59, second: 59, nanosecond: 999_999_700))
    #expect(Timestamp.text(late) == "00:00:00.000Z")
    #expect(Timestamp.text(try #require(TimeOfDay(hour: 23, minute: 59, second: 60))) == "23:59:59.990Z")
    #expect(Timestamp.text(try #require(TimeOfDay(hour: 7, minute: 8, second: 9))) == "07:08:09.000Z")
  }

  @Test func `is rounded in the same way in every text of it`() throws {
    let late = try instant(23, 59, 59, 999_999_700)
    #expect(TimeText.moment(late, decimals: 0) == "2017-01-01 00:00:00")
    #expect(TimeText.moment(late, decimals: 1) == "2017-01-01 00:00:00.0")
    #expect(TimeText.moment(try instant(7, 8, 9, 440_000_000), decimals: 1) == "2016-12-31 07:08:09.4")
    #expect(late.rounded(decimals: 9) == late)
    let leap = try instant(23, 59, 60, 999_999_700).rounded(decimals: 3)
    #expect(Timestamp.text(leap) == "2017-01-01T00:00:00.000Z" && !leap.isLeapSecond)
  }

  @Test func `carries half a millisecond, over the end of a year too`() throws {
    #expect([499_999, 500_000].map { text(0, $0).suffix(4) } == ["000Z", "001Z"])
    #expect(text(1_798_761_599, 999_500_000) == "2027-01-01T00:00:00.000Z")
    #expect(Timestamp.text(try instant(7, 59, 59, 999_999_700)) == "2016-12-31T08:00:00.000Z")
    #expect(Timestamp.text(try instant(23, 59, 59, 999_999_700)) == "2017-01-01T00:00:00.000Z")
  }

  @Test func `sorts like the instants do`() {
    var random = SeededGenerator()
    let instants = (0..<500).map { _ in
      UTC(
        secondsSince1970: Int64.random(in: 0...4_000_000_000, using: &random),
        nanosecond: Int32.random(in: 0...998, using: &random) * 1_000_000)
    }
    let texts = instants.sorted().map(Timestamp.text)
    #expect(texts == texts.sorted(), "seed \(seed)")
    #expect(texts.allSatisfy { $0.utf8.count == 24 }, "seed \(seed)")
  }
}
