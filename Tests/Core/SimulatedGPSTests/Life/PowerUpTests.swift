import GNSS
import SimulatedGPS
import Testing

@Suite struct `Power-up` {
  /// Seconds from power to the first position, and to the first with an altitude.
  private func firstFix(_ start: Scenario.PowerUp, seed: UInt64, _ dialect: Dialect = .ublox9) -> (
    plane: Int, space: Int
  )? {
    let epochs = meant(
      .staticDesk.with {
        $0.powerUp = start; $0.seed = seed; $0.dialect = dialect
      }, seconds: 120)
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
