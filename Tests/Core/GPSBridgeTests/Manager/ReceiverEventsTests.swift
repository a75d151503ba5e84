import TestSupport
import Testing

@testable import GPSBridge

@Suite(.timeLimit(.minutes(5))) struct `The events of a receiver` {
  /// An event's kind without what goes with it.
  private func words(_ events: [ReceiverEvent]) -> [String] {
    events.compactMap {
      switch $0.kind {
      case .attached: "attached"
      case .detached: "detached"
      case .opened: "opened"
      case .closed: "closed"
      case .disconnected: "disconnected"
      case .firstFix: "first fix"
      case .freshness(.lost): "lost"
      case .back: "back"
      default: nil
      }
    }
  }

  private func all(_ events: Subscription<ReceiverEvent, Never>, _ count: Int) async -> [ReceiverEvent] {
    var all: [ReceiverEvent] = []
    while words(all).count < count, let event = await events.next() { all.append(event) }
    return all
  }

  @Test func `tell the story of a cable that is pulled and put back`() async {
    let bench = Bench()
    let manager = LocationManager(bench.receiver)
    let events = manager.events.subscribe()
    let holder = manager.subscribe(.latest)
    for _ in 0..<3 { bench.epoch() }
    bench.device.unplug()
    bench.wait(.seconds(20))
    bench.device.plug()
    bench.settle()
    for _ in 0..<2 { bench.epoch() }
    holder.cancel()
    bench.wait(.seconds(3))
    let told = await all(events, 12)
    #expect(
      words(told) == [
        "attached", "opened", "first fix", "lost", "disconnected", "detached", "attached", "opened",
        "first fix",
        "back", "lost", "closed",
      ])
    let gap = told.compactMap { if case .back(let gap) = $0.kind { gap } else { nil } }.first
    #expect((gap ?? .zero) > .seconds(20))
  }

  @Test func `begin with nothing, are not repeated for who comes late, and never fail`() async throws {
    let bench = Bench { $0.reconnect = .never }
    let manager = LocationManager(bench.receiver)
    let holder = manager.fixes.subscribe()
    bench.epoch()
    let late = manager.events.keeping(.unbounded).subscribe()
    bench.device.unplug()
    bench.settle()
    var told: [ReceiverEvent] = []
    for await event in late { told.append(event) }
    #expect(!words(told).contains("attached"))
    #expect(words(told).contains("disconnected"))
    // What it has become is told before the end, and not behind it.
    guard case .state(.failed)? = told.last?.kind else {
      throw Unexpected("the last event is \(String(describing: told.last))")
    }
    holder.cancel()
  }

  @Test func `end with the receiver`() async {
    let time = Bench().time
    var receiver: Receiver? = Receiver(FakeDevice(time), time: time)
    let events = receiver?.events.subscribe(.unbounded)
    receiver = nil
    #expect(await events?.next() == nil)
  }
}
