import GPSDelivery
import GPSSystemCalls
import SimulatedGPS
import TestSupport
import Testing

@testable import GPSBridge

@Suite struct `The verdicts of a receiver` {
  private let bench = Bench()

  /// The codes that were told to a listener.
  private final class Codes: Sendable {
    private let codes = Guarded<[String]>([])
    var all: [String] { codes.withLock { $0 } }

    func take(_ report: Report) {
      guard case .verdict(let verdict) = report else { return }
      codes.withLock { $0.append(verdict.code.rawValue) }
    }
  }

  @Test func `can be asked for at any time, and are about what was heard`() {
    #expect(bench.receiver.verdict.code == .listening)
    let listener = bench.receiver.fixes.subscribe(.latest)
    for _ in 0..<8 { bench.epoch() }
    #expect(bench.receiver.verdict.code == .good)
    #expect(bench.receiver.condition.fix?.hasUsablePosition == true)
    listener.cancel()
  }

  @Test func `come again in other words, five seconds apart`() {
    let words = Guarded<[String]>([])
    let listening = bench.receiver.onReport(including: .verdicts) { report in
      if case .verdict(let verdict) = report { words.withLock { $0.append(verdict.why) } }
    }
    for _ in 0..<3 { bench.epoch() }
    for _ in 0..<14 { bench.wait(.seconds(1)) }
    let silence = words.withLock { $0 }.filter { $0.contains(" seconds") }
    #expect(
      silence
        == [3, 8, 13].map {
          "Not one byte in \($0) seconds; a receiver sends every second, with or without a fix."
        })
    listening.cancel()
  }

  @Test func `are made for those only who ask, and leave no timer behind`() {
    let codes = Codes()
    let plain = bench.receiver.onReport { codes.take($0) }
    let asking = bench.receiver.verdicts.subscribe(.newest(10))
    for _ in 0..<8 { bench.epoch() }
    #expect(codes.all == [])
    #expect(bench.receiver.verdicts.latest?.code == .good)
    asking.cancel()
    plain.cancel()
    bench.wait(.seconds(5))
    let engine = bench.receiver.engine
    #expect(engine.loop.sync { engine.assumeIsolated { $0.core.verdictTimer == nil } })
  }

  @Test func `begin anew for the first listener of a later time`() {
    let stay = bench.receiver.fixes.subscribe(.latest)
    for _ in 0..<2 {
      let codes = Codes()
      let listening = bench.receiver.onReport(including: .verdicts) { codes.take($0) }
      for _ in 0..<8 { bench.epoch() }
      #expect(codes.all.last == "good")
      listening.cancel()
      bench.settle()
    }
    stay.cancel()
  }
}

@Suite struct `The reports of a receiver` {
  @Test func `tell a new location once, and an older one as none`() {
    let bench = Bench()
    let listener = bench.receiver.updates.subscribe(.latest)
    bench.epoch()
    for _ in 0..<20 { bench.wait(.seconds(1)) }
    let updates = bench.updates
    #expect(updates.compactMap(\.newLocation).count == 1)
    #expect(updates.last?.lastKnown != nil && updates.last?.newLocation == nil)
    listener.cancel()
  }
}
