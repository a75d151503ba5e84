import GNSS
import Testing

@testable import SimulatedGPS

@Suite struct `A tracker` {
  private func run(
    _ constellations: [Constellation], _ start: Scenario.PowerUp = .hot, seconds: Int = 60, seed: UInt64 = 1,
    _ surroundings: Scenario.Surroundings = .open, _ interference: Interference = .none,
    _ look: (Tracker, Int) -> Void = { _, _ in }
  ) -> Tracker {
    var tracker = Tracker(constellations, seed: seed)
    tracker.powerUp(start, second: 0)
    for second in 0...seconds {
      tracker.look(second: second, orbitSeconds: 2.17e8 + Double(second)) {
        Horizon(latitude: 48.1, longitude: 11.5, height: 500)
      }
      tracker.update(second: second, surroundings, interference)
      look(tracker, second)
    }
    return tracker
  }

  @Test func `hears only the systems that it is made for`() {
    let tracker = run([.gps, .beidou])
    #expect(Set(tracker.satellites.map(\.identity.constellation)) == [.gps, .beidou])
  }

  @Test func `uses no more than twelve of a system, the highest ones, and none near the horizon`() {
    let tracker = run([.gps, .glonass, .galileo, .beidou])
    for constellation in [Constellation.gps, .glonass, .galileo, .beidou] {
      let own = tracker.satellites.filter { $0.identity.constellation == constellation }
      #expect(own.count { $0.isUsed } <= 12)
      let lowestUsed = own.filter(\.isUsed).map(\.elevation).min() ?? 90
      #expect(lowestUsed >= Tracker.mask)
    }
    #expect(tracker.satellites.contains { $0.elevation < Tracker.mask })
    #expect(tracker.usedCount == tracker.satellites.count { $0.isUsed })
  }

  @Test func `names satellites in the same order each second`() {
    var orders: Set<[SatelliteIdentity]> = []
    _ = run([.gps], seconds: 9) { tracker, _ in orders.insert(tracker.satellites.map(\.identity)) }
    #expect(orders.count == 1)
  }

  @Test func `uses only what it hears, and hears only what stands above the horizon`() {
    _ = run([.gps, .galileo], .cold, seconds: 90) { tracker, _ in
      for satellite in tracker.satellites {
        #expect(satellite.elevation > 0 && satellite.elevation <= 90)
        #expect(satellite.azimuth >= 0 && satellite.azimuth < 360)
        if satellite.isUsed { #expect(satellite.carrierToNoise.map { $0 >= 20 } ?? false) }
      }
    }
  }

  @Test func `has nothing to tell where there is nothing but rock`() {
    let tracker = run([.gps, .galileo], .cold, .tunnel)
    #expect(
      tracker.satellites.isEmpty && tracker.geometry == nil && tracker.firstHeard == nil && !tracker.hasRead)
  }

  @Test func `hears a spoofer at one strength, wherever it is`() {
    let tracker = run([.gps], .warm, .tunnel, Interference(jamming: 0, isSpoofed: true))
    #expect(Set(tracker.satellites.map(\.carrierToNoise)) == [44])
    #expect(tracker.geometry != nil)
  }

  @Test func `loses its fix to a jammer`() {
    #expect(run([.gps], .hot, .open, Interference(jamming: 10, isSpoofed: false)).geometry != nil)
    #expect(run([.gps], .hot, .open, Interference(jamming: 35, isSpoofed: false)).geometry == nil)
  }

  @Test func `names none as used without a fix`() {
    let tracker = run([.gps], .warm, seconds: 30, Scenario.Surroundings(loss: 24))
    #expect(tracker.geometry == nil)
    #expect(tracker.usedCount == 0 && !tracker.satellites.contains { $0.isUsed })
    #expect(tracker.satellites.contains { $0.carrierToNoise != nil })
  }

  @Test func `goes through a day with satellites that rise and set`() {
    var tracker = Tracker([.gps], seed: 1)
    tracker.powerUp(.hot, second: 0)
    var seen: Set<SatelliteIdentity> = []
    var fixes = 0
    for second in stride(from: 0, to: 86_400, by: 60) {
      // Minutes instead of seconds, so that a day is short; channels that come new need their half minute all the same.
      tracker.look(second: second, orbitSeconds: 2.17e8 + Double(second)) {
        Horizon(latitude: 48.1, longitude: 11.5, height: 500)
      }
      tracker.update(second: second, .open, .none)
      seen.formUnion(tracker.satellites.map(\.identity))
      if tracker.isSpatial, tracker.geometry != nil { fixes += 1 }
    }
    #expect(seen.count == 31)
    #expect(fixes > 1300)
  }
}

@Suite struct `A satellite that is told` {
  @Test(
    arguments: [(0.0, 0), (0.49, 0), (0.5, 1), (359.4, 359), (359.5, 0), (359.99, 0), (180.2, 180)])
  func `has a whole azimuth of 0 to 359`(azimuth: Double, whole: Int) {
    let satellite = SimulatedSatellite(
      identity: SatelliteIdentity(.gps, 1), azimuth: azimuth, elevation: 44.5, carrierToNoise: 40,
      isUsed: true,
      hasDirection: true)
    #expect(satellite.wholeAzimuth == whole)
    #expect(satellite.wholeElevation == 45)
  }
}
