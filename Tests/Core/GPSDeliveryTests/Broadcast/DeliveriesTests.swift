import GPSDelivery
import DeliverySupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Deliveries of a broadcast` {
  let hub = Broadcast<Int, Never>()

  @Test func `cost nothing before a loop begins`() {
    let values = hub.values(.unbounded)
    _ = values.keeping(.latest)
    #expect(hub.subscriberCount == 0)
  }

  @Test func `register each loop for itself when it begins`() async {
    let values = hub.values(.unbounded)
    hub.send(1)
    let first = values.makeAsyncIterator()
    hub.send(2)
    let second = values.makeAsyncIterator()
    hub.send(3)
    hub.finish()
    #expect(await all(first) == [2, 3])
    #expect(await all(second) == [3])
  }

  @Test func `keep what was chosen last for a loop that is busy`() async {
    let values = hub.values(.latest)
    let newest = values.subscribe()
    let every = values.keeping(.unbounded).subscribe()
    let oldest = values.keeping(.unbounded).keeping(.oldest(2)).subscribe()
    for number in 1...4 { hub.send(number) }
    hub.finish()
    #expect(await all(newest) == [4])
    #expect(await all(every) == [1, 2, 3, 4])
    #expect(await all(oldest) == [1, 2])
    #expect([newest, every, oldest].map(\.droppedCount) == [3, 0, 2])
  }

  @Test func `replay the latest to each loop that is registered later`() async {
    let values = hub.values(.unbounded, replayLatest: true)
    hub.send(1)
    let consumer = values.keeping(.latest).subscribe()
    hub.finish()
    #expect(await all(consumer) == [1])
  }

  @Test func `may be made of batches`() async throws {
    let values = Deliveries(.newest(2)) { [hub] buffering in hub.batches(buffering) }
    let first = values.subscribe()
    let second = values.keeping(.unbounded).subscribe()
    for number in 1...3 { hub.send(number) }
    #expect(await first.next() == [2, 3])
    #expect(await second.next() == [1, 2, 3])
  }
}
