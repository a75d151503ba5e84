import GPSBridge
import GNSS
import Testing

@testable import GPSBridgeTool

@Suite struct `The track` {
  private let start = ContinuousClock.now

  private func location(_ latitude: Double, _ longitude: Double, speed: Double? = nil) throws -> Location {
    var fix = Fix()
    fix.mode = .threeDimensional
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    fix.speed = speed
    fix.errors = ErrorEstimate(horizontal: 3, vertical: nil, source: .receiver)
    return try #require(Location(fix, received: start, utcSeconds: 0, source: SourceInfo()))
  }

  /// Northwards, ten meters in each step.
  private func track(_ seconds: [Double], speed: Double? = nil) throws -> Track {
    var track = Track()
    for (index, second) in seconds.enumerated() {
      track.take(
        try location(48 + Double(index) * 9e-5, 11, speed: speed),
        at: start + .milliseconds(Int(second * 1000)))
    }
    return track
  }

  @Test func `is as long as the way`() throws {
    let track = try track([0, 1, 2, 3, 4], speed: 10)
    #expect(track.points.count == 5 && abs(track.distance - 40) < 0.2 && track.time == .seconds(4))
  }

  @Test func `keeps one position of several in a second`() throws {
    #expect(try track(Array(stride(from: 0.0, to: 10, by: 0.1))).points.count <= 11)
  }

  @Test func `does not count the way through a gap`() throws {
    let track = try track([0, 1, 2, 3, 60, 61, 62, 63], speed: 10)
    #expect(track.points.map(\.isJoined) == [false, true, true, true, false, true, true, true])
    #expect(abs(track.distance - 60) < 0.4)
  }

  @Test func `does not grow by the wandering of one that stands`() throws {
    var track = Track()
    for second in 0..<300 {
      let north = Double(second * 7919 % 13) * 2e-6
      track.take(try location(48 + north, 11, speed: 0.3), at: start + .seconds(second))
    }
    #expect(track.distance == 0)
  }

  @Test func `counts slow motion like the odometer`() throws {
    var track = Track()
    for second in 0...400 {
      track.take(
        try location(48 + Double(second) * 0.3 / 111_200, 11, speed: 0.3), at: start + .seconds(second))
    }
    #expect(abs(track.distance - 120) < 5)
  }

  @Test func `forgets what is older than ten minutes`() throws {
    var track = try track([0, 1, 2])
    track.forget(at: start + .seconds(601))
    #expect(track.points.count == 2)
    track.forget(at: start + .seconds(5000))
    #expect(track.points.isEmpty && track.time == .zero && track.distance == 0)
  }

  // MARK: On the screen

  private func points(_ places: [(Double, Double)]) throws -> [Track.Point] {
    try places.map {
      Track.Point(place: try #require(Coordinate(latitude: $0.0, longitude: $0.1)), at: start)
    }
  }

  @Test func `has north above and east at the right`() throws {
    let plot = try #require(
      TrackPlot(try points([(48, 11), (48.01, 11), (48.01, 11.01)]), width: 80, height: 40))
    #expect(plot.dots[1].y < plot.dots[0].y && plot.dots[1].x == plot.dots[0].x)
    #expect(plot.dots[2].x > plot.dots[1].x && plot.dots[2].y == plot.dots[1].y)
  }

  @Test(arguments: [0.00001, 0.001, 0.5, 60]) func `fits whatever its size is`(_ size: Double) throws {
    let plot = try #require(
      TrackPlot(try points([(0, 0), (size, size), (-size, size), (0, -size)]), width: 60, height: 24))
    for dot in plot.dots { #expect(0..<60 ~= dot.x && 0..<24 ~= dot.y) }
  }

  @Test func `crosses the date line by the short way`() throws {
    let plot = try #require(TrackPlot(try points([(0, 179.999), (0, -179.999)]), width: 60, height: 60))
    #expect(plot.dots[1].x > plot.dots[0].x && plot.metersPerDot < 10)
  }

  @Test func `is not blown up where nobody moves`() throws {
    let plot = try #require(TrackPlot(try points([(48, 11), (48.00001, 11)]), width: 60, height: 60))
    #expect(plot.metersPerDot == 0.5 && abs(plot.dots[0].y - plot.dots[1].y) <= 3)
  }

  @Test func `needs a point, and room`() throws {
    #expect(TrackPlot([], width: 60, height: 60) == nil)
    #expect(TrackPlot(try points([(48, 11)]), width: 4, height: 60) == nil)
    #expect(TrackPlot(try points([(48, 11)]), width: 60, height: 60)?.dots.count == 1)
  }
}
