import GNSS
import NMEA
import Testing

@testable import SimulatedGPS

@Suite struct `A fault of bytes` {
  private func stream(_ fault: Scenario.Fault, share: Double = 0.3, seconds: Int = 60) -> [UInt8] {
    bytes(
      .walk.with { $0.events = [Scenario.Event(from: .zero, .fault(fault, share: share))] }, seconds: seconds)
  }

  private func counts(_ bytes: [UInt8]) -> StreamCounts {
    var decoder = FixDecoder(.recording())
    decoder.decode(bytes.span) { _ in }
    decoder.finish { _ in }
    return decoder.streamCounts
  }

  private let clean = bytes(.walk, seconds: 60)

  @Test func `changes nothing where it hits no sentence`() {
    #expect(stream(.wrongChecksum, share: 0) == clean)
    #expect(stream(.noise, share: 0) == clean)
  }

  @Test func `puts NULs into sentences`() {
    let damaged = stream(.nulBytes)
    #expect(damaged.filter { $0 != 0 } == clean)
    #expect(damaged.contains(0))
  }

  @Test func `flips bits`() {
    let damaged = stream(.flippedBit)
    #expect(damaged.count == clean.count)
    let differing = zip(damaged, clean).filter { $0 != $1 }
    #expect(differing.allSatisfy { ($0 ^ $1).nonzeroBitCount == 1 })
    #expect(!differing.isEmpty)
  }

  @Test func `puts noise between sentences`() {
    let damaged = stream(.noise)
    #expect(damaged.count > clean.count)
    #expect(counts(damaged).junkBytes > 0)
    #expect(fixes(damaged).count { $0.isValid } > 50)
  }

  @Test func `puts whole binary messages between sentences`() {
    let damaged = stream(.binary)
    let counts = counts(damaged)
    #expect(counts.messages > 20 && counts.corrections > 20)
    #expect(counts.junkBytes == 0 && counts.badChecksums == 0)
    #expect(fixes(damaged).map(\.coordinate) == fixes(clean).map(\.coordinate))
  }

  @Test(arguments: [
    Scenario.Fault.wrongChecksum, .cut, .glued, .nulBytes, .flippedBit, .noise, .binary, .lost, .repeated,
    .shuffled,
  ])
  func `never makes our decoder believe a place that is not there`(fault: Scenario.Fault) {
    for seed in UInt64(1)...4 {
      let scenario = Scenario.staticDesk.with {
        $0.events = [Scenario.Event(from: .zero, .fault(fault, share: 0.5))]
        $0.seed = seed
      }
      for fix in fixes(bytes(scenario, seconds: 40)) {
        guard let place = fix.coordinate else { continue }
        #expect(abs(place.latitude - 48.1173) < 0.001 && abs(place.longitude - 11.5167) < 0.001, "\(fault)")
      }
    }
  }

  @Test func `begins and ends with its event`() {
    let scenario = Scenario.walk.with {
      $0.events = [Scenario.Event(from: .seconds(20), to: .seconds(30), .fault(.wrongChecksum))]
    }
    var engine = SimulatedReceiverMachine(scenario)
    let before = engine.advance(to: .milliseconds(19_900)).bytes
    let during = engine.advance(to: .milliseconds(29_900)).bytes
    let after = engine.advance(to: .seconds(60)).bytes
    #expect(counts(before).badChecksums == 0)
    #expect(counts(during).sentences == 0)
    #expect(counts(after).badChecksums == 0 && counts(after).sentences > 100)
  }
}
