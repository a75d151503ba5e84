import GNSS
import GPSGeodesy
import Testing

@Suite struct `The way to a destination` {
  private func approach(speed: Double?, course: Double?) throws -> Approach {
    let place = try #require(Coordinate(latitude: 0, longitude: 0))
    return Approach(
      from: place, to: try #require(Coordinate(latitude: 0, longitude: 0.01)), speed: speed, course: course)
  }

  @Test func `has the distance and the bearing of the shortest line`() throws {
    let way = try approach(speed: nil, course: nil)
    #expect(abs(way.distance - 1113.195) < 0.001 && way.bearing.map { abs($0 - 90) < 1e-9 } == true)
    #expect(way.closingSpeed == nil && way.secondsToGo == nil)
  }

  @Test(
    arguments: [(90.0, 10.0, 111.3), (30, 5, 222.6), (180, 0, nil), (270, -10, nil)]
      as [(Double, Double, Double?)])
  func `becomes shorter by the part of the speed that leads there`(
    _ course: Double, _ closing: Double, _ seconds: Double?
  ) throws {
    let way = try approach(speed: 10, course: course)
    #expect(abs(try #require(way.closingSpeed) - closing) < 1e-6)
    #expect(way.secondsToGo.map { ($0 * 10).rounded() / 10 } == seconds)
  }

  @Test func `has no bearing and no closing speed at the destination`() throws {
    let place = try #require(Coordinate(latitude: 48, longitude: 11))
    let way = Approach(from: place, to: place, speed: 3, course: 10)
    #expect(way.distance == 0 && way.bearing == nil && way.closingSpeed == nil)
  }
}
