import GPSEventRuntime
import Testing

@testable import GPSBridge

@Suite struct `A receiver on its device` {
  @Test func `opens nothing before somebody listens`() {
    let bench = Bench()
    bench.wait(.seconds(10))
    #expect(bench.device.openings.isEmpty)
    #expect(!bench.device.isFollowed)
    #expect(bench.receiver.state == .idle)
  }

  @Test func `tells each epoch once, and the location is there before anybody is told`() {
    let bench = Bench()
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
    let bench = Bench()
    let listener = bench.receiver.updates.subscribe(.unbounded)
    bench.settle()
    bench.say(Array("$GPRMC,12".utf8))
    #expect(bench.receiver.counts.bytes == 9)
    listener.cancel()
  }

  @Test func `closes the device a little after the last listener has gone`() {
    let bench = Bench()
    let listener = bench.receiver.fixes.subscribe(.latest)
    bench.epoch()
    #expect(bench.device.isOpen)
    listener.cancel()
    bench.wait(.milliseconds(1900))
    #expect(bench.device.isOpen)
    bench.wait(.milliseconds(200))
    #expect(!bench.device.isOpen)
    #expect(!bench.device.isFollowed)
    #expect(bench.receiver.latest?.location == nil)
    #expect(bench.receiver.location != nil)
  }

  @Test func `goes on after the cable was pulled and put back under another name`() {
    let bench = Bench()
    let listener = bench.receiver.updates.subscribe(.unbounded)
    for _ in 0..<4 { bench.epoch() }
    bench.device.unplug()
    bench.settle()
    #expect(bench.receiver.latest?.location == nil)
    #expect(bench.receiver.latest?.reason == .disconnected)
    bench.wait(.seconds(30))
    bench.device.plug(DevicePlace(key: "fake", node: "/dev/fake7"))
    bench.settle()
    #expect(bench.device.openings.map(\.place.node) == ["/dev/fake0", "/dev/fake7"])
    bench.epoch()
    #expect(bench.receiver.latest?.location != nil)
    let gaps = bench.events.compactMap { if case .back(let gap) = $0 { gap } else { nil } }
    #expect(gaps.count == 1)
    #expect(gaps.first.map { $0 > .seconds(30) && $0 < .seconds(33) } == true)
    listener.cancel()
  }

  @Test func `never tells a stale location as live`() {
    let bench = Bench()
    let listener = bench.receiver.updates.subscribe(.unbounded)
    for _ in 0..<5 { bench.epoch() }
    bench.wait(.seconds(60))
    #expect(bench.updates.suffix(3).map(\.freshness) == [.aging, .stale, .lost])
    #expect(bench.receiver.latest?.location == nil)
    #expect(bench.receiver.latest?.lastKnown != nil)
    #expect(bench.receiver.state == .lost)
    listener.cancel()
  }

  @Test func `gives out the sentences only while somebody wants them`() {
    let bench = Bench()
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
