import GNSS
import SimulatedGPS
import Testing

@Suite struct `The sky that a simulated receiver tells` {
  @Test(arguments: Dialect.all, [Scenario.staticDesk, .canyon, .coldStart])
  func `comes back satellite by satellite`(dialect: Dialect, scenario: Scenario) throws {
    let scenario = scenario.with {
      $0.dialect = dialect; $0.speed = 115_200; $0.skyPeriod = 1
    }
    let epochs = meant(scenario, seconds: 60).filter { $0.hasFix && !$0.isEstimated }.dropLast()
    let decoded = fixes(bytes(scenario, seconds: 60))
    #expect(epochs.count > 5)
    for epoch in epochs {
      let fix = try #require(decoded.first { $0.timeOfDay == epoch.timeOfDay })
      let expected = epoch.satellites.map(Seen.init).sorted()
      #expect(fix.satellites.map(Seen.init).sorted() == expected, "\(dialect.name) \(epoch.instant)")
    }
  }

  @Test(arguments: ["2.1", "2.3", "4.0", "4.10", "4.11"])
  func `keeps its four systems apart in every edition`(edition: String) throws {
    let scenario = try Scenario(parsing: "sim:static?nmea=\(edition)")
    let satellites = try #require(fixes(bytes(scenario, seconds: 10)).last).satellites
    let meantSatellites = try #require(meant(scenario, seconds: 10).last).satellites
    #expect(Set(satellites.map(\.identity)) == Set(meantSatellites.map(\.identity)))
    #expect(Set(satellites.map(\.identity.constellation)) == [.gps, .glonass, .galileo, .beidou])
  }

  @Test(arguments: [("2.1", false), ("4.0", false), ("4.10", true), ("4.11", true)])
  func `names signals only since they have numbers`(edition: String, hasSignals: Bool) throws {
    let scenario = try Scenario(parsing: "sim:static?nmea=\(edition)")
    let satellites = try #require(fixes(bytes(scenario, seconds: 10)).last).satellites
    #expect(satellites.allSatisfy { ($0.signal != nil) == hasSignals })
    if hasSignals {
      #expect(satellites.first { $0.identity.constellation == .galileo }?.signal == .e1BC)
      #expect(satellites.first { $0.identity.constellation == .beidou }?.signal == .b1I)
    }
  }
}

/// A satellite, for comparisons: whole numbers, as sentences have them.
struct Seen: Hashable, Comparable, CustomStringConvertible {
  var constellation: UInt8
  var number: Int
  var azimuth: Int?
  var elevation: Int?
  var strength: Int?
  var isUsed: Bool

  init(_ satellite: Satellite) {
    constellation = satellite.identity.constellation.rawValue
    number = satellite.identity.number
    azimuth = satellite.azimuth
    elevation = satellite.elevation
    strength = satellite.carrierToNoise
    isUsed = satellite.isUsed
  }

  init(_ satellite: SimulatedSatellite) {
    constellation = satellite.identity.constellation.rawValue
    number = satellite.identity.number
    azimuth = satellite.hasDirection ? satellite.wholeAzimuth : nil
    elevation = satellite.hasDirection ? satellite.wholeElevation : nil
    strength = satellite.carrierToNoise
    isUsed = satellite.isUsed
  }

  static func < (a: Seen, b: Seen) -> Bool { (a.constellation, a.number) < (b.constellation, b.number) }
  var description: String {
    "\(constellation):\(number) \(azimuth ?? -1)/\(elevation ?? -1) \(strength ?? -1) \(isUsed)"
  }
}
