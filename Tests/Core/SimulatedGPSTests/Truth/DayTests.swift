import SimulatedGPS
import TestSupport
import Testing

/// A whole day on time that is moved by hand: an hour of it with each change, all of it by `make soak`.
@Suite(.timeLimit(.minutes(60))) struct `A day with a receiver` {
  @Test func `is told as it was, to the last sentence, and leaves nothing behind`() {
    let (hours, seed) = (TruthSeed.hours, SeededGenerator.seed)
    let scenario = Scenario.day(seed: seed, hours: hours)
    let trial = TruthTrial(scenario, seconds: (hours + 1) * 3600, step: .milliseconds(200))
    #expect(trial.lies(within: .seconds(900)) == [], "TEST_SEED=\(seed)")
    let (timers, memory) = (trial.timers, TruthSeed.memory)
    #expect(trial.lies(within: .seconds(hours * 3600 - 900)) == [], "TEST_SEED=\(seed)")
    let sentences = trial.sentences
    #expect(sentences.told == sentences.counted)
    #expect(sentences.told > hours * 10_000)
    #expect(trial.positions > hours * 1800)
    #expect(trial.timers <= timers + 4)
    // Other tests run beside this one, so that only growth with time counts: a page for every three minutes.
    let growth = TruthSeed.memory - memory
    print(
      "\(hours) hours, seed \(seed): \(sentences.told) sentences, \(trial.positions) positions, "
        + "\(growth * 4) kB more memory, \(trial.timers) timers")
    if hours >= 24 { #expect(growth < 2048) }
  }
}
