import GNSS
import GPSGeodesy
import TestSupport
import Testing

@Suite struct `A line over the ground` {
  @Test func `is as far from a place as one walks to it across`() throws {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let start = try #require(
        Coordinate(
          latitude: .random(in: -80...80, using: &random), longitude: .random(in: -180...179, using: &random))
      )
      let bearing = Double.random(in: 0..<360, using: &random)
      let end = try #require(start.destination(bearing: bearing, distance: 400))
      let middle = try #require(start.destination(bearing: bearing, distance: 200))
      let offset = Double.random(in: 1...100, using: &random)
      let turn = try #require(middle.initialBearing(to: end)) + 90
      let place = try #require(middle.destination(bearing: turn, distance: offset))
      let line = GroundLine(from: GroundPlace(start), to: GroundPlace(end))
      #expect(abs(line.distance(to: GroundPlace(place)) - offset) < 0.001, "\(start), seed \(seed)")
    }
  }

  @Test func `ends at its ends`() throws {
    let start = try #require(Coordinate(latitude: 48, longitude: 11))
    let end = try #require(start.destination(bearing: 90, distance: 100))
    let beyond = try #require(start.destination(bearing: 90, distance: 130))
    let line = GroundLine(from: GroundPlace(start), to: GroundPlace(end))
    #expect(abs(line.distance(to: GroundPlace(beyond)) - 30) < 0.001)
    let point = GroundLine(from: GroundPlace(start), to: GroundPlace(start))
    #expect(abs(point.distance(to: GroundPlace(beyond)) - 130) < 0.001)
  }
}
