import GNSS
import NMEA
import Testing

@testable import SimulatedGPS

@Suite struct `Power-up` {
  /// Seconds from power to the first position, and to the first with an altitude.
  private func firstFix(_ start: Scenario.PowerUp, seed: UInt64, _ dialect: Dialect = .ublox9) -> (
    plane: Int, space: Int
  )? {
    let epochs = meant(
      .staticDesk.with { ($0.powerUp, $0.seed, $0.dialect) = (start, seed, dialect) }, seconds: 120)
    guard let plane = epochs.first(where: \.hasFix),
      let space = epochs.first(where: { $0.mode == .threeDimensional })
    else { return nil }
    return (Int(plane.instant.components.seconds), Int(space.instant.components.seconds))
  }

  @Test(
    arguments: [(.hot, 1...4), (.warm, 23...45), (.cold, 25...60)]
      as [(kind: Scenario.PowerUp, range: ClosedRange<Int>)],
    [UInt64(1), 2, 3, 4, 5])
  func `takes the longer the less is known`(
    start: (kind: Scenario.PowerUp, range: ClosedRange<Int>), seed: UInt64
  ) throws {
    let times = try #require(firstFix(start.kind, seed: seed))
    #expect(start.range ~= times.plane && times.plane <= times.space)
  }

  @Test(arguments: [Dialect.ublox6, .ublox7, .ublox8, .ublox9, .ublox10])
  func `takes a u-blox that knows nothing no less than 25 seconds, however many systems it hears`(
    dialect: Dialect
  ) throws {
    for seed in UInt64(1)...12 {
      let cold = try #require(firstFix(.cold, seed: seed, dialect))
      #expect(25...40 ~= cold.plane, "seed \(seed)")
    }
  }

  @Test func `goes through a plane fix before the first one in space, for some seeds at least`() throws {
    let times = try (1...12).map { try #require(firstFix(.cold, seed: $0, .mtk)) }
    #expect(times.contains { $0.plane < $0.space })
  }

  @Test func `hears satellites, then knows the time, then the date, then the place`() throws {
    let epochs = meant(.coldStart, seconds: 90)
    let heard = try #require(epochs.firstIndex { $0.satellites.contains { $0.carrierToNoise != nil } })
    let time = try #require(epochs.firstIndex { $0.timeOfDay != nil })
    let date = try #require(epochs.firstIndex { $0.date != nil })
    let fix = try #require(epochs.firstIndex { $0.hasFix })
    #expect(heard < time && time < date && date <= fix)
    // What it hears it cannot place before it knows where it is itself.
    #expect(epochs[time].satellites.allSatisfy { !$0.hasDirection })
    #expect(epochs[fix + 1].satellites.allSatisfy { $0.hasDirection })
  }

  @Test func `knows the time at once where a clock ran on, and the date only when it is hot`() throws {
    let warm = try #require(meant(.staticDesk.with { $0.powerUp = .warm }, seconds: 2).first)
    #expect(warm.timeOfDay != nil && warm.date == nil)
    let hot = try #require(meant(.staticDesk, seconds: 2).first)
    #expect(hot.timeOfDay != nil && hot.date == CivilDate(year: 2026, month: 11, day: 20))
  }

  @Test func `never comes to a fix in a cellar`() {
    for seed in UInt64(1)...6 {
      let epochs = meant(.noFix.with { $0.seed = seed }, seconds: 300)
      #expect(!epochs.contains { $0.hasFix })
    }
    let heard = meant(.noFix, seconds: 300).flatMap(\.satellites).compactMap(\.carrierToNoise)
    #expect((heard.max() ?? 0) < 30)
  }

  @Test func `begins anew when the receiver is switched off and on`() throws {
    let scenario = Scenario.staticDesk.with {
      $0.events =
        Story {
          Story.Wait(for: .seconds(30))
          Story.Restart(.cold)
        }.events
    }
    let epochs = meant(scenario, seconds: 100)
    let restart = try #require(epochs.lastIndex { $0.number == 1 })
    #expect(epochs[restart - 1].hasFix)
    #expect(!epochs[restart].hasFix)
    #expect(epochs[restart].timeOfDay == nil)
    #expect(epochs.last?.hasFix == true)
  }
}

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

  @Test func `hears a spoofer at one strength, wherever it is, and loses its fix to a jammer`() {
    let tracker = run([.gps], .warm, .tunnel, Interference(jamming: 0, isSpoofed: true))
    #expect(Set(tracker.satellites.map(\.carrierToNoise)) == [44])
    #expect(tracker.geometry != nil)
    let jammed = [10, 35].map {
      run([.gps], .hot, .open, Interference(jamming: $0, isSpoofed: false)).geometry
    }
    #expect(jammed.map { $0 != nil } == [true, false])
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
  @Test(arguments: [(0.0, 0), (0.49, 0), (0.5, 1), (359.4, 359), (359.5, 0), (359.99, 0), (180.2, 180)])
  func `has a whole azimuth of 0 to 359`(azimuth: Double, whole: Int) {
    let satellite = SimulatedSatellite(
      identity: SatelliteIdentity(.gps, 1), azimuth: azimuth, elevation: 44.5, carrierToNoise: 40,
      isUsed: true, hasDirection: true)
    #expect(satellite.wholeAzimuth == whole && satellite.wholeElevation == 45)
  }
}

@Suite struct `Simulated time` {
  @Test func `has a second 60 where a leap second is put in, and is one behind after it`() {
    let calendar = SimulatedCalendar(start: 1_798_761_598, leapMidnight: 1_798_761_600)
    let seconds = (0...4).map { calendar.utc(at: Int64($0) * 1_000_000_000) }
    #expect(seconds.map { $0.timeOfDay.second } == [58, 59, 60, 0, 1])
    #expect(seconds.map(\.isLeapSecond) == [false, false, true, false, false])
    #expect(seconds[3].date == CivilDate(year: 2027, month: 1, day: 1))
    #expect(seconds[4].secondsSince1970 == 1_798_761_601)
  }

  @Test func `knows nothing of a leap second that has been, and keeps fractions exact`() {
    let later = SimulatedCalendar(start: 1_798_761_700, leapMidnight: 1_798_761_600)
    #expect(later.utc(at: 0).secondsSince1970 == 1_798_761_700)
    let calendar = SimulatedCalendar(start: 100, leapMidnight: nil)
    #expect(calendar.utc(at: 1_040_000_000) == UTC(secondsSince1970: 101, nanosecond: 40_000_000))
    #expect(calendar.utc(at: -1) == UTC(secondsSince1970: 99, nanosecond: 999_999_999))
  }

  @Test func `is told through a leap second without a gap`() throws {
    let fixes = fixes(bytes(.leapSecond, seconds: 120))
    let times = fixes.compactMap(\.time)
    #expect(times.count { $0.isLeapSecond } == 1)
    #expect(fixes.contains { $0.timeCorrections.leapSecond })
    #expect(times == times.sorted())
    #expect(lines(bytes(.leapSecond, seconds: 120)).contains { $0.contains(",235960.00,") })
  }

  @Test func `is 1024 weeks behind where the week counter has rolled over, and can be mended`() throws {
    let all = bytes(.rollover, seconds: 10)
    let raw = try #require(fixes(all).last?.time)
    let mended = try #require(fixes(all, .recording(CivilDate(year: 2026, month: 11, day: 20))).last)
    #expect(raw.date == CivilDate(year: 2007, month: 4, day: 6))
    #expect(mended.time?.date == CivilDate(year: 2026, month: 11, day: 20))
    #expect(mended.timeCorrections.rolloverWeeks == 1024)
  }
}
