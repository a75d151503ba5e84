import GNSS
import GPSGeodesy
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite struct `Watching with a destination` {
  @Test func `adds the way that the library computes to each fix that has a position`() throws {
    let harbor = try #require(Coordinate(latitude: 48.2, longitude: 11.6))
    let run = try gpsbridge("watch", Places.morningWalk, "--types", "fix", "--to", "N48 12 E11 36")
    #expect(run.exit == 0)
    var found = 0
    for line in run.output.split(separator: "\n") {
      let record = try JSONReader.read(String(line))
      guard let latitude = record["lat"]?.number, let longitude = record["lon"]?.number else {
        #expect(record["to_distance_m"] == nil)
        continue
      }
      found += 1
      let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let way = Approach(
        from: place, to: harbor, speed: record["speed_mps"]?.number, course: record["course_deg"]?.number)
      #expect(abs(try #require(record["to_distance_m"]?.number) - way.distance) < 0.06)
      #expect(abs(try #require(record["to_bearing_deg"]?.number) - (way.bearing ?? -1)) < 0.06)
      #expect((record["to_closing_mps"] == nil) == (way.closingSpeed == nil))
      if let closing = way.closingSpeed {
        #expect(abs(try #require(record["to_closing_mps"]?.number) - closing) < 0.006)
      }
      #expect((record["to_s"] == nil) == (way.secondsToGo == nil))
    }
    #expect(found > 100)
  }
}
