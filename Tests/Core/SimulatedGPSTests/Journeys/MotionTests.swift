import Foundation
import GPSBridge
import Testing

@testable import SimulatedGPS

/// Metres and degrees from one motion to another, over the ellipsoid.
private func step(_ from: Scenario.Motion, _ to: Scenario.Motion) throws -> (distance: Double, course: Double)
{
  let a = try #require(Coordinate(latitude: from.latitude, longitude: from.longitude))
  let b = try #require(Coordinate(latitude: to.latitude, longitude: to.longitude))
  return (a.distance(to: b), a.initialBearing(to: b) ?? 0)
}

@Suite struct `A journey` {
  static let kinds: [(String, Scenario.Journey, Scenario.Place)] = [
    ("walk", .walk, .munich), ("drive", .drive, .munich),
    ("boat", .boat, Scenario.Place(latitude: -33.9, longitude: 151.3)),
    (
      "flight", .flight, Scenario.Place(latitude: 48.35, longitude: 11.79, altitude: 450, geoidSeparation: 46)
    ),
    ("great circle", .greatCircle(to: Scenario.Place(latitude: 40.6, longitude: -73.8), speed: 250), .munich),
    (
      "over the date line", .greatCircle(to: Scenario.Place(latitude: 21.3, longitude: -157.9), speed: 250),
      Scenario.Place(latitude: 35.5, longitude: 139.8)
    ),
  ]

  @Test(arguments: kinds.indices)
  func `says the speed and the course that follow from its places`(index: Int) throws {
    let (name, journey, place) = Self.kinds[index]
    let path = Path(journey, from: place, seed: 3)
    var checked = 0
    for second in stride(from: 5.0, to: 2000, by: 7.3) {
      let (before, now, after) = (
        path.motion(at: second - 0.2), path.motion(at: second), path.motion(at: second + 0.2)
      )
      // Not in a corner, nor where one speeds up.
      guard abs(before.speed - after.speed) < 0.02 * max(now.speed, 0.2), now.speed > 0.3,
        abs(Trigonometry.aroundZero(before.course - after.course)) < 0.5
      else { continue }
      let way = try step(before, after)
      // At height the way over ground is that much shorter.
      let height = 1 + (now.altitude + place.geoidSeparation) / 6.37e6
      #expect(abs(way.distance * height / 0.4 - now.speed) < 0.02 + 0.01 * now.speed, "\(name) at \(second)")
      #expect(abs(Trigonometry.aroundZero(way.course - now.course)) < 0.6, "\(name) at \(second)")
      #expect(
        abs((after.altitude - before.altitude) / 0.4 - now.up) < 0.05 + 0.02 * abs(now.up),
        "\(name) at \(second)")
      checked += 1
    }
    #expect(checked > 40)
  }

  @Test(arguments: [("walk", Scenario.Journey.walk, 1.6), ("drive", .drive, 15.5), ("boat", .boat, 3.6)])
  func `on the ground keeps to its speed, never jumps, and comes back`(
    name: String, journey: Scenario.Journey, fastest: Double
  ) throws {
    for seed in UInt64(1)...5 {
      let path = Path(journey, from: .munich, seed: seed)
      var last = path.motion(at: 0)
      var farthest = 0.0
      var nearest = Double.infinity
      #expect(try step(last, Scenario.Motion(.munich)).distance < 0.01)
      for second in stride(from: 0.5, to: 6000, by: 0.5) {
        let now = path.motion(at: second)
        #expect(now.speed <= fastest)
        #expect(try step(last, now).distance <= fastest * 0.5 + 0.01)
        let home = try step(now, Scenario.Motion(.munich)).distance
        farthest = max(farthest, home)
        if second > 600 { nearest = min(nearest, home) }
        last = now
      }
      #expect(farthest > 150)
      #expect(nearest < 30, "\(name) never came back")
    }
  }

  @Test func `differs from seed to seed, and not from one look to another`() {
    let a = Path(.drive, from: .munich, seed: 1)
    let b = Path(.drive, from: .munich, seed: 2)
    #expect(a.motion(at: 100) == a.motion(at: 100))
    #expect(a.motion(at: 100) != b.motion(at: 100))
  }

  @Test func `by air begins and ends on the ground, and is high in between`() throws {
    let goal = Scenario.Place(latitude: 53.6304, longitude: 9.9882, altitude: 16)
    let origin = Scenario.Place(latitude: 48.35, longitude: 11.79, altitude: 450)
    let path = Path(.flight(to: goal), from: origin, seed: 1)
    #expect(path.motion(at: 0).speed == 0)
    #expect(path.motion(at: 20).altitude == 450)
    #expect(path.motion(at: 1500).altitude > 9000)
    #expect(path.motion(at: 1500).speed > 200)
    let end = path.motion(at: 100_000)
    #expect(end.altitude == 450 && end.speed == 0 && end.up == 0)
    #expect(try step(end, Scenario.Motion(goal)).distance < 2)
  }

  @Test func `to where one is, or to the other side of the world, stays at home`() {
    for goal in [Scenario.Place.munich, Scenario.Place(latitude: -48.1173, longitude: 11.516_667 - 180)] {
      let path = Path(.greatCircle(to: goal, speed: 100), from: .munich, seed: 1)
      #expect(path.motion(at: 1000) == Scenario.Motion(.munich))
    }
  }

  @Test func `given as code has the velocities of its places`() {
    let path = Path(
      .custom { Scenario.Motion(latitude: 48 + $0 * 1e-5, longitude: 11, altitude: 100 + 2 * $0) },
      from: .munich, seed: 1)
    let motion = path.motion(at: 50)
    #expect(abs(motion.north - 1.1119) < 0.001)
    #expect(abs(motion.east) < 1e-6)
    #expect(abs(motion.up - 2) < 1e-6)
  }

  @Test func `given as code may be as mad as it likes`() {
    for wild in [Double.nan, .infinity, -1e300, 1e9] {
      let path = Path(
        .custom { _ in Scenario.Motion(latitude: wild, longitude: wild, altitude: wild) }, from: .munich,
        seed: 1)
      let motion = path.motion(at: 5)
      #expect(-90...90 ~= motion.latitude && -180...180 ~= motion.longitude)
      let scenario = Scenario.staticDesk.with {
        $0.journey = .custom { _ in Scenario.Motion(latitude: wild, longitude: wild, altitude: wild) }
      }
      #expect(!bytes(scenario, seconds: 5).isEmpty)
    }
  }
}
