import GPSDelivery
import DeliverySupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A broadcast` {
  private let hub = Broadcast<Int, Never>()

  @Test func `registers a consumer before subscribe returns`() async {
    let subscription = hub.subscribe(.unbounded)
    hub.send(1)
    hub.finish()
    #expect(await all(subscription) == [1])
  }

  @Test func `replays the latest only to who asks for it`() async {
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

  @Test func `forgets a consumer that was dropped`() {
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
