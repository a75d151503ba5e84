import GPSBridge
import TestSupport
import Testing

@testable import GPSServices

@Suite struct `A coarse cell` {
  private func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  private func meters(_ one: Coordinate, _ other: Coordinate) -> Double { one.distance(to: other) }

  @Test(arguments: UInt64(1)...8)
  func `has a middle that lies in it, and no place of it is farther than it says`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let cell = try CoarseCell(
        meters: [10, 500, 1000, 20_000, 1_000_000].randomElement(using: &random) ?? 1000)
      let place = try place(.random(in: -90...90, using: &random), .random(in: -180...180, using: &random))
      let found = cell.cell(of: place)
      #expect(cell.cell(of: found.middle) == found, "\(place) \(cell.meters)")
      #expect(meters(place, found.middle) <= found.radius, "\(place) \(cell.meters)")
      #expect(found.radius >= cell.meters)
    }
  }

  @Test(arguments: [0.0, 48.1, -33.9, 70, 89.9]) func `is at least so large, in both directions`(
    latitude: Double
  ) throws {
    let cell = try CoarseCell("1km")
    let start = try place(latitude, 11.5)
    let middle = cell.middle(of: start)
    // Half of its size to either side of the middle is still within it.
    for (up, right) in [(0.0, 499.0), (0, -499), (499, 0), (-499, 0)] {
      let degrees = 1 / 111_700.0
      let width = degrees / max(0.01, (1 - (latitude / 90) * (latitude / 90)).squareRoot())
      guard abs(latitude) < 80 || right == 0 else { continue }
      let other = try place(middle.latitude + up * degrees, middle.longitude + right * min(degrees, width))
      #expect(cell.middle(of: other) == middle, "\(up) \(right)")
    }
  }

  @Test func `shows no walk within it`() throws {
    let cell = try CoarseCell("1km")
    let middle = cell.middle(of: try place(48.1173, 11.5167))
    var random = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let walked = try place(
        middle.latitude + .random(in: -0.0044...0.0044, using: &random),
        middle.longitude + .random(in: -0.0060...0.0060, using: &random))
      #expect(cell.middle(of: walked) == middle)
    }
  }

  @Test func `lies around a pole as one, and gives the meridian of 180 degrees one name`() throws {
    let cell = try CoarseCell("1km")
    let pole = cell.middle(of: try place(90, 0))
    for longitude in [-180.0, -91, 17, 180] {
      #expect(cell.middle(of: try place(90, longitude)) == pole)
      #expect(cell.middle(of: try place(-90, longitude)) == cell.middle(of: try place(-90, 0)))
      #expect(cell.middle(of: try place(89.9999, longitude)) == pole)
    }
    #expect(cell.middle(of: try place(10, 180)) == cell.middle(of: try place(10, -180)))
  }

  @Test(arguments: ["", "1", "1mm", "9m", "2000km", "-1km", "1 km", "one", "nan", "1e3"])
  func `has a size of ten meters to a thousand kilometers`(text: String) {
    let wrong = #expect(throws: CoarseCell.InvalidSize.self) { try CoarseCell(text) }
    #expect(wrong?.expected == "a size from 10m to 1000km, such as 1km")
    #expect(throws: CoarseCell.InvalidSize.self) { try CoarseCell(meters: .nan) }
  }

  @Test func `leaves out of a fix all that tells more than the place`() throws {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = try place(48.1173, 11.5167)
    (fix.altitude, fix.ellipsoidalAltitude, fix.speed, fix.course, fix.climb) = (545, 590, 3, 80, 1)
    var satellite = Satellite(SatelliteIdentity(.gps, 7))
    (satellite.elevation, satellite.azimuth, satellite.carrierToNoise, satellite.isUsed) = (40, 120, 33, true)
    fix.satellites = [satellite]
    fix.errors = ErrorEstimate(horizontal: 3, vertical: 5, source: .receiver)
    let cell = try CoarseCell("1km")
    let coarse = cell.coarsened(fix)
    #expect(coarse.coordinate == fix.coordinate.map { cell.middle(of: $0) })
    #expect(coarse.mode == .twoDimensional && coarse.altitude == nil && coarse.ellipsoidalAltitude == nil)
    #expect(coarse.speed == nil && coarse.course == nil && coarse.climb == nil)
    #expect(coarse.satellites.first?.elevation == nil && coarse.satellites.first?.azimuth == nil)
    #expect(coarse.satellites.first?.carrierToNoise == 33)
    #expect((coarse.errors?.horizontal ?? 0) >= 1000 && coarse.errors?.vertical == nil)
    #expect(coarse.dilution.horizontal == 99.9 && !cell.coarsened(Fix()).isValid)
  }
}
