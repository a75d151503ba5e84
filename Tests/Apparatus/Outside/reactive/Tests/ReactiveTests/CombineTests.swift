import GPSDelivery
import OpenCombine
import Testing

/// As with RxSwift, all closures are written on the main actor.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A broadcast as a publisher of Combine` {
  @Test func `tells each subscriber on the main actor everything from its own beginning, and the end`() async
  {
    let hub = Broadcast<Int, Never>()
    let publisher = hub.publisher(.unbounded)
    hub.send(0)
    #expect(hub.subscriberCount == 0, "nobody asked yet")
    let (heard, told) = AsyncStream<String>.makeStream()
    var ends = 0
    func end() {
      ends += 1
      if ends == 2 { told.finish() }
    }
    let first = publisher.map { "a\($0)" }.sink(
      receiveCompletion: { _ in end() }, receiveValue: { told.yield($0) })
    hub.send(1)
    let second = publisher.map { "b\($0)" }.sink(
      receiveCompletion: { _ in end() }, receiveValue: { told.yield($0) })
    hub.send(2)
    hub.finish()
    #expect(Set(await all(heard)) == ["a1", "a2", "b2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `forgets one subscriber that is cancelled, and not the others`() async {
    let (demands, demanded) = AsyncStream<Demand>.makeStream()
    let hub = Broadcast<Int, Never> { demanded.yield($0) }
    let publisher = hub.publisher(.unbounded)
    let (heard, told) = AsyncStream<Int>.makeStream()
    let first = publisher.sink(receiveCompletion: { _ in }, receiveValue: { told.yield($0) })
    let second = publisher.sink(receiveCompletion: { _ in }, receiveValue: { told.yield($0 * 10) })
    first.cancel()
    hub.send(7)
    #expect(await all(heard, 1) == [70])
    second.cancel()
    #expect(await all(demands, 2) == [.began, .ended])
  }
}
