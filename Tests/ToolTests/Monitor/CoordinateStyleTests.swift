import GNSS
import Testing

@testable import GPSBridgeTool

@Suite struct `A position in words` {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test(
    arguments: [
      (CoordinateStyle.dd, "48.117300° N  11.516667° E"), (.dm, "48° 07.0380′ N  011° 31.0000′ E"),
      (.dms, "48° 07′ 02.28″ N  011° 31′ 00.00″ E"), (.maidenhead, "JN58sc28"),
    ] as [(CoordinateStyle, String)])
  func `is written as was chosen`(_ style: CoordinateStyle, _ text: String) throws {
    #expect(style.text(try place(48.1173, 11.516667)) == text)
  }

  @Test func `has south and west, and carries what is rounded`() throws {
    let place = try place(-0.999_999_99, -179.999_999_99)
    #expect(CoordinateStyle.dd.text(place) == "1.000000° S  180.000000° W")
    #expect(CoordinateStyle.dm.text(place) == "01° 00.0000′ S  180° 00.0000′ W")
    #expect(CoordinateStyle.dms.text(place) == "01° 00′ 00.00″ S  180° 00′ 00.00″ W")
  }

  // By GeoConvert of GeographicLib.
  @Test(
    arguments: [
      (48.1173, 11.516667, "32U"), (0, 0, "31N"), (-33.8568, 151.2153, "56H"), (60.39, 5.32, "32V"),
      (78.22, 15.65, "33X"), (-80, -180, "1C"), (84, 180, "60X"),
    ] as [(Double, Double, String)])
  func `lies in its zone of the grid`(_ latitude: Double, _ longitude: Double, _ zone: String) throws {
    #expect(CoordinateStyle.utm.text(try place(latitude, longitude)).hasPrefix(zone + " "))
  }

  @Test func `is in degrees where the grid ends`() throws {
    #expect(CoordinateStyle.utm.text(try place(84.5, 0)) == "84.500000° N  0.000000° E")
    #expect(CoordinateStyle.utm.text(try place(-81, 0)) == "81.000000° S  0.000000° E")
  }

  @Test(arguments: [(-90.0, -180.0, "AA00aa00"), (90, 180, "RR99xx99"), (0, 0, "JJ00aa00")])
  func `has a locator at the ends of the world`(_ latitude: Double, _ longitude: Double, _ text: String)
    throws
  {
    #expect(Maidenhead.locator(try place(latitude, longitude)) == text)
  }
}
