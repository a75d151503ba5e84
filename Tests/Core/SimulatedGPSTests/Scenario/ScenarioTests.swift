import GNSS
import NMEA
import Testing

@testable import SimulatedGPS

@Suite struct `A ready-made scenario` {
  @Test(
    arguments: Scenario.all.filter { !["silent", "nofix", "wrongbaud", "coldstart"].contains($0.name) }.map(
      \.name))
  func `has a fix within some seconds`(name: String) throws {
    let scenario = try #require(Scenario(named: name))
    #expect(fixes(bytes(scenario, seconds: 15)).contains { $0.isValid })
  }

  @Test func `that drives, drives`() throws {
    func fastest(_ scenario: Scenario, _ seconds: Int = 200) -> Double {
      fixes(bytes(scenario, seconds: seconds)).compactMap(\.speed).max() ?? 0
    }
    #expect(fastest(.staticDesk) < 0.5)
    #expect(1...2.2 ~= fastest(.walk))
    #expect(10...17 ~= fastest(.drive))
    #expect(2...4.5 ~= fastest(.boat))
    #expect(fastest(.flight) > 150)
  }

  @Test func `has its own rate only as far as its dialect can keep it`() {
    func interval(_ dialect: Dialect, _ rate: Double?) -> Int64 {
      Scenario.staticDesk.with {
        $0.dialect = dialect; $0.rate = rate
      }.interval
    }
    #expect(interval(.ublox9, nil) == 1_000_000_000)
    #expect(interval(.ublox9, 25) == 40_000_000)
    #expect(interval(.ublox8, 25) == 100_000_000)
    #expect(interval(.sirf, 10) == 1_000_000_000)
    #expect(interval(.garmin, nil) == 2_000_000_000)
    #expect(
      interval(.ublox9, 7) == 250_000_000 || interval(.ublox9, 7) == 200_000_000
        || interval(.ublox9, 7) == 100_000_000)
    #expect(interval(.ublox9, -3) == 1_000_000_000)
    #expect(interval(.ublox9, .nan) == 1_000_000_000)
  }

  @Test(arguments: [("10", 10.0), ("25", 25), ("0.5", 0.5), ("4", 4)])
  func `sends as many epochs as its rate says`(text: String, rate: Double) throws {
    let scenario = try Scenario(parsing: "sim:static?rate=\(text)")
    let times = fixes(bytes(scenario, seconds: 40)).compactMap(\.timeOfDay)
    let steps = zip(times, times.dropFirst()).map { Double($1.nanosecondsOfDay - $0.nanosecondsOfDay) / 1e9 }
    #expect(steps.allSatisfy { abs($0 * rate - 1) < 1e-6 })
    #expect(abs(Double(times.count) - 40 * rate) <= 1.5 + 0.3 * rate)
  }

  @Test func `brings places to what exists`() {
    #expect(Scenario.Place(latitude: 100, longitude: 190).latitude == 90)
    #expect(Scenario.Place(latitude: 0, longitude: 190).longitude == -170)
    #expect(Scenario.Place(latitude: .nan, longitude: .infinity).latitude == 0)
  }

  @Test func `at a pole and on the date line is like any other`() {
    for place in [
      Scenario.Place(latitude: 90, longitude: 0), Scenario.Place(latitude: -90, longitude: 100),
      Scenario.Place(latitude: 10, longitude: 179.9999),
    ] {
      for journey in [Scenario.Journey.walk, .drive, .boat] {
        let fixes = fixes(
          bytes(
            .staticDesk.with {
              $0.place = place; $0.journey = journey
            }, seconds: 30))
        #expect(fixes.last?.isValid == true)
      }
    }
  }
}
