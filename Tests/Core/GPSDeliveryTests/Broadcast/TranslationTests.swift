import GPSDelivery
import DeliverySupport
import GPSSystemCalls
import Testing

private struct Broken: Error {}

@Suite(.timeLimit(.minutes(5))) struct `A consumer of what is made of each element` {
  private let hub = Broadcast<Int, Broken>()
  let lives = Lives()

  /// Makes as many elements of a number as it says: 10, 20, 30 of 3 … at 0 none.
  private func consumer(
    _ buffering: Buffering = .unbounded, beginning: [Int] = []
  ) -> Subscription<Int, Broken> {
    hub.subscribe(buffering, keepingAlive: lives) {
      beginning
    } translate: { number in
      (0..<number).map { number * 10 + $0 }
    }
  }

  @Test func `is given none, one or several of each, in order`() async throws {
    let consumer = consumer()
    for number in [0, 2, 0, 1, 3] { hub.send(number) }
    hub.finish()
    #expect(try await all(consumer) == [20, 21, 10, 30, 31, 32])
  }

  @Test func `begins with the first elements`() async throws {
    let consumer = consumer(beginning: [7, 8])
    hub.send(1)
    hub.finish()
    #expect(try await all(consumer) == [7, 8, 10])
  }

  @Test func `misses nothing that is sent while the first elements are made`() async throws {
    let consumer = hub.subscribe(.unbounded, keepingAlive: lives) {
      hub.send(1)
      return [7]
    } translate: {
      [$0]
    }
    hub.finish()
    #expect(try await all(consumer) == [7, 1])
  }

  @Test func `is given what was made before the failure, which is thrown once`() async throws {
    let consumer = consumer()
    hub.send(2)
    hub.finish(throwing: Broken())
    #expect(try await consumer.next() == 20)
    #expect(try await consumer.next() == 21)
    await #expect(throws: Broken.self) { try await consumer.next() }
    #expect(try await consumer.next() == nil)
  }

  @Test func `counts what was sent, not what is made of it`() async throws {
    let consumer = consumer(.newest(2))
    for number in [5, 2, 1] { hub.send(number) }
    hub.finish()
    #expect(consumer.droppedCount == 1)
    #expect(try await all(consumer) == [20, 21, 10])
  }

  @Test func `loses what waits when it is cancelled`() async throws {
    let consumer = consumer(beginning: [7, 8])
    hub.send(3)
    #expect(try await consumer.next() == 7)
    consumer.cancel()
    #expect(try await consumer.next() == nil)
    #expect(hub.subscriberCount == 0)
  }

  @Test func `loses the rest of an element when it is cancelled in the middle`() async throws {
    let consumer = consumer()
    hub.send(3)
    #expect(try await consumer.next() == 30)
    consumer.cancel()
    #expect(try await consumer.next() == nil)
  }

  @Test func `loses what is being made when it is cancelled meanwhile`() async throws {
    let leaving = Guarded<Subscription<Int, Broken>?>(nil)
    let consumer = hub.subscribe(.unbounded, keepingAlive: lives) { number in
      leaving.withLock { $0 }?.cancel()
      return [number, number + 1]
    }
    leaving.withLock { $0 = consumer }
    hub.send(1)
    #expect(try await consumer.next() == nil)
    leaving.withLock { $0 = nil }
  }

  @Test func `loses what waits when its task is cancelled`() async throws {
    let consumer = consumer(beginning: [7, 8])
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      return try await consumer.next()
    }
    #expect(try await task.value == nil)
    #expect(try await consumer.next() == nil)
  }

  @Test func `keeps its owner alive, and no longer than itself`() async {
    let numbers = Broadcast<Int, Never>()
    var owner: Life? = lives.born()
    var consumer = owner.map { numbers.subscribe(.latest, keepingAlive: $0) { [$0] } }
    owner = nil
    #expect(lives.count == 1)
    numbers.send(1)
    #expect(await consumer?.next() == 1)
    consumer = nil
    #expect(lives.count == 0)
  }

  @Test func `holds on to no element that was taken`() async {
    let numbers = Broadcast<Int, Never>()
    let consumer = numbers.subscribe(.unbounded, keepingAlive: lives) { [lives] number in
      (0..<number).map { _ in lives.born() }
    }
    numbers.send(3)
    for left in [3, 2, 1] {
      let life = await consumer.next()
      #expect(lives.count == left)
      withExtendedLifetime(life) {}
    }
    #expect(lives.count == 0)
  }

  @Test func `takes no batch that is empty`() async throws {
    let batches = Batches(subscription: consumer())
    for number in [0, 0, 2, 0, 1] { hub.send(number) }
    #expect(try await batches.next() == [20, 21, 10])
    for number in [0, 0] { hub.send(number) }
    async let next = batches.next()
    for _ in 0..<100 { await Task.yield() }
    hub.send(1)
    #expect(try await next == [10])
    hub.send(0)
    hub.finish()
    #expect(try await batches.next() == nil)
  }

  @Test func `takes the first elements in the first batch`() async throws {
    let waiting = Batches(subscription: consumer(beginning: [7, 8]))
    #expect(try await waiting.next() == [7, 8])
    let late = Batches(subscription: consumer(beginning: [7]))
    hub.send(1)
    #expect(try await late.next() == [7, 10])
  }

  @Test func `takes its last batch before the failure`() async throws {
    let batches = Batches(subscription: consumer())
    hub.send(2)
    hub.finish(throwing: Broken())
    #expect(try await batches.next() == [20, 21])
    await #expect(throws: Broken.self) { try await batches.next() }
    #expect(try await batches.next() == nil)
  }
}
