import GPSDelivery
import DeliverySupport
import Testing

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
      do throws(Unplugged) {
        _ = try await consumer.next()
        Issue.record("nothing was thrown")
      } catch {
        #expect(error == .gone)
      }
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
