import TestSupport
import Testing

@testable import GPSFleetProtocol

#if canImport(Glibc)
import Glibc
#endif

@Suite struct `A fleet over a network that loses, doubles and reorders` {
  /// As many seeds as FLEET_SEEDS names, 200 without it; the first is that of the run.
  @Test func `delivers each point once, and no cursor is ahead of a commit`() {
    let count = unsafe getenv("FLEET_SEEDS").flatMap { unsafe Int(String(cString: $0)) } ?? 200
    let first = SeededGenerator.seed
    var (made, sent, longest, failovers) = (0, 0, 0 as Int64, 0)
    var most = 0.0
    let time = ContinuousClock().measure {
      for seed in first..<(first + UInt64(count)) {
        let outcome = FleetSimulation(seed: seed).run()
        #expect(outcome.complaints.isEmpty, "seed \(seed): \(outcome)")
        (made, sent, longest) = (made + outcome.made, sent + outcome.sent, max(longest, outcome.calm))
        failovers += outcome.failovers
        most = max(most, Double(outcome.sent) / Double(outcome.made))
      }
    }
    print(
      "\(count) hours from seed \(first) in \(time): \(made) made, \(sent) sent, at most \(most) times, \(failovers) failovers, calm after \(longest) s"
    )
    #expect(made > 0 && Double(sent) < 1.5 * Double(made))
  }

  /// What is sent twice depends on when each part ends: the bound holds for each seed.
  @Test(arguments: [300, 1000] as [Int64])
  func `sends little again after the collectors, the broker and the database were killed`(commit: Int64) {
    var (ratios, again): ([Double], (Int, Int, Int)) = ([], (0, 0, 0))
    for seed in 1...50 as ClosedRange<UInt64> {
      let outcome = FleetSimulation(seed: seed, .kills(commit: commit)).run()
      #expect(outcome.complaints.isEmpty && outcome.made > 9000, "seed \(seed): \(outcome)")
      again = (
        again.0 + outcome.again.silence, again.1 + outcome.again.connection, again.2 + outcome.again.collector
      )
      ratios.append(Double(outcome.sent) / Double(outcome.made))
    }
    ratios.sort()
    print(
      "commits of up to \(commit) ms: sent \(ratios[0]) to \(ratios[ratios.count - 1]) times what was made, "
        + "median \(ratios[ratios.count / 2]); again: \(again.0) in silence, \(again.1) on a new connection, "
        + "\(again.2) to a new collector")
    #expect(ratios[ratios.count - 1] <= 1.2)
  }
}
