import Foundation
import GNSS
import NMEA
import Testing

@testable import SimulatedGPS

@Suite struct `A fault of what a receiver believes` {
  private func run(_ fault: Scenario.Fault, _ base: Scenario = .walk, from: Int = 20, to: Int = 40) -> [Fix] {
    fixes(
      bytes(
        base.with { $0.events = [Scenario.Event(from: .seconds(from), to: .seconds(to), .fault(fault))] },
        seconds: 60))
  }

  private let honest = fixes(bytes(.walk, seconds: 60))

  @Test func `can freeze the time while the place goes on`() {
    var engine = SimulatedReceiverMachine(
      .walk.with { $0.events = [Scenario.Event(from: .seconds(20), to: .seconds(40), .fault(.frozenTime))] })
    _ = engine.advance(to: .milliseconds(20_500))
    let first = engine.lastEpoch
    _ = engine.advance(to: .milliseconds(39_500))
    let last = engine.lastEpoch
    #expect(first?.timeOfDay == last?.timeOfDay && first?.motion != last?.motion)
    _ = engine.advance(to: .milliseconds(40_500))
    #expect(engine.lastEpoch?.timeOfDay != first?.timeOfDay)
  }

  @Test func `can freeze everything`() {
    var engine = SimulatedReceiverMachine(
      .walk.with { $0.events = [Scenario.Event(from: .seconds(20), .fault(.frozen))] })
    _ = engine.advance(to: .milliseconds(20_500))
    let first = engine.lastEpoch
    _ = engine.advance(to: .milliseconds(39_500))
    #expect(engine.lastEpoch?.motion == first?.motion)
    #expect(engine.lastEpoch?.timeOfDay == first?.timeOfDay)
    #expect(engine.lastEpoch?.truth != first?.truth)
  }

  @Test func `can move the place away, and back`() throws {
    let fixes = run(.jump(meters: 1000, towards: 90))
    for (moved, straight) in zip(fixes, honest) {
      guard let a = moved.coordinate, let b = straight.coordinate, let second = moved.timeOfDay?.second else {
        continue
      }
      let east = (a.longitude - b.longitude) * 111_320 * cos(48.1173 * .pi / 180)
      #expect(abs(east - (20..<40 ~= Int(second) ? 1000 : 0)) < 5)
      #expect(abs(a.latitude - b.latitude) < 1e-6)
    }
  }

  @Test func `can put it on null island, as a good fix`() throws {
    let island = run(.nullIsland).filter { $0.timeOfDay.map { 20..<40 ~= Int($0.second) } ?? false }
    #expect(island.count == 20)
    #expect(island.allSatisfy { $0.isValid && $0.coordinate == Coordinate(latitude: 0, longitude: 0) })
  }

  @Test func `can be a jammer: the strengths sink, the fix goes, and both come back`() throws {
    let epochs = meant(.jam, seconds: 180)
    func best(_ second: Int) -> Int {
      epochs.last { $0.instant <= .seconds(second) }?.satellites.compactMap(\.carrierToNoise).max() ?? 0
    }
    #expect(best(55) > 42)
    #expect(best(70) < best(55) - 10)
    #expect(best(110) < 25)
    #expect(best(170) > 42)
    #expect(epochs.contains { $0.instant > .seconds(90) && $0.instant < .seconds(120) && !$0.hasFix })
    #expect(epochs.last?.hasFix == true)
  }

  @Test func `can be a spoofer: equal strengths, another time, a walk away`() throws {
    let epochs = meant(.spoof, seconds: 120)
    let last = try #require(epochs.last)
    #expect(Set(last.satellites.compactMap(\.carrierToNoise)) == [44])
    #expect((last.motion.latitude - last.truth.latitude) * 111_132 > 400)
    let fixes = fixes(bytes(.spoof, seconds: 120))
    let times = fixes.compactMap(\.time)
    let steps = zip(times, times.dropFirst()).map { $1.seconds(since: $0) }
    #expect(steps.count { $0 == 38 } == 1)
    #expect(steps.count { $0 == 1 } == steps.count - 1)
  }
}
