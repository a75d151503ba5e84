import Testing

@testable import SimulatedGPS

@Suite struct `A leg` {
  private func leg(
    _ length: Double, entry: Double = 0, cruise: Double = 10, exit: Double = 0, effort: Double = 1,
    rest: Double = 0
  ) -> Leg {
    Leg(
      fromEast: 0, north: 0, toEast: 0, north: length, entry: entry, cruise: cruise, exit: exit,
      effort: effort, rest: rest)
  }

  @Test func `speeds up, keeps its speed, and slows down`() {
    let leg = leg(200)
    #expect(leg.duration == 30)
    #expect(leg.progress(at: 5).speed == 5)
    #expect(leg.progress(at: 5).way == 12.5)
    #expect(leg.progress(at: 15).speed == 10)
    #expect(leg.progress(at: 15).way == 100)
    #expect(leg.progress(at: 25).speed == 5)
    #expect(leg.progress(at: 30).way == 200)
  }

  @Test func `that is too short for its speed turns around in its middle`() {
    let leg = leg(25)
    #expect(leg.duration == 10)
    #expect(leg.progress(at: 5).speed == 5)
    #expect(abs(leg.progress(at: 10).way - 25) < 1e-9)
  }

  @Test func `rests at its end`() {
    let leg = leg(200, rest: 12)
    #expect(leg.duration == 42)
    #expect(leg.progress(at: 35).way == 200 && leg.progress(at: 35).speed == 0)
  }

  @Test(arguments: [(1.0, 0.0), (7, 3), (50, 5), (540, 5), (3000, 0)])
  func `never goes back, never jumps, and ends at its end`(length: Double, corner: Double) {
    let leg = leg(length, entry: corner, cruise: 15, exit: corner, effort: 1.6)
    var last = (way: 0.0, speed: 0.0)
    for tenth in 0...Int(leg.duration * 10) {
      let now = leg.progress(at: Double(tenth) / 10)
      #expect(now.way >= last.way - 1e-9 && now.way - last.way <= 1.51)
      #expect(now.speed >= -1e-9 && now.speed <= 15.001)
      last = now
    }
    #expect(abs(leg.progress(at: leg.duration).way - length) < 1e-6)
  }

  @Test func `of no length takes no time worth speaking of, and any points the way it leads`() {
    #expect(leg(0, entry: 0, rest: 0).duration < 0.1)
    let leg = Leg(
      fromEast: 10, north: 20, toEast: 40, north: -20, entry: 0, cruise: 5, exit: 0, effort: 1, rest: 0)
    #expect(leg.length == 50 && leg.eastward == 0.6 && leg.northward == -0.8)
  }
}

@Suite struct `A great circle` {
  @Test func `is nearly as long as the shortest way over the ellipsoid`() throws {
    for (from, to, kilometers) in [
      (Scenario.Place.munich, Scenario.Place(latitude: 53.6304, longitude: 9.9882), 622.0),
      (
        Scenario.Place(latitude: 40.64, longitude: -73.78), Scenario.Place(latitude: 51.47, longitude: -0.45),
        5555.0
      ),
      (Scenario.Place(latitude: 0, longitude: 0), Scenario.Place(latitude: 0, longitude: 90), 10_007.5),
    ] {
      let circle = try #require(GreatCircle(from: from, to: to))
      #expect(abs(circle.length / 1000 / kilometers - 1) < 0.006)
    }
  }

  @Test func `begins and ends where it should, and climbs towards the pole between`() throws {
    let from = Scenario.Place(latitude: 50, longitude: 0)
    let to = Scenario.Place(latitude: 50, longitude: 90)
    let circle = try #require(GreatCircle(from: from, to: to))
    let middle = circle.motion(way: circle.length / 2, speed: 100, altitude: 0, height: 0)
    #expect(middle.latitude > 58 && abs(middle.longitude - 45) < 1e-9)
    #expect(abs(middle.north) < 1e-6 && middle.east > 99)
    let end = circle.motion(way: circle.length, speed: 100, altitude: 0, height: 0)
    #expect(abs(end.latitude - 50) < 1e-9 && abs(end.longitude - 90) < 1e-9)
  }

  @Test func `over a pole has a course at all but the pole`() throws {
    let circle = try #require(
      GreatCircle(
        from: Scenario.Place(latitude: 80, longitude: 0), to: Scenario.Place(latitude: 80, longitude: 179.999)
      ))
    let before = circle.motion(way: 100_000, speed: 100, altitude: 0, height: 0)
    let after = circle.motion(way: circle.length - 100_000, speed: 100, altitude: 0, height: 0)
    #expect(before.north > 99 && after.north < -99)
    for way in stride(from: 0.0, through: circle.length, by: circle.length / 999) {
      let motion = circle.motion(way: way, speed: 100, altitude: 0, height: 0)
      #expect(motion.speed < 102)
    }
  }

  @Test func `is none where there is no way, or any`() {
    #expect(GreatCircle(from: .munich, to: .munich) == nil)
    #expect(
      GreatCircle(
        from: Scenario.Place(latitude: 90, longitude: 0), to: Scenario.Place(latitude: -90, longitude: 0))
        == nil)
  }
}

@Suite struct `The Earth` {
  @Test(arguments: [
    (0.0, 110_574.3, 111_319.5), (45, 111_131.8, 78_846.8), (60, 111_412.3, 55_800.0),
    (89, 111_693.9, 1949.3),
  ])
  func `has degrees as long as the tables say`(latitude: Double, north: Double, east: Double) {
    let degrees = Earth.metersPerDegree(latitude: latitude, height: 0)
    #expect(abs(degrees.north - north) < 1)
    #expect(abs(degrees.east - east) < 1)
  }

  @Test func `has longer degrees above it, and no zero at its pole to divide by`() {
    let ground = Earth.metersPerDegree(latitude: 48, height: 0)
    let high = Earth.metersPerDegree(latitude: 48, height: 10_000)
    #expect(abs(high.north - ground.north - 174.53) < 0.01)
    #expect(Earth.metersPerDegree(latitude: 90, height: 0).east > 0)
  }
}
