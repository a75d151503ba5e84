import Testing

@testable import SimulatedGPS

@Suite struct `A route` {
  private func point(
    _ latitude: Double, _ longitude: Double, _ altitude: Double? = nil, _ time: Double? = nil
  ) -> Scenario.Route.Point {
    Scenario.Route.Point(latitude: latitude, longitude: longitude, altitude: altitude, time: time)
  }

  private func path(_ points: [Scenario.Route.Point], speed: Double? = nil) throws -> RoutePath {
    RoutePath(try #require(Scenario.Route(points)), speed: speed, geoidSeparation: 0)
  }

  @Test func `without a point is none`() { #expect(Scenario.Route([]) == nil) }

  @Test func `is gone at its own times`() throws {
    let path = try path([
      point(48, 11, 100, 1000), point(48.001, 11, 110, 1010), point(48.001, 11.001, 110, 1030),
    ])
    #expect(path.motion(at: 5).latitude == 48.0005)
    #expect(path.motion(at: 5).altitude == 105)
    #expect(abs(path.motion(at: 5).north - 11.12) < 0.01)
    #expect(path.motion(at: 5).up == 1)
    #expect(abs(path.motion(at: 20).longitude - 11.0005) < 1e-9)
    #expect(abs(path.motion(at: 20).east - 3.73) < 0.01)
  }

  @Test func `is gone at a speed where one is given, whatever its times`() throws {
    let path = try path([point(48, 11, 100, 0), point(48.01, 11, 100, 1)], speed: 10)
    #expect(abs(path.motion(at: 50).speed - 10) < 0.01)
    #expect(abs(path.motion(at: 50).latitude - 48.0045) < 1e-4)
  }

  @Test func `begins at its first point and rests at its last`() throws {
    let path = try path([point(48, 11, 7, 0), point(48.01, 11, 9, 100)])
    #expect(path.motion(at: -5).latitude == 48)
    #expect(path.motion(at: 100).latitude == 48.01)
    #expect(path.motion(at: 1e6).speed == 0)
    #expect(path.motion(at: 1e6).altitude == 9)
  }

  @Test func `leaves out points whose clock went back or stood still`() throws {
    let path = try path([
      point(48, 11, 0, 0), point(49, 11, 0, -50), point(50, 11, 0, 0), point(48.001, 11, 0, 10),
    ])
    #expect(path.motion(at: 5).latitude == 48.0005)
  }

  @Test func `goes the short way over the date line`() throws {
    let path = try path([point(0, 179.999, 0, 0), point(0, -179.999, 0, 10)])
    #expect(abs(abs(path.motion(at: 5).longitude) - 180) < 1e-9)
    #expect(path.motion(at: 2).east > 0)
  }

  @Test func `of one point stands still`() throws {
    #expect(try path([point(48, 11)]).motion(at: 100).speed == 0)
  }

  @Test func `keeps the height of the point before where one has none`() throws {
    let path = try path([point(48, 11, 300, 0), point(48.001, 11, nil, 10), point(48.002, 11, 320, 20)])
    #expect(path.motion(at: 10).altitude == 300)
    #expect(path.motion(at: 15).altitude == 310)
  }
}
