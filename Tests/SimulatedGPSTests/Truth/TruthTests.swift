import GPSBridge
import TestSupport
import Testing

@testable import SimulatedGPS

/// Whatever is played, the library says nothing that is not so; a failure names the seed that brings it back.
@Suite(.timeLimit(.minutes(10))) struct `The truth` {
  @Test(arguments: TruthSeed.scenarios)
  func `is told of each scenario by each receiver`(name: String, dialect: String) throws {
    let seed = SeededGenerator.seed
    let scenario = try #require(Scenario(named: name)).with {
      $0.seed = seed
      $0.dialect = Dialect(named: dialect) ?? $0.dialect
    }
    let trial = TruthTrial(scenario)
    #expect(trial.lies(within: .seconds(150)) == [], "sim:\(name)?dialect=\(dialect)&seed=\(seed)")
  }

  @Test(arguments: Scenario.multi.indices)
  func `is told of each receiver on one car`(index: Int) {
    let seed = SeededGenerator.seed
    let trial = TruthTrial(Scenario.multi[index].with { $0.seed = seed })
    #expect(trial.lies(within: .seconds(200)) == [], "multi \(index), seed \(seed)")
  }

  @Test(arguments: 1...TruthSeed.rounds)
  func `is told of anything that happens to any receiver`(round: Int) {
    let seed = UInt64(round) << 32 | SeededGenerator.seed
    let scenario = Scenario.random(seed: seed)
    let trial = TruthTrial(scenario)
    #expect(
      trial.lies(within: .seconds(250)) == [],
      "Scenario.random(seed: \(seed)): \(scenario.dialect.name), \(scenario.events)")
  }

  @Test func `was looked at where there was much to lie about`() {
    let trial = TruthTrial(.drive)
    #expect(trial.lies(within: .seconds(200)) == [])
    #expect(trial.positions > 150)
  }
}
