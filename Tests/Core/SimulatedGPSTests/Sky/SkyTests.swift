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
      return (
        entry, atan2(direction.x, direction.y) * 180 / .pi, asin(direction.z) * 180 / .pi
      )
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
    #expect(often.satellites == seldom.satellites)
    #expect(!often.satellites.isEmpty)
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
