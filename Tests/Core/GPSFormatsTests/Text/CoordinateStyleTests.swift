import GNSS
import GPSGeodesy
import Glibc
import TestSupport
import Testing

@testable import GPSFormats

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
      (78.22, 15.65, "33X"), (-80, -180, "1C"), (84, 180, "1X"),
    ] as [(Double, Double, String)])
  func `lies in its zone of the grid`(_ latitude: Double, _ longitude: Double, _ zone: String) throws {
    #expect(CoordinateStyle.utm.text(try place(latitude, longitude)).hasPrefix(zone + " "))
  }

  @Test func `is in degrees where the grid ends`() throws {
    #expect(CoordinateStyle.utm.text(try place(84.5, 0)) == "84.500000° N  0.000000° E")
    #expect(CoordinateStyle.utm.text(try place(-81, 0)) == "81.000000° S  0.000000° E")
  }

  @Test func `in the grid has digits for each meter, as many everywhere`() throws {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let place = try place(.random(in: -80...84, using: &random), .random(in: -180...180, using: &random))
      let text = try #require(UTMPosition(place)).text()
      #expect(text.wholeMatch(of: /[1-9][0-9]?[C-X] [0-9]{6} [0-9]{7}/) != nil, "\(text), seed \(seed)")
    }
  }

  @Test(arguments: [(-90.0, -180.0, "AA00aa00"), (90, 180, "RR99xx99"), (0, 0, "JJ00aa00")])
  func `has a locator at the ends of the world`(_ latitude: Double, _ longitude: Double, _ text: String)
    throws
  {
    #expect(Maidenhead.locator(try place(latitude, longitude)) == text)
  }

  @Test(
    arguments: [
      (3.6, "48.123457° N  11.516667° E", "48° 07′ 24.44″ N  011° 31′ 00.00″ E"),
      (0.1, "48.1234567° N  11.5166670° E", "48° 07′ 24.444″ N  011° 31′ 00.001″ E"),
      (0.014, "48.12345670° N  11.51666700° E", "48° 07′ 24.4441″ N  011° 31′ 00.0012″ E"),
      (0.001, "48.123456700° N  11.516667000° E", "48° 07′ 24.44412″ N  011° 31′ 00.00120″ E"),
      (1000, "48.123457° N  11.516667° E", "48° 07′ 24.44″ N  011° 31′ 00.00″ E"),
    ] as [(Double, String, String)])
  func `has the digits that its accuracy is worth`(accuracy: Double, degrees: String, seconds: String) throws
  {
    let place = try place(48.1234567, 11.516667)
    #expect(CoordinateStyle.dd.text(place, accuracy: accuracy) == degrees)
    #expect(CoordinateStyle.dms.text(place, accuracy: accuracy) == seconds)
  }

  @Test func `in minutes and in a grid has decimals where they mean something`() throws {
    let place = try place(48.1234567, 11.516667)
    #expect(CoordinateStyle.dm.text(place, accuracy: 0.014) == "48° 07.407402′ N  011° 31.000020′ E")
    let whole = CoordinateStyle.utm.text(place, accuracy: 1.7)
    #expect(whole == CoordinateStyle.utm.text(place))
    let fine = CoordinateStyle.utm.text(place, accuracy: 0.014)
    let numbers = fine.split(separator: " ")
    #expect(numbers[1].firstMatch(of: /^[0-9]{6}\.[0-9]{3}$/) != nil)
    #expect(numbers[2].firstMatch(of: /^[0-9]{7}\.[0-9]{3}$/) != nil)
    #expect(zip(whole.split(separator: " "), numbers).allSatisfy { $1.hasPrefix($0) })
  }

  @Test func `keeps its last digit finer than its accuracy, whatever that is`() {
    for exponent in stride(from: -2.5, through: 3, by: 0.1) {
      let accuracy = Double.exp10(exponent)
      func step(_ unit: Double, _ decimals: Int) -> Double { unit / Double.exp10(Double(decimals)) }
      #expect(step(WGS84.degree, PositionDigits.ofDegrees(accuracy)) <= accuracy / 3)
      #expect(step(WGS84.degree / 60, PositionDigits.ofMinutes(accuracy)) <= accuracy / 3)
      #expect(step(WGS84.degree / 3600, PositionDigits.ofSeconds(accuracy)) <= accuracy / 3)
      #expect(step(1, PositionDigits.ofGrid(accuracy)) <= accuracy)
    }
  }

  @Test(
    arguments: [
      (0.014, "0.014"), (0.0001, "0.001"), (0.0991, "0.100"), (0.1, "0.10"), (0.991, "1.00"), (1, "1.0"),
      (3.6, "3.6"), (3.61, "3.7"), (0.9 * 4, "3.6"), (123.45, "123.5"),
    ] as [(Double, String)])
  func `is not claimed to be more accurate than it is`(accuracy: Double, text: String) {
    #expect(PositionDigits.roundedUp(accuracy) == text)
  }
}

extension Double {
  fileprivate static func exp10(_ exponent: Double) -> Double { pow(10, exponent) }
}
