import GNSS
import TestSupport
import Testing

@testable import GPSFormats

@Suite struct `A locator` {
  private func locator(_ latitude: Double, _ longitude: Double) throws -> String {
    Maidenhead.locator(try #require(Coordinate(latitude: latitude, longitude: longitude)))
  }

  @Test(
    arguments: [
      (48.14666, 11.60833, "JN58td"), (-34.91, -56.21166, "GF15vc"), (38.92, -77.065, "FM18lw"),
      (-41.28333, 174.745, "RE78ir"), (41.714775, -72.727260, "FN31pr"),
    ] as [(Double, Double, String)])
  func `of a known place begins as radio amateurs know it`(
    _ latitude: Double, _ longitude: Double, _ start: String
  ) throws {
    #expect(try locator(latitude, longitude).hasPrefix(start))
  }

  @Test func `names the square that its place lies in`() throws {
    var random = SeededGenerator()
    for _ in 0..<1000 {
      let latitude = Double.random(in: -90..<90, using: &random)
      let longitude = Double.random(in: -180..<180, using: &random)
      let text = try locator(latitude, longitude)
      let letters = text.utf8.map { Int($0) }
      #expect(text.wholeMatch(of: /[A-R]{2}[0-9]{2}[a-x]{2}[0-9]{2}/) != nil, "\(text), seed \(seed)")
      func corner(_ place: Int) -> Double {
        Double(letters[place] - 0x41) * 10 + Double(letters[place + 2] - 0x30)
          + Double(letters[place + 4] - 0x61) / 24 + Double(letters[place + 6] - 0x30) / 240
      }
      let (west, south) = (corner(0) * 2 - 180, corner(1) - 90)
      #expect(-1e-9...2.0 / 240 + 1e-9 ~= longitude - west, "\(text) for \(longitude), seed \(seed)")
      #expect(-1e-9...1.0 / 240 + 1e-9 ~= latitude - south, "\(text) for \(latitude), seed \(seed)")
    }
  }

  @Test func `of a place on a border is that of the square that begins there`() throws {
    #expect(try locator(-80.1, 5) == "JA29mv06")
    func text(east: Int, north: Int) -> String {
      func letter(_ index: Int, _ first: Unicode.Scalar) -> String {
        String(UnicodeScalar(UInt8(ascii: first) + UInt8(index)))
      }
      return letter(east / 2400, "A") + letter(north / 2400, "A") + "\(east / 240 % 10)\(north / 240 % 10)"
        + letter(east / 10 % 24, "a") + letter(north / 10 % 24, "a") + "\(east % 10)\(north % 10)"
    }
    for cell in 0..<43_200 {
      // As a receiver or a person writes it: the nearest number to the border, and nine decimals of it.
      let (longitude, latitude) = (Double(cell) / 120 - 180, Double(cell) / 240 - 90)
      #expect(try locator(latitude, longitude) == text(east: cell, north: cell))
    }
    for tenth in -800..<800 {
      let latitude = Double(tenth) / 10
      #expect(
        try locator(latitude, 5).dropFirst(5) == text(east: 22_200, north: (tenth + 900) * 24).dropFirst(5))
    }
  }

  @Test func `changes its last digits first on a short way east, and then its letters`() throws {
    let places: [(Double, Double, String)] = [
      (0, 0, "JJ00aa00"), (0, 0.009, "JJ00aa10"), (0.005, 0, "JJ00aa01"), (0, 0.0834, "JJ00ba00"),
      (0, 2.001, "JJ10aa00"), (0, 20.001, "KJ00aa00"), (-0.001, -0.001, "II99xx99"),
    ]
    for place in places { #expect(try locator(place.0, place.1) == place.2) }
  }
}

@Suite struct `Every style of a position` {
  @Test func `leads to all others, and back`() {
    var style = CoordinateStyle.dd
    var seen: [CoordinateStyle] = []
    for _ in CoordinateStyle.allCases {
      seen.append(style)
      style = style.next
    }
    #expect(style == .dd)
    #expect(Set(seen) == Set(CoordinateStyle.allCases))
  }

  /// The degrees that a text of one or more numbers means.
  private func degrees(_ text: some StringProtocol) throws -> Double {
    let numbers = text.split { !("0"..."9" ~= $0 || $0 == ".") }
    var value = 0.0
    for (index, number) in numbers.enumerated() {
      value += try #require(Double(number)) / [1, 60, 3600][index]
    }
    return text.hasSuffix("S") || text.hasSuffix("W") ? -value : value
  }

  @Test(arguments: [(CoordinateStyle.dd, 5e-7), (.dm, 0.00005 / 60), (.dms, 0.005 / 3600)])
  func `in degrees means the place that it was made of`(_ style: CoordinateStyle, _ most: Double) throws {
    var random = SeededGenerator()
    for _ in 0..<1000 {
      let latitude = Double.random(in: -90...90, using: &random)
      let longitude = Double.random(in: -180...180, using: &random)
      let texts = (style.latitude(latitude), style.longitude(longitude))
      #expect(abs(try degrees(texts.0) - latitude) <= most * 1.0001, "\(texts.0), seed \(seed)")
      #expect(abs(try degrees(texts.1) - longitude) <= most * 1.0001, "\(texts.1), seed \(seed)")
      #expect(!texts.0.contains("60.0") && !texts.1.contains("60.0") || style == .dd, "seed \(seed)")
    }
  }

  @Test(arguments: CoordinateStyle.allCases) func `has a text for the ends of the world`(
    _ style: CoordinateStyle
  ) throws {
    for latitude in [-90.0, -80, 0, 84, 90] {
      for longitude in [-180.0, 0, 180] {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        #expect(style.text(place).utf8.count >= 8)
      }
    }
  }

  @Test func `of a latitude alone is in degrees where it is a grid`() {
    #expect(CoordinateStyle.utm.latitude(-1.5) == "1.500000° S")
    #expect(CoordinateStyle.maidenhead.longitude(1.5) == "1.500000° E")
  }
}
