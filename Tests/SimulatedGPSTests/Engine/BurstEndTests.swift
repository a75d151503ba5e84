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
    var engine = SimulatedReceiverEngine(scenario)
    var decoder = FixDecoder(.recording())
    var told = Told()
    while engine.now < .seconds(40) {
      // To the middle between two bursts: at this speed of the line they are over by then.
      let burst = engine.advance(to: engine.now + .nanoseconds(scenario.interval)).bytes
      let reads = burstwise ? [burst[...]] : burst.split(separator: 0x0A).map { $0 + [0x0A] }
      for read in reads {
        decoder.decode(Array(read).span) { if case .fix = $0 { told.atLastByte.append(false) } }
        decoder.nothingWaits { if case .fix = $0 { told.atLastByte.append(true) } }
      }
    }
    told.counts = decoder.epochCounts
    return told
  }

  @Test(arguments: Dialect.all, [1.0, 10.0])
  func `is known from the fourth burst on, and for another kind of burst from its fifth`(
    dialect: Dialect, rate: Double
  ) {
    let told = told(dialect, rate: rate, burstwise: false)
    #expect(told.atLastByte.count >= 15)
    let waited = told.atLastByte.indices.filter { !told.atLastByte[$0] }
    // On a full line the kinds of bursts change with what is left out; nine of ten are still known.
    if rate == 1 {
      #expect(waited.count <= 4)
    } else {
      #expect(waited.count * 10 <= told.atLastByte.count + 40)
    }
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
