import GPSBridge
import TestSupport
import Testing

@testable import SimulatedGPS

/// Whatever is played, the library says nothing that is not so; a failure names the seed that brings it back.
@Suite(.timeLimit(.minutes(10))) struct `The truth` {
  @Test(arguments: TruthSeed.scenarios)
  func `is told of each scenario by each receiver`(name: String, dialect: String) throws {
    let scenario = try #require(Scenario(named: name)).with {
      $0.seed = seed
      $0.dialect = Dialect(named: dialect) ?? $0.dialect
    }
    let trial = TruthTrial(scenario)
    #expect(trial.lies(within: .seconds(150)) == [], "sim:\(name)?dialect=\(dialect)&seed=\(seed)")
  }

  @Test(arguments: Scenario.multi.indices)
  func `is told of each receiver on one car`(index: Int) {
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

  /// Seeds with which the library lied, or the witness was wrong.
  @Test(
    arguments: [
      // Noise at 2 Hz; wrong checksums at 1 Hz.
      24_755_223_492, 17_179_869_249,
      // A clock that was never set; an interval of 2 s with jitter; an epoch that shows to be complete by the quiet behind it.
      51_539_607_563, 47_244_640_278, 81_604_378_668,
      // 87 % of the sentences lost: five epochs in a row came 3 s and more after the one before.
      11_979_921_202,
      // A clock that stood still when the device came back, so that no epoch had shown a time of its own.
      95_963_792_959,
      // Two bits that flip in most sentences, of which the second hid the first from the checksum.
      66_676_354_549,
    ] as [UInt64])
  func `is told of what was once not so`(seed: UInt64) {
    #expect(TruthTrial(Scenario.random(seed: seed)).lies(within: .seconds(250)) == [])
  }

  @Test func `was looked at where there was much to lie about`() {
    let trial = TruthTrial(.drive)
    #expect(trial.lies(within: .seconds(200)) == [])
    #expect(trial.positions > 150)
  }
}
