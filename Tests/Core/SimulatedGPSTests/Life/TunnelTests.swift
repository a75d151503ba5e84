import GNSS
import SimulatedGPS
import Testing

@Suite struct `A tunnel` {
  @Test(arguments: [Dialect.ublox9, .sirf, .mtk, .quectel])
  func `takes the fix, and gives it back some seconds behind its end`(dialect: Dialect) throws {
    let epochs = meant(.tunnel.with { $0.dialect = dialect }, seconds: 130)
    func fixes(_ range: Range<Int>) -> [SimulatedEpoch] {
      epochs.filter { range.contains(Int($0.instant.components.seconds)) }
    }
    #expect(fixes(10..<60).allSatisfy { $0.hasFix && !$0.isEstimated })
    #expect(fixes(64..<100).allSatisfy { !$0.hasFix })
    #expect(fixes(64..<100).allSatisfy { $0.timeOfDay != nil && $0.date != nil })
    let back = try #require(fixes(100..<130).first { $0.hasFix })
    #expect(101...106 ~= back.instant.components.seconds)
    #expect(fixes(110..<130).allSatisfy { $0.mode == .threeDimensional })
  }

  @Test func `is entered with a guess by u-blox, along the last course`() throws {
    let epochs = meant(.tunnel, seconds: 70)
    let guessed = epochs.filter(\.isEstimated)
    #expect(1...2 ~= guessed.count)
    let text = lines(bytes(.tunnel, seconds: 70))
    #expect(text.contains { $0.contains("RMC") && $0.contains(",E,V*") })
    let fixes = fixes(bytes(.tunnel, seconds: 70)).filter { $0.quality == .deadReckoning }
    #expect(fixes.count == guessed.count)
  }

  @Test func `leaves satellites known and not heard`() throws {
    let inside = try #require(meant(.tunnel, seconds: 90).last)
    #expect(inside.satellites.count > 15)
    #expect(inside.satellites.allSatisfy { $0.carrierToNoise == nil && !$0.isUsed })
    #expect(inside.usedCount == 0)
  }

  @Test func `of hours makes orbits old, so that they must be heard again`() throws {
    let scenario = Scenario.staticDesk.with {
      $0.events = [Scenario.Event(from: .seconds(60), to: .seconds(5 * 3600), .surroundings(.tunnel))]
    }
    var engine = SimulatedReceiverMachine(scenario)
    _ = engine.advance(to: .seconds(5 * 3600 + 12))
    #expect(engine.lastEpoch?.hasFix == false)
    _ = engine.advance(to: .seconds(5 * 3600 + 60))
    #expect(engine.lastEpoch?.hasFix == true)
  }
}
