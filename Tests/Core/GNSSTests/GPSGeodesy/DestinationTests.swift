import GNSS
import GPSGeodesy
import TestSupport
import Testing

@Suite struct `A destination` {
  @Test func `is where the published example has it`() throws {
    let start = try #require(Coordinate(latitude: 40, longitude: 0))
    let end = try #require(start.destination(bearing: 30, distance: 10_000_000))
    #expect(abs(end.latitude - 41.7933102050562) < 1e-11)
    #expect(abs(end.longitude - 137.8449000437715) < 1e-11)
  }

  @Test func `along the equator is as far as its radius says`() throws {
    let start = try #require(Coordinate(latitude: 0, longitude: 179))
    let quarter = 6_378_137 * Double.pi / 2
    let east = try #require(start.destination(bearing: 90, distance: quarter))
    #expect(abs(east.longitude + 91) < 1e-9 && abs(east.latitude) < 1e-9)
    let west = try #require(start.destination(bearing: 90, distance: -quarter))
    #expect(abs(west.longitude - 89) < 1e-9)
  }

  @Test func `beyond the pole lies on the other side`() throws {
    let start = try #require(Coordinate(latitude: 89.9, longitude: 20))
    let end = try #require(start.destination(bearing: 0, distance: 22_338.796))
    #expect(abs(end.latitude - 89.9) < 1e-6)
    #expect(abs(end.longitude + 160) < 1e-6)
  }

  @Test func `after no meters is the start`() throws {
    for (latitude, longitude) in [(0.0, 0.0), (48.1, 11.5), (-90, 0), (90, 0)] {
      let start = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let end = try #require(start.destination(bearing: 77, distance: 0))
      #expect(start.distance(to: end) < 1e-8)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `is nowhere where a number is none`(number: Double) throws {
    let start = try #require(Coordinate(latitude: 1, longitude: 2))
    #expect(start.destination(bearing: number, distance: 1) == nil)
    #expect(start.destination(bearing: 1, distance: number) == nil)
  }

  @Test func `is where it should be however far and in whatever numbers one asks`() throws {
    let start = try #require(Coordinate(latitude: 12, longitude: 34))
    let once = try #require(start.destination(bearing: 45, distance: 1000))
    let turned = try #require(start.destination(bearing: 45 - 720, distance: 1000))
    #expect(once.distance(to: turned) < 1e-6)
    for distance in [1e9, 1e15, 1e300, 1e-300] {
      #expect(start.destination(bearing: 123.4, distance: distance) != nil)
    }
  }

  @Test(arguments: PairClass.allCases)
  func `in the initial bearing, at the distance, is the other place`(kind: PairClass) throws {
    var random = SeededGenerator()
    var most = 0.0
    for _ in 0..<1000 {
      let (from, to) = try #require(kind.pair(&random))
      guard let bearing = from.coordinate.initialBearing(to: to.coordinate) else { continue }
      let distance = from.coordinate.distance(to: to.coordinate)
      let end = try #require(from.coordinate.destination(bearing: bearing, distance: distance))
      most = max(most, end.distance(to: to.coordinate))
      #expect(end.distance(to: to.coordinate) < 1e-5, "seed \(seed): \(from) to \(to)")
    }
  }
}
