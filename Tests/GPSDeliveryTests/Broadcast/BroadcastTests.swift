import GPSDelivery
import DeliverySupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A broadcast` {
  @Test func `registers a consumer before subscribe returns`() async {
    let hub = Broadcast<Int, Never>()
    let subscription = hub.subscribe(.unbounded)
    hub.send(1)
    hub.finish()
    #expect(await all(subscription) == [1])
  }

  @Test func `registers a loop over its values when the loop begins`() async {
    let hub = Broadcast<Int, Never>()
    let values = hub.values(.unbounded)
    #expect(hub.subscriberCount == 0)
    hub.send(1)
    let first = values.makeAsyncIterator()
    let second = values.makeAsyncIterator()
    #expect(hub.subscriberCount == 2)
    hub.send(2)
    hub.finish()
    #expect(await all(first) == [2])
    #expect(await all(second) == [2])
  }

  @Test func `replays the latest only to who asks for it`() async {
    let hub = Broadcast<Int, Never>()
    hub.send(9)
    let asking = hub.subscribe(.unbounded, replayLatest: true)
    let silent = hub.subscribe(.unbounded)
    hub.send(10)
    hub.finish()
    #expect(await all(asking) == [9, 10])
    #expect(await all(silent) == [10])
    #expect(hub.latest == 10)
  }

  @Test func `replays nothing when nothing was sent`() async {
    let hub = Broadcast<Int, Never>()
    let subscription = hub.subscribe(.latest, replayLatest: true)
    hub.finish()
    #expect(await all(subscription) == [])
    #expect(hub.latest == nil)
  }

  @Test func `shows all consumers the same order`() async throws {
    try await rounds(20) { random in
      let hub = Broadcast<Int, Never>()
      let subscriptions = (0..<Int.random(in: 2...6, using: &random)).map { _ in hub.subscribe(.unbounded) }
      let senders = Int.random(in: 2...4, using: &random)
      let seen = await withTaskGroup(of: [Int].self) { group in
        for subscription in subscriptions { group.addTask { await all(subscription) } }
        await withTaskGroup { senderGroup in
          for sender in 0..<senders {
            senderGroup.addTask { for index in 0..<100 { hub.send(sender * 1000 + index) } }
          }
        }
        hub.finish()
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(seen.allSatisfy { $0 == seen[0] })
      #expect(seen[0].count == senders * 100)
      for sender in 0..<senders {
        #expect(seen[0].filter { $0 / 1000 == sender } == (0..<100).map { sender * 1000 + $0 })
      }
    }
  }

  @Test func `never waits for a consumer that does not read`() async {
    let hub = Broadcast<Int, Never>()
    let sleeper = hub.subscribe(.latest)
    let reader = hub.subscribe(.unbounded)
    for number in 0..<10_000 { hub.send(number) }
    hub.finish()
    #expect(await all(reader).count == 10_000)
    #expect(sleeper.droppedCount == 9_999)
  }

  @Test func `wakes a consumer that waits already`() async {
    let hub = Broadcast<Int, Never>()
    let subscription = hub.subscribe(.unbounded)
    async let first = subscription.next()
    for _ in 0..<100 { await Task.yield() }
    hub.send(3)
    #expect(await first == 3)
  }

  @Test func `forgets a consumer that was dropped`() {
    let hub = Broadcast<Int, Never>()
    do {
      let subscription = hub.subscribe(.unbounded)
      withExtendedLifetime(subscription) { #expect(hub.subscriberCount == 1) }
    }
    #expect(hub.subscriberCount == 0)
  }

  @Test func `stops the program when one subscription has two consumers`() async {
    await #expect(processExitsWith: .failure) {
      let hub = Broadcast<Int, Never>()
      let subscription = hub.subscribe(.unbounded)
      await withTaskGroup { group in
        for _ in 0..<2 { group.addTask { _ = await subscription.next() } }
      }
    }
  }
}
