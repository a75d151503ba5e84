import TestSupport
import Testing

@testable import GPSFleetProtocol

#if canImport(Glibc)
import Glibc
#endif

@Suite struct `A fleet over a network that loses, repeats, delays and cuts` {
  /// As many seeds as FLEET_SEEDS names, 200 without it; the first is that of the run.
  @Test func `has each position in the table once, and no cursor is ahead of a commit`() {
    let count = unsafe getenv("FLEET_SEEDS").flatMap { unsafe Int(String(cString: $0)) } ?? 200
    let first = SeededGenerator.seed
    var (made, sent, failovers, longest, most) = (0, 0, 0, 0 as Int64, 0.0)
    for seed in first..<(first + UInt64(count)) {
      let outcome = FleetSimulation(seed: seed).run()
      #expect(outcome.complaints.isEmpty, "seed \(seed): \(outcome)")
      (made, sent, longest) = (made + outcome.made, sent + outcome.sent, max(longest, outcome.calm))
      failovers += outcome.failovers
      most = max(most, Double(outcome.sent) / Double(outcome.made))
    }
    print(
      "\(count) hours from seed \(first): \(made) made, \(sent) sent, at most \(most) times, "
        + "\(failovers) failovers, calm after \(longest) s")
    #expect(made > 0 && Double(sent) < 1.7 * Double(made))
  }

  @Test func `sends each position once if nothing fails`() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let outcome = FleetSimulation(seed: seed, .calm).run()
      #expect(outcome.complaints.isEmpty && outcome.made > 20_000, "\(outcome)")
      #expect(outcome.sent == outcome.made, "\(outcome)")
    }
  }

  @Test func `sends at most 1.2 times what was made while collectors and the database are killed`() {
    var ratios: [Double] = []
    for seed in 1...40 as ClosedRange<UInt64> {
      let outcome = FleetSimulation(seed: seed, .kills).run()
      #expect(outcome.complaints.isEmpty, "seed \(seed): \(outcome)")
      #expect(outcome.calm <= 20, "seed \(seed): \(outcome)")
      ratios.append(Double(outcome.sent) / Double(outcome.made))
    }
    print("sent \(ratios.min() ?? 0) to \(ratios.max() ?? 0) times what was made")
    #expect(ratios.max() ?? 2 <= 1.2)
  }

  @Test(arguments: FleetSimulation.Fault.allCases)
  func `finds a fault that is planted`(fault: FleetSimulation.Fault) {
    let found = (1...100 as ClosedRange<UInt64>).first {
      !FleetSimulation(seed: $0, .trouble, fault).run().complaints.isEmpty
    }
    #expect(found != nil)
  }
}
