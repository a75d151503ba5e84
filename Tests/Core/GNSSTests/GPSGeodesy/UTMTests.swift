import GNSS
import GPSGeodesy
import TestSupport
import Testing

@Suite struct `A position in UTM` {
  private func grid(_ latitude: Double, _ longitude: Double) throws -> UTMPosition {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    return try #require(place.utm)
  }

  @Test func `of a known tower is known to the meter`() throws {
    let tower = try grid(43.642567, -79.387139)
    #expect(tower.zone == 17 && tower.band == "T")
    #expect(abs(tower.easting - 630_084) < 1)
    #expect(abs(tower.northing - 4_833_438) < 1)
  }

  @Test func `on a middle meridian is as far north as the arc of the meridian is long`() throws {
    // The arc from the equator to 45° on WGS 84 is 4 984 944.378 m.
    let place = try grid(45, 9)
    #expect(abs(place.easting - 500_000) < 0.001)
    #expect(abs(place.northing - 4_984_944.378 * 0.9996) < 0.01)
  }

  @Test func `has digits for each meter, as many everywhere`() throws {
    #expect(try grid(0, 0).description == "31N 166021 0000000")
    #expect(try grid(48.1173, 11.516667).description == "32U 687299 5332401")
  }

  @Test func `is the same to both sides of a middle meridian, and of the equator`() throws {
    var random = SeededGenerator()
    for _ in 0..<200 {
      // Zone 35 has no exceptions south of 72°.
      let latitude = Double.random(in: 0.001...71, using: &random)
      let offset = Double.random(in: 0...2.9, using: &random)
      let (east, west) = (try grid(latitude, 27 + offset), try grid(latitude, 27 - offset))
      #expect(abs(east.easting + west.easting - 1_000_000) < 0.001, "seed \(seed)")
      let south = try grid(-latitude, 27 + offset)
      #expect(abs(south.northing + east.northing - 10_000_000) < 0.001, "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      (55.9, 3.5, 31), (56, 3, 32), (63.9, 3, 32), (64, 3.5, 31), (72, 8.9, 31), (72, 9, 33), (72, 21, 35),
      (72, 41.9, 37), (72, 42, 38), (72, -0.1, 30), (-20, 179.9, 60), (-20, -180, 1), (-20, 180, 1),
    ] as [(Double, Double, Int)])
  func `lies in a zone of six degrees, or in one that was made wider for Norway`(
    _ latitude: Double, _ longitude: Double, _ zone: Int
  ) throws {
    #expect(try grid(latitude, longitude).zone == zone)
  }

  @Test(
    arguments: [
      (-80, "C"), (-72.001, "C"), (-72, "D"), (-0.001, "M"), (0, "N"), (7.999, "N"), (8, "P"), (63.999, "V"),
      (71.999, "W"), (72, "X"), (83.999, "X"), (84, "X"),
    ] as [(Double, Character)])
  func `lies in a band of eight degrees, the last of twelve`(_ latitude: Double, _ band: Character) throws {
    #expect(try grid(latitude, 27).band == band)
  }

  @Test func `has meters as long as those on the ground, but for one in 900`() throws {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let latitude = Double.random(in: 0...71, using: &random)
      let longitude = 27 + Double.random(in: -2.9...2.9, using: &random)
      let start = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let end = try #require(Coordinate(latitude: latitude + 0.001, longitude: longitude + 0.0005))
      let (a, b) = (try #require(start.utm), try #require(end.utm))
      let (x, y) = (b.easting - a.easting, b.northing - a.northing)
      let ground = GroundLine(from: GroundPlace(start), to: GroundPlace(start)).distance(to: GroundPlace(end))
      #expect(abs((x * x + y * y).squareRoot() / ground - 1) < 1.0 / 900, "\(start), seed \(seed)")
    }
  }

  @Test(arguments: [84.000_001, 90, -80.000_001, -90]) func `is none near the poles`(_ latitude: Double)
    throws
  {
    let place = try #require(Coordinate(latitude: latitude, longitude: 0))
    #expect(place.utm == nil)
  }
}
