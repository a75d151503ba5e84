import Foundation
import GNSS
import Testing

@testable import SimulatedGPS

/// Where and when the sky is looked at.
struct LookOut: Sendable, CustomTestStringConvertible {
  var name: String
  var latitude: Double
  var longitude: Double
  var height: Double
  var seconds: Int64
  var testDescription: String { name }

  static let all = [
    LookOut(
      name: "Munich, 2026", latitude: 48.1173, longitude: 11.516667, height: 592, seconds: 1_795_158_480),
    LookOut(
      name: "Dunedin, 2020", latitude: -45.8742, longitude: 170.5036, height: 20, seconds: 1_577_923_211),
    LookOut(
      name: "Quito, 2035", latitude: -0.1807, longitude: -78.4678, height: 2850, seconds: 2_061_283_605),
  ]

  /// Azimuth and elevation of every satellite, above the horizon or not, as the product has it.
  func directions() -> [(entry: Almanac.Entry, azimuth: Double, elevation: Double)] {
    let time = Double(seconds - Orbit.epoch)
    let horizon = Horizon(latitude: latitude, longitude: longitude, height: height)
    let turn = Orbit.turn(at: time)
    return Almanac.full.entries.map { entry in
      let direction = horizon.direction(to: entry.orbit.position(at: time, turn: turn))
      return (entry, atan2(direction.x, direction.y) * 180 / .pi, asin(direction.z) * 180 / .pi)
    }
  }
}

@Suite struct `The sky` {
  @Test(arguments: LookOut.all)
  func `stands where a satellite that falls step by step stands, too`(lookOut: LookOut) {
    let sidereal = TwoBodyMotion.siderealDegrees(secondsSince1970: Double(lookOut.seconds))
    for (index, seen) in lookOut.directions().enumerated() where index % 3 == 0 {
      let place = TwoBodyMotion(seen.entry.orbit.elements).place(after: Double(lookOut.seconds - Orbit.epoch))
      let expected = TwoBodyMotion.direction(
        to: place, siderealDegrees: sidereal, latitude: lookOut.latitude, longitude: lookOut.longitude,
        height: lookOut.height)
      let turn = abs(seen.azimuth - expected.azimuth).truncatingRemainder(dividingBy: 360)
      #expect(abs(seen.elevation - expected.elevation) < 0.02, "\(seen.entry.identity)")
      #expect(min(turn, 360 - turn) * cos(expected.elevation * .pi / 180) < 0.02, "\(seen.entry.identity)")
    }
  }

  @Test(arguments: LookOut.all)
  func `has as many satellites above ten degrees as the real one`(lookOut: LookOut) {
    let high = lookOut.directions().filter { $0.elevation > 10 }
    func count(_ constellation: Constellation) -> Int {
      high.count { $0.entry.identity.constellation == constellation }
    }
    #expect(5...13 ~= count(.gps))
    #expect(4...11 ~= count(.glonass))
    #expect(4...11 ~= count(.galileo))
  }

  @Test func `comes back after a sidereal day, as far as GPS is concerned`() {
    let horizon = Horizon(latitude: 48, longitude: 11, height: 500)
    for entry in Almanac.full.entries where entry.identity.constellation == .gps {
      let before = horizon.direction(to: entry.orbit.position(at: 5e7, turn: Orbit.turn(at: 5e7)))
      let later = 5e7 + 86_164.0905
      let after = horizon.direction(to: entry.orbit.position(at: later, turn: Orbit.turn(at: later)))
      #expect((before - after).length < 0.01)
    }
  }

  @Test func `has BeiDou satellites that stand still over the equator`() {
    for entry in Almanac.full.entries.filter({ $0.identity.constellation == .beidou }).prefix(5) {
      let places = stride(from: 0.0, to: 86_400, by: 3600).map { hour in
        entry.orbit.position(at: 2e8 + hour, turn: Orbit.turn(at: 2e8 + hour))
      }
      let longitudes = places.map { atan2($0.y, $0.x) * 180 / .pi }
      #expect((longitudes.max() ?? 0) - (longitudes.min() ?? 0) < 3)
      #expect(places.allSatisfy { abs($0.z) < 1.0e6 })
    }
  }

  @Test func `shows no GPS overhead at the pole`() {
    let horizon = Horizon(latitude: 90, longitude: 0, height: 0)
    for time in stride(from: 1e8, to: 1e8 + 86_400, by: 1800) {
      for entry in Almanac.full.entries where entry.identity.constellation == .gps {
        let direction = horizon.direction(to: entry.orbit.position(at: time, turn: Orbit.turn(at: time)))
        // 55° of inclination, seen from the top: never higher than some 47°.
        #expect(direction.z < 0.74)
      }
    }
  }

  @Test func `names every satellite once, by a number that NMEA has`() {
    let identities = Almanac.full.entries.map(\.identity)
    #expect(Set(identities).count == identities.count)
    for identity in identities {
      let most =
        [Constellation.gps: 32, .glonass: 24, .galileo: 36, .beidou: 63][identity.constellation] ?? 0
      #expect(1...most ~= identity.number, "\(identity)")
    }
    #expect(identities.count { $0.constellation == .gps } == 31)
    #expect(identities.count { $0.constellation == .glonass } == 24)
    #expect(identities.count { $0.constellation == .galileo } == 24)
    #expect(identities.count { $0.constellation == .beidou } == 34)
  }

  @Test func `is the same whether one looks every second or every ten`() {
    var often = Tracker([.gps, .galileo], seed: 3)
    var seldom = Tracker([.gps, .galileo], seed: 3)
    let horizon = Horizon(latitude: 48, longitude: 11, height: 500)
    often.powerUp(.hot, second: 0)
    seldom.powerUp(.hot, second: 0)
    for second in 0...40 {
      often.look(second: second, orbitSeconds: 1e8 + Double(second)) { horizon }
      if second % 10 == 0 { seldom.look(second: second, orbitSeconds: 1e8 + Double(second)) { horizon } }
      often.update(second: second, .open, .none)
      seldom.update(second: second, .open, .none)
    }
    #expect(often.satellites == seldom.satellites && !often.satellites.isEmpty)
  }
}

extension TwoBodyMotion {
  /// Takes the numbers over.
  fileprivate init(_ elements: Orbit.Elements) {
    self.init(
      radius: elements.radius, eccentricity: elements.eccentricity, inclination: elements.inclination,
      node: elements.node, perigee: elements.perigee, anomaly: elements.anomaly)
  }
}

@Suite struct `A satellite's strength` {
  @Test func `grows with its elevation`() {
    let strengths = stride(from: 0.0, through: 1, by: 0.05).map { SignalStrength.clear(sineOfElevation: $0) }
    #expect(strengths == strengths.sorted())
    #expect(32...36 ~= strengths[0])
    #expect(45...50 ~= strengths[strengths.count - 1])
  }

  @Test func `never jumps by more than a decibel from second to second`() {
    for place in 0..<20 {
      for second in 0..<400 {
        let now = SignalStrength.unrest(seed: 5, place: place, second: second)
        let next = SignalStrength.unrest(seed: 5, place: place, second: second + 1)
        #expect(abs(next - now) < 1)
        #expect(abs(now) < 10)
      }
    }
  }

  @Test func `differs from satellite to satellite and from seed to seed`() {
    let one = SignalStrength.unrest(seed: 5, place: 1, second: 7)
    #expect(one != SignalStrength.unrest(seed: 5, place: 2, second: 7))
    #expect(one != SignalStrength.unrest(seed: 6, place: 1, second: 7))
    #expect(one == SignalStrength.unrest(seed: 5, place: 1, second: 7))
  }
}

/// The direction of something in the sky: east, north and up.
private func direction(_ azimuth: Double, _ elevation: Double) -> Vector {
  let rad = Double.pi / 180
  return Vector(
    sin(azimuth * rad) * cos(elevation * rad), cos(azimuth * rad) * cos(elevation * rad), sin(elevation * rad)
  )
}

@Suite struct `Scenario.Surroundings of an antenna` {
  private func loss(_ surroundings: Scenario.Surroundings, _ azimuth: Double, _ elevation: Double) -> Double {
    surroundings.loss(azimuth: azimuth, elevation: elevation, direction: direction(azimuth, elevation))
  }

  @Test func `that are open take nothing away, and those of rock let nothing through`() {
    for azimuth in stride(from: 0.0, to: 360, by: 30) { #expect(loss(.open, azimuth, 10) == 0) }
    #expect(loss(.tunnel, 0, 90) >= 80)
  }

  @Test func `with houses leave the sky along the street, and overhead`() {
    let street = Scenario.Surroundings(street: .init(direction: 90, steepness: 2, loss: 26))
    let places: [(Double, Double)] = [(90, 10), (270, 10), (0, 40), (180, 70), (0, 62), (0, 65)]
    #expect(places.map { loss(street, $0, $1) } == [0, 0, 26, 0, 26, 0])
  }

  @Test func `with one wall shade its side below its height`() {
    let wall = Scenario.Surroundings(obstacles: [.init(from: 350, to: 20, height: 30, loss: 12)])
    let places: [(Double, Double)] = [(355, 20), (5, 29), (5, 31), (21, 20), (180, 20)]
    #expect(places.map { loss(wall, $0, $1) } == [12, 12, 0, 0, 0])
  }

  @Test func `add up`() {
    let both = Scenario.Surroundings(obstacles: [.init(from: 0, to: 90, height: 45, loss: 5)], loss: 7)
    #expect(loss(both, 45, 20) == 12)
    #expect(loss(both, 145, 20) == 7)
  }

  @Test func `between houses leave a receiver fewer satellites, and a worse geometry`() throws {
    let open = try #require(meant(.walk, seconds: 120).last)
    let canyon = try #require(meant(.canyon, seconds: 120).last)
    #expect(canyon.usedCount < open.usedCount / 2)
    let geometries = (try #require(open.geometry), try #require(canyon.geometry))
    #expect(geometries.1.horizontal > geometries.0.horizontal * 1.3)
    #expect(canyon.hasFix)
  }
}

/// The textbook's way: AᵀA written out, inverted by Gauss and Jordan with pivots, and roots of the diagonal.
private func dilutions(_ rows: [[Double]]) -> [Double] {
  let size = rows[0].count
  var matrix = (0..<size).map { i in
    (0..<size).map { j in rows.reduce(0) { $0 + $1[i] * $1[j] } } + (0..<size).map { $0 == i ? 1.0 : 0 }
  }
  for column in 0..<size {
    let pivot = (column..<size).max { abs(matrix[$0][column]) < abs(matrix[$1][column]) } ?? column
    matrix.swapAt(column, pivot)
    let lead = matrix[column][column]
    for j in matrix[column].indices { matrix[column][j] /= lead }
    for i in 0..<size where i != column {
      let factor = matrix[i][column]
      for j in matrix[i].indices { matrix[i][j] -= factor * matrix[column][j] }
    }
  }
  return (0..<size).map { matrix[$0][size + $0].squareRoot() }
}

@Suite struct `The geometry of satellites` {
  @Test(arguments: LookOut.all)
  func `gives the dilutions of the matrix formula`(lookOut: LookOut) throws {
    let directions = lookOut.directions().filter { $0.elevation > 5 }.map {
      direction($0.azimuth, $0.elevation)
    }
    for count in [5, 9, directions.count] {
      let some = Array(directions.prefix(count))
      let expected = dilutions(some.map { [$0.x, $0.y, $0.z, 1] })
      let geometry = try #require(SimulatedEpoch.Geometry(some, holdsAltitude: false))
      #expect(abs(geometry.east / expected[0] - 1) < 1e-6)
      #expect(abs(geometry.north / expected[1] - 1) < 1e-6)
      #expect(abs(geometry.vertical / expected[2] - 1) < 1e-6)
      #expect(abs(geometry.time / expected[3] - 1) < 1e-6)
      #expect(abs(geometry.horizontal / hypot(expected[0], expected[1]) - 1) < 1e-6)
      let space = (expected[0] * expected[0] + expected[1] * expected[1] + expected[2] * expected[2])
        .squareRoot()
      #expect(abs(geometry.position / space - 1) < 1e-6)
    }
  }

  @Test func `is flat with three satellites, and has no vertical part`() throws {
    let three = [direction(10, 40), direction(130, 30), direction(250, 50)]
    let expected = dilutions(three.map { [$0.x, $0.y, 1] })
    let geometry = try #require(SimulatedEpoch.Geometry(three, holdsAltitude: true))
    #expect(abs(geometry.horizontal / hypot(expected[0], expected[1]) - 1) < 1e-6)
    #expect(geometry.vertical == 0 && geometry.position == geometry.horizontal)
    #expect(SimulatedEpoch.Geometry(three, holdsAltitude: false) == nil)
  }

  @Test func `is none where all stand in one place, or on one circle around the zenith`() {
    #expect(
      SimulatedEpoch.Geometry(Array(repeating: direction(90, 45), count: 8), holdsAltitude: false) == nil)
    #expect(SimulatedEpoch.Geometry([], holdsAltitude: true) == nil)
    // Height and clock cannot be told apart then.
    let ring = stride(from: 0.0, to: 360, by: 45).map { direction($0, 30) }
    #expect(SimulatedEpoch.Geometry(ring, holdsAltitude: false) == nil)
  }

  @Test(arguments: [Scenario.staticDesk, .canyon, .coldStart])
  func `of what a receiver uses is that of the satellites it names`(scenario: Scenario) throws {
    for epoch in meant(scenario, seconds: 90) where epoch.mode == .threeDimensional {
      let used = epoch.satellites.filter(\.isUsed)
      let expected = dilutions(
        used.map {
          let seen = direction($0.azimuth, $0.elevation)
          return [seen.x, seen.y, seen.z, 1]
        })
      let geometry = try #require(epoch.geometry)
      #expect(abs(geometry.horizontal / hypot(expected[0], expected[1]) - 1) < 0.01)
      #expect(abs(geometry.vertical / expected[2] - 1) < 0.01)
    }
  }
}
