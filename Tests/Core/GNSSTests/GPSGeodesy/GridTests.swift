import GNSS
import GPSGeodesy
import TestSupport
import Testing

@Suite struct `A position in MGRS` {
  @Test(
    arguments: [
      (48.1173, 11.516667, "32U PU 87299 32401"), (0, 0, "31N AA 66021 00000"),
      (-33.856_784, 151.215_297, "56H LH 34900 52290"), (90, 0, "Z AH 00000 00000"),
      (-90, 0, "B AN 00000 00000"), (61, 4, "32V KN 29752 73110"),
    ] as [(Double, Double, String)])
  func `has letters for its square, around the poles without a zone`(
    _ latitude: Double, _ longitude: Double, _ text: String
  ) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(place.mgrs.description == text)
    let back = try #require(MGRSPosition(text)?.coordinate)
    #expect(back.distance(to: place) < 0.8)
  }

  @Test func `is read in small letters, without spaces, and at any precision as the middle of its square`()
    throws
  {
    let place = try #require(MGRSPosition("32u pu 87299 32401")?.coordinate)
    #expect(MGRSPosition("32UPU8729932401")?.coordinate == place)
    let coarse = try #require(MGRSPosition("32UPU8732"))
    #expect((coarse.easting, coarse.northing) == (87_500, 32_500))
    #expect(coarse.text(digits: 2) == "32U PU 87 32")
    #expect(MGRSPosition("32UPU")?.text(digits: 0) == "32U PU")
  }

  @Test(
    arguments: [
      "", "32", "32U", "32UP", "61UPU8732", "0UPU8732", "32IPU8732", "32UIU8732", "32UAU8732", "32UPI8732",
      "32UPU873", "32UPU87a2", "32UPU87٣2", "PU8732", "CAA", "32XNF", "32UPL8732", "AAA11", "32UPU-8732",
      "32UPU12345678901234567890",
    ])
  func `names no square`(_ text: String) { #expect(MGRSPosition(text) == nil) }
}

/// Both grids beside GeographicLib's `GeoConvert`, in both directions.
@Suite(.enabled(if: OtherProgram.path(of: "GeoConvert") != nil, "needs GeoConvert, of geographiclib-tools"))
struct `Both grids beside GeographicLib` {
  private static let count = 100_000

  /// Anywhere on the Earth, an eighth each of them around the poles and in the zones of Norway and Svalbard.
  private static func place(_ random: inout SeededGenerator) throws -> Coordinate {
    let longitude = Double.random(in: -180...180, using: &random)
    let (latitude, east) =
      switch Int.random(in: 0..<8, using: &random) {
      case 0: (Double.random(in: 83...90, using: &random), longitude)
      case 1: (Double.random(in: -90...(-79), using: &random), longitude)
      case 2: (Double.random(in: 55...65, using: &random), Double.random(in: -1...13, using: &random))
      case 3: (Double.random(in: 71...84, using: &random), Double.random(in: -1...43, using: &random))
      default: (Double.random(in: -90...90, using: &random), longitude)
      }
    // As text has them, so that both programs read the same numbers; an exponent would be read as "east".
    guard abs(latitude) > 0.001, abs(east) > 0.001 else { return try place(&random) }
    return try #require(
      Coordinate(latitude: (latitude * 1e9).rounded() / 1e9, longitude: (east * 1e9).rounded() / 1e9))
  }

  private static func convert(_ arguments: [String], _ lines: [String]) throws -> [String] {
    let program = try #require(OtherProgram.path(of: "GeoConvert"))
    let text = lines.map { $0 + "\n" }.joined()
    let answers = try OtherProgram(program, arguments, input: Array(text.utf8)).output
    let found = answers.split(separator: "\n").map(String.init)
    try #require(found.count == lines.count)
    return found
  }

  private static func places() throws -> (places: [Coordinate], seed: UInt64) {
    var random = SeededGenerator()
    return (try (0..<count).map { _ in try place(&random) }, seed)
  }

  @Test func `agree about the square of each place to a meter, and about its center`() throws {
    let (places, seed) = try Self.places()
    let ours = places.map { $0.mgrs.text(digits: 5) }
    let theirs = try Self.convert(["-m", "-p", "0"], places.map { "\($0.latitude) \($0.longitude)" })
    var differing: [String] = []
    for (index, place) in places.enumerated() {
      let plain = ours[index].filter { $0 != " " }
      if plain != theirs[index] { differing.append("\(place): \(ours[index]), \(theirs[index])") }
    }
    print("GeoConvert, MGRS: \(Self.count) places, seed \(seed): \(differing.count) differ")
    #expect(differing.isEmpty, "seed \(seed): \(differing.prefix(3))")
    let centers = try Self.convert(["-g", "-p", "9"], theirs)
    var (worst, `where`) = (0.0, "")
    for (text, center) in zip(theirs, centers) {
      let read = try #require(MGRSPosition(text)?.coordinate, "\(text), seed \(seed)")
      let deviation = read.distance(to: try Self.coordinate(center))
      if !(deviation <= worst) { (worst, `where`) = (deviation, text) }
    }
    print("GeoConvert, centers of squares: \((worst * 1e9).rounded() / 1e3) µm at most, \(`where`)")
    #expect(worst < 1e-6, "seed \(seed): \(`where`)")
  }

  @Test func `agree about the meters of UTM in both directions to a micrometer`() throws {
    let (all, seed) = try Self.places()
    let places = all.filter { -80..<84 ~= $0.latitude }
    let theirs = try Self.convert(["-u", "-p", "9"], places.map { "\($0.latitude) \($0.longitude)" })
    var (worst, back, `where`) = (0.0, 0.0, "")
    for (place, line) in zip(places, theirs) {
      let ours = try #require(place.utm)
      let words = line.split(separator: " ")
      let (x, y) = (try #require(Double(words[1])), try #require(Double(words[2])))
      try #require(
        words[0] == "\(ours.zone < 10 ? "0" : "")\(ours.zone)\(ours.band < "N" ? "s" : "n")", "\(place)")
      let read = try #require(
        UTMPosition(zone: ours.zone, band: ours.band, easting: x, northing: y)?.coordinate, "\(place) \(line)"
      )
      back = max(back, read.distance(to: place))
      let deviation = max(abs(ours.easting - x), abs(ours.northing - y))
      if !(deviation <= worst) { (worst, `where`) = (deviation, "\(place)") }
    }
    print(
      "GeoConvert, UTM: \(places.count) places, seed \(seed): \((worst * 1e9).rounded() / 1e3) µm at most, "
        + "back \((back * 1e9).rounded() / 1e3) µm, \(`where`)")
    #expect(worst < 1e-6 && back < 1e-6, "seed \(seed): \(`where`)")
  }

  private static func coordinate(_ line: String) throws -> Coordinate {
    let numbers = line.split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 2)
    return try #require(Coordinate(latitude: numbers[0], longitude: numbers[1]))
  }
}
