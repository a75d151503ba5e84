import GNSS
import Testing

@testable import SimulatedGPS

@Suite struct `A fault of the line` {
  @Test func `can be silence`() {
    #expect(bytes(.silent, seconds: 100).isEmpty)
    #expect(emissions(.silent, seconds: 100) == [.plugged(name: "ttyACM0", at: .zero)])
  }

  @Test func `can be a stream that stops and comes in one go`() throws {
    let scenario = Scenario.staticDesk.with {
      $0.dialect = .mtk
      $0.events = [Scenario.Event(from: .seconds(20), to: .seconds(30), .fault(.stalled))]
    }
    var engine = SimulatedReceiverMachine(scenario)
    let before = engine.advance(to: .seconds(20)).bytes
    #expect(engine.advance(to: .milliseconds(29_990)).bytes.isEmpty)
    let burst = engine.advance(to: .seconds(30))
    #expect(burst.bytes.count > 2000)
    #expect(burst.allSatisfy { $0.instant == .seconds(30) })
    let after = engine.advance(to: .seconds(40)).bytes
    // Nothing was lost on the way.
    #expect(before + burst.bytes + after == bytes(scenario.with { $0.events = [] }, seconds: 40))
  }

  @Test func `can be a plug that is pulled, in the middle of a sentence, and comes back under another name`()
    throws
  {
    let scenario = Scenario.staticDesk.with {
      $0.dialect = .sirf
      $0.device = "ttyUSB0"
      $0.events = [
        Scenario.Event(
          from: .milliseconds(20_400), to: .seconds(30), .unplug(returnsAs: "ttyUSB3", waking: .cold))
      ]
    }
    var engine = SimulatedReceiverMachine(scenario)
    #expect(engine.deviceName == nil)
    let before = engine.advance(to: .milliseconds(20_400))
    #expect(before.first == .plugged(name: "ttyUSB0", at: .zero))
    #expect(before.last == .unplugged(at: .milliseconds(20_400)))
    #expect(before.bytes.last != 0x0A)
    #expect(engine.deviceName == nil)
    #expect(engine.advance(to: .milliseconds(29_999)).isEmpty)
    let after = engine.advance(to: .seconds(35))
    #expect(after.first == .plugged(name: "ttyUSB3", at: .seconds(30)))
    #expect(lines(after.bytes).first?.hasPrefix("$PSRFTXT") == true)
    #expect(fixes(after.bytes).allSatisfy { !$0.isValid })
    #expect(engine.deviceName == "ttyUSB3")
  }

  @Test func `can be a plug that is pulled for good`() {
    let scenario = Scenario.staticDesk.with {
      $0.events =
        Story {
          Story.Wait(for: .seconds(5)); Story.Unplug()
        }.events
    }
    var engine = SimulatedReceiverMachine(scenario)
    _ = engine.advance(to: .seconds(10))
    #expect(engine.advance(to: .seconds(1000)).isEmpty)
    #expect(engine.nextDue > .seconds(1_000_000))
  }

  @Test func `can be a port that may not be opened`() {
    let scenario = Scenario.staticDesk.with {
      $0.events =
        Story {
          Story.Refuse(.permissionDenied, for: .seconds(5))
          Story.Wait(for: .seconds(5))
          Story.Refuse(.busy, for: .seconds(5))
        }.events
    }
    var engine = SimulatedReceiverMachine(scenario)
    var told = engine.advance(to: .seconds(3))
    #expect(engine.openRefusal == .permissionDenied)
    told += engine.advance(to: .seconds(7))
    #expect(engine.openRefusal == nil)
    told += engine.advance(to: .seconds(12))
    #expect(engine.openRefusal == .busy)
    told += engine.advance(to: .seconds(20))
    #expect(
      told.filter { if case .bytes = $0 { false } else { true } } == [
        .plugged(name: "ttyACM0", at: .zero), .refusesOpening(.permissionDenied, at: .zero),
        .allowsOpening(at: .seconds(5)), .refusesOpening(.busy, at: .seconds(10)),
        .allowsOpening(at: .seconds(15)),
      ])
  }

  @Test func `can be a speed that the host does not know`() {
    let garbled = bytes(.wrongSpeed, seconds: 20)
    let right = bytes(.wrongSpeed.with { $0.hostSpeed = 4800 }, seconds: 20)
    #expect(Double(garbled.count) > 1.2 * Double(right.count))
    #expect(!lines(garbled).contains { $0.contains("GGA") })
    #expect(fixes(garbled).isEmpty)
    #expect(fixes(right).last?.isValid == true)
    let half = bytes(
      .staticDesk.with {
        $0.dialect = .mtk; $0.hostSpeed = 4800
      }, seconds: 20)
    let whole = bytes(.staticDesk.with { $0.dialect = .mtk }, seconds: 20)
    #expect(0.4...0.6 ~= Double(half.count) / Double(whole.count))
  }

  @Test func `can be a receiver that changes its speed by itself for a while`() {
    let scenario = Scenario.staticDesk.with {
      $0.dialect = .mtk
      $0.events = [Scenario.Event(from: .seconds(10), to: .seconds(20), .fault(.wrongSpeed(38_400)))]
    }
    var engine = SimulatedReceiverMachine(scenario)
    #expect(fixes(engine.advance(to: .seconds(10)).bytes).count > 7)
    #expect(fixes(engine.advance(to: .seconds(20)).bytes).isEmpty)
    #expect(fixes(engine.advance(to: .seconds(30)).bytes).count > 8)
  }
}
