import GNSS
import TestSupport
import Testing

@testable import SimulatedGPS

/// When our decoder knows that a simulated receiver's burst is over.
@Suite struct `The end of a simulated burst` {
  /// How the epochs of a scenario were told.
  private struct Told {
    /// Whether each was told at its last byte, and not by the next one's first sentence.
    var atLastByte: [Bool] = []
    var counts = EpochCounts()
  }

  /// Feeds a receiver's lines one by one, the worst that a live line can do, or burst by burst.
  private func told(_ dialect: Dialect, rate: Double, burstwise: Bool) -> Told {
    let scenario = Scenario.staticDesk.with {
      $0.dialect = dialect
      $0.rate = rate
      $0.speed = 921_600
    }
    var engine = SimulatedReceiverMachine(scenario)
    var decoder = FixDecoder(.recording())
    var told = Told()
    var rest: [UInt8] = []
    while engine.now < .seconds(40) {
      // To the middle between two bursts: at this speed of the line they are over by then.
      let burst = engine.advance(to: engine.now + .nanoseconds(scenario.interval)).bytes
      // A burst may begin before its interval ends: half a line waits for the other half.
      let lines = (rest + burst).split(separator: 0x0A, omittingEmptySubsequences: false)
      if !burstwise { rest = lines.last.map(Array.init) ?? [] }
      let reads = burstwise ? [burst] : lines.dropLast().map { $0 + [0x0A] }
      for read in reads {
        decoder.decode(read.span) { if case .fix = $0 { told.atLastByte.append(false) } }
        decoder.nothingWaits { if case .fix = $0 { told.atLastByte.append(true) } }
      }
    }
    told.counts = decoder.epochCounts
    return told
  }

  @Test(arguments: Dialect.all, [1.0, 10.0])
  func `is known from the fourth burst on, and of a new kind of burst from its second`(
    dialect: Dialect, rate: Double
  ) {
    let told = told(dialect, rate: rate, burstwise: false)
    #expect(told.atLastByte.count >= 15)
    let waited = told.atLastByte.indices.filter { !told.atLastByte[$0] && $0 > 3 }
    // Once a second GLL or ZDA ends a burst that nothing ended before, with and without satellites.
    #expect(waited.count <= (rate == 1 ? 0 : 3), "\(waited)")
    #expect(told.counts.early == 0)
    #expect(told.counts.late == 0)
  }

  @Test(arguments: Dialect.all, [1.0, 10.0])
  func `cuts no burst that comes in one read`(dialect: Dialect, rate: Double) {
    let told = told(dialect, rate: rate, burstwise: true)
    #expect(told.counts.early == 0)
    #expect(told.counts.late == 0)
  }
}
