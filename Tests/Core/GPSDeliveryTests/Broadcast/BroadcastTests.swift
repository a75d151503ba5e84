import DeliverySupport
import GPSDelivery
import GPSSystemCalls
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A broadcast` {
  private let hub = Broadcast<Int, Never>()

  @Test func `registers a consumer before subscribe returns`() async {
    let subscription = hub.subscribe(.unbounded)
    hub.send(1)
    hub.finish()
    #expect(await all(subscription) == [1])
  }

  @Test func `replays the latest only to who asks for it, and nothing when nothing was sent`() async {
    let early = hub.subscribe(.oldest(1), replayLatest: true)
    #expect(hub.latest == nil)
    hub.send(9)
    let asking = hub.subscribe(.unbounded, replayLatest: true)
    let silent = hub.subscribe(.unbounded)
    hub.send(10)
    hub.finish()
    #expect(await all(early) == [9])
    #expect(await all(asking) == [9, 10])
    #expect(await all(silent) == [10])
    #expect(hub.latest == 10)
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

@Suite(.timeLimit(.minutes(5))) struct `A buffering` {
  @Test func `decides for its own consumer what is kept and what is lost`() async {
    let hub = Broadcast<Int, Never>()
    let newest = hub.subscribe(.newest(2))
    let oldest = hub.subscribe(.oldest(2))
    let everything = hub.subscribe(.unbounded)
    let latest = hub.subscribe(.latest)
    for number in 0..<5 { hub.send(number) }
    hub.finish()
    #expect(await all(newest) == [3, 4])
    #expect(await all(oldest) == [0, 1])
    #expect(await all(everything) == [0, 1, 2, 3, 4])
    #expect(await all(latest) == [4])
    #expect([newest, oldest, everything, latest].map(\.droppedCount) == [3, 3, 0, 4])
  }

  @Test func `takes up again where the oldest were read`() async {
    let hub = Broadcast<Int, Never>()
    let oldest = hub.subscribe(.oldest(2))
    for number in 0..<3 { hub.send(number) }
    #expect(await oldest.next() == 0)
    hub.send(3)
    hub.finish()
    #expect(await all(oldest) == [1, 3])
    #expect(oldest.droppedCount == 1)
  }

  @Test func `agrees with a plain array whatever is sent and read`() async throws {
    try await rounds(200) { random in
      let limit = Int.random(in: 1...9, using: &random)
      let keepsNewest = Bool.random(using: &random)
      let hub = Broadcast<Int, Never>()
      let subscription = hub.subscribe(keepsNewest ? .newest(limit) : .oldest(limit))
      var model: [Int] = []
      var lost = 0
      for number in 0..<Int.random(in: 1...200, using: &random) {
        if Bool.random(using: &random), !model.isEmpty {
          #expect(await subscription.next() == model.removeFirst())
        }
        hub.send(number)
        if model.count < limit {
          model.append(number)
        } else {
          lost += 1
          if keepsNewest { model = model.dropFirst() + [number] }
        }
      }
      hub.finish()
      #expect(subscription.droppedCount == lost)
      #expect(await all(subscription) == model)
    }
  }

  @Test func `lets go of each element that was taken`() async {
    let lives = Lives()
    let hub = Broadcast<Life, Never>()
    let subscription = hub.subscribe(.unbounded)
    for _ in 0..<3 { hub.send(lives.born()) }
    for left in [2, 1] {
      _ = await subscription.next()
      #expect(lives.count == left)
    }
  }

  @Test func `refuses to keep nothing`() async {
    await #expect(processExitsWith: .failure) {
      _ = Broadcast<Int, Never>().subscribe(.newest(0))
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A batch` {
  @Test func `holds all that piled up, oldest first`() async {
    let hub = Broadcast<Int, Never>()
    let batches = hub.batches(limit: 4)
    hub.send(1)
    #expect(await batches.next() == [1])
    for number in 2...4 { hub.send(number) }
    #expect(await batches.next() == [2, 3, 4])
    for number in 5...14 { hub.send(number) }
    #expect(await batches.next() == [11, 12, 13, 14])
    #expect(batches.droppedCount == 6)
    hub.finish()
    #expect(await batches.next() == nil)
  }

  @Test func `is never empty and never larger than its limit`() async throws {
    try await rounds(20) { random in
      let limit = Int.random(in: 1...5, using: &random)
      let hub = Broadcast<Int, Never>()
      let batches = hub.batches(limit: limit)
      async let seen = all(batches)
      for number in 0..<300 {
        hub.send(number)
        if number % 7 == 0 { await Task.yield() }
      }
      hub.finish()
      let found = await seen
      #expect(found.allSatisfy { (1...limit).contains($0.count) })
      #expect(found.joined().elementsEqual(found.joined().sorted()))
      #expect(found.joined().count + batches.droppedCount == 300)
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The end of a broadcast` {
  private let hub = Broadcast<Int, Unplugged>()

  enum Unplugged: Error, Equatable { case gone }

  @Test func `comes after what is still to be read`() async {
    let hub = Broadcast<Int, Never>()
    let subscription = hub.subscribe(.unbounded)
    hub.send(1)
    hub.finish()
    hub.send(2)
    #expect(await subscription.next() == 1)
    #expect(await subscription.next() == nil)
    #expect(await subscription.next() == nil)
  }

  @Test func `is thrown once to each consumer, then it is nil`() async throws {
    let consumers = [hub.subscribe(.unbounded), hub.subscribe(.latest)]
    hub.send(1)
    hub.finish(throwing: .gone)
    for consumer in consumers {
      #expect(try await consumer.next() == 1)
      await #expect(throws: Unplugged.gone) { try await consumer.next() }
      #expect(try await consumer.next() == nil)
    }
  }

  @Test func `wakes those who wait, with the error`() async throws {
    try await rounds(50) { random in
      let hub = Broadcast<Int, Unplugged>()
      let subscription = hub.subscribe(.unbounded)
      let waiting = Task { try await subscription.next() }
      for _ in 0..<Int.random(in: 0...20, using: &random) { await Task.yield() }
      hub.finish(throwing: .gone)
      await #expect(throws: Unplugged.gone) { try await waiting.value }
    }
  }

  @Test func `is told at once to who comes later`() async {
    hub.send(4)
    hub.finish(throwing: .gone)
    let late = hub.subscribe(.unbounded, replayLatest: true)
    #expect(hub.subscriberCount == 0)
    #expect(await (try? late.next()) == 4)
    await #expect(throws: Unplugged.gone) { try await late.next() }
  }

  @Test func `is the first one, whatever comes after it`() async throws {
    let subscription = hub.subscribe(.unbounded)
    hub.finish()
    hub.finish(throwing: .gone)
    #expect(try await subscription.next() == nil)
  }

  @Test func `comes when the broadcast is dropped`() async {
    var hub: Broadcast<Int, Never>? = Broadcast()
    let subscription = hub?.subscribe(.unbounded)
    hub?.send(1)
    hub = nil
    #expect(await subscription?.next() == 1)
    #expect(await subscription?.next() == nil)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The demand for a broadcast` {
  @Test func `begins with the first consumer and ends with the last`() {
    let edges = Log<Demand>()
    let hub = Broadcast<Int, Never> { edges.note($0) }
    let first = hub.subscribe(.latest)
    let second = hub.subscribe(.latest)
    #expect(edges.entries == [.began])
    first.cancel()
    #expect(edges.entries == [.began])
    second.cancel()
    second.cancel()
    #expect(edges.entries == [.began, .ended])
    let third = hub.subscribe(.latest)
    withExtendedLifetime(third) { #expect(edges.entries == [.began, .ended, .began]) }
  }

  @Test func `ends with the end`() {
    let edges = Log<Demand>()
    let hub = Broadcast<Int, Never> { edges.note($0) }
    let subscription = hub.subscribe(.latest)
    hub.finish()
    let late = hub.subscribe(.latest)
    withExtendedLifetime((subscription, late)) { #expect(edges.entries == [.began, .ended]) }
  }

  @Test func `is reported exactly and in turn however consumers race`() async throws {
    try await rounds(20) { random in
      let edges = Log<Demand>()
      let busy = Guarded(0)
      let hub = Broadcast<Int, Never> { edge in
        #expect(
          busy.withLock {
            $0 += 1; return $0
          } == 1, "two reports at a time")
        edges.note(edge)
        busy.withLock { $0 -= 1 }
      }
      let turns = Int.random(in: 5...40, using: &random)
      await withTaskGroup { group in
        for _ in 0..<6 {
          group.addTask {
            for _ in 0..<turns {
              let subscription = hub.subscribe(.latest)
              await Task.yield()
              subscription.cancel()
            }
          }
        }
      }
      let found = edges.entries
      #expect(found.count % 2 == 0)
      #expect(found == found.indices.map { $0 % 2 == 0 ? .began : .ended })
      #expect(hub.subscriberCount == 0)
    }
  }

  @Test func `may be answered by subscribing, from within the report, which ends before the next begins`() {
    let edges = Log<Demand>()
    let isReporting = Guarded(false)
    let held = Guarded<Subscription<Int, Never>?>(nil)
    let itself = Guarded<Broadcast<Int, Never>?>(nil)
    let hub = Broadcast<Int, Never> { edge in
      #expect(!isReporting.withLock { $0 })
      isReporting.withLock { $0 = true }
      defer { isReporting.withLock { $0 = false } }
      edges.note(edge)
      guard edges.entries.count == 2 else { return }
      let again = itself.withLock { $0 }?.subscribe(.latest)
      held.withLock { $0 = again }
    }
    itself.withLock { $0 = hub }
    hub.subscribe(.latest).cancel()
    #expect(edges.entries == [.began, .ended, .began])
    itself.withLock { $0 = nil }
    let last = held.withLock { last in
      defer { last = nil }
      return last
    }
    last?.cancel()
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Deliveries of a broadcast` {
  let hub = Broadcast<Int, Never>()

  @Test func `cost nothing before a loop begins`() {
    let values = hub.keeping(.unbounded)
    _ = values.keeping(.latest)
    #expect(hub.subscriberCount == 0)
  }

  @Test func `register each loop for itself when it begins`() async {
    let values = hub.keeping(.unbounded)
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
    let values = hub.keeping(.latest)
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
    let values = hub.keeping(.unbounded, replayLatest: true)
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
