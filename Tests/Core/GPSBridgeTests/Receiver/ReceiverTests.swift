import GPSEventRuntime
import Testing

@testable import GPSBridge

@Suite struct `A receiver on its device` {
  private let bench = Bench()

  @Test func `tells each epoch once, and the location is there before anybody is told`() {
    let locations = bench.receiver.updates.subscribe(.unbounded)
    for _ in 0..<5 { bench.epoch() }
    let fixes = bench.outputs.compactMap { if case .epoch(let epoch) = $0 { epoch.fix.epoch } else { nil } }
    #expect(fixes == [1, 2, 3, 4, 5])
    #expect(bench.updates.count { $0.location != nil } >= 5)
    #expect(bench.receiver.state == .fix)
    #expect(bench.receiver.location?.coordinate.latitude == 48)
    locations.cancel()
  }

  @Test func `counts the bytes of a sentence that has begun`() {
    bench.listen()
    bench.say(Array("$GPRMC,12".utf8))
    #expect(bench.receiver.counts.bytes == 9)
  }

  @Test func `gives out the sentences only while somebody wants them`() {
    let listener = bench.receiver.sentences.subscribe(.unbounded)
    bench.settle()
    bench.epoch()
    let sentences = bench.outputs.compactMap {
      if case .sentence(let sentence) = $0 { sentence.text } else { nil }
    }
    #expect(sentences.map { $0.prefix(6) } == ["$GPRMC", "$GPGGA"])
    let other = bench.receiver.fixes.subscribe(.latest)
    listener.cancel()
    bench.epoch()
    #expect(bench.outputs.count { if case .sentence = $0 { true } else { false } } == 2)
    other.cancel()
  }
}
