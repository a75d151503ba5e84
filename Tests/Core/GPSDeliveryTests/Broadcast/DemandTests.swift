import GPSDelivery
import DeliverySupport
import GPSSystemCalls
import Testing

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
