import SimulatedGPS
import Testing

/// What can go wrong with a receiver is played, and the library is held to what it must make of it.
///
/// No test here waits: an hour of a bad cable takes no time.
@Suite(.timeLimit(.minutes(5))) struct `The library` {
  @Test(arguments: Trial.sentences + Trial.streams + Trial.beliefs + Trial.plugs)
  func `does the right thing when something goes wrong`(trial: Trial) throws { try trial.run() }

  @Test func `has a trial for everything that can go wrong`() {
    let trials = Trial.sentences + Trial.streams + Trial.beliefs + Trial.plugs
    let missing = Set(FaultKind.allCases).subtracting(trials.flatMap(\.kinds))
    #expect(missing.isEmpty)
    // A trial is one only if its fault is hit.
    for trial in trials { #expect(!trial.kinds.isEmpty, "\(trial)") }
  }

  @Test(arguments: 1...30)
  func `tells nothing but the truth of any bad cable`(seed: Int) {
    let scenario = Scenario.garbage.with {
      $0.seed = UInt64(seed)
      $0.dialect = Dialect.all[seed % Dialect.all.count]
    }
    let audience = Audience(scenario)
    let news = audience.hear(.seconds(120))
    audience.expectTruth(news)
    #expect(news.fixes.count > 50)
  }
}
