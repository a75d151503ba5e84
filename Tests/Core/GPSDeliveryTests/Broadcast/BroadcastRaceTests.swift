import GPSDelivery
import DeliverySupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A broadcast under races` {
  @Test func `gives each consumer a run without gaps, however they come and go`() async throws {
    try await rounds(10) { random in
      let hub = Broadcast<Int, Never>()
      let plans = (0..<8).map { _ in
        (0..<20).map { _ in
          (take: Int.random(in: 1...6, using: &random), cancels: Bool.random(using: &random))
        }
      }
      await withTaskGroup { group in
        group.addTask {
          for number in 0..<1000 {
            hub.send(number)
            if number % 16 == 0 { await Task.yield() }
          }
          hub.finish()
        }
        for plan in plans {
          group.addTask {
            for step in plan {
              let subscription = hub.subscribe(.unbounded)
              let task = Task {
                var seen: [Int] = []
                while seen.count < step.take, let number = await subscription.next() { seen.append(number) }
                return seen
              }
              if step.cancels { task.cancel() }
              let seen = await task.value
              for (earlier, later) in zip(seen, seen.dropFirst()) { #expect(later == earlier + 1) }
            }
          }
        }
      }
      #expect(hub.subscriberCount == 0)
    }
  }

  @Test func `ends every consumer, also one that subscribes at that moment`() async throws {
    try await rounds(50) { _ in
      let hub = Broadcast<Int, Never>()
      await withTaskGroup { group in
        for _ in 0..<6 { group.addTask { for await _ in hub.keeping(.latest, replayLatest: true) {} } }
        group.addTask { hub.send(1) }
        group.addTask { hub.finish() }
      }
      #expect(hub.subscriberCount == 0)
    }
  }

  @Test func `loses nothing between looking and waiting`() async throws {
    try await rounds(50) { _ in
      let ping = Broadcast<Int, Never>()
      let pong = Broadcast<Int, Never>()
      let pings = ping.subscribe(.unbounded)
      let pongs = pong.subscribe(.unbounded)
      let answering = Task {
        for await number in pings { pong.send(number) }
        pong.finish()
      }
      for number in 0..<40 {
        ping.send(number)
        #expect(await pongs.next() == number)
      }
      ping.finish()
      await answering.value
      #expect(await pongs.next() == nil)
    }
  }
}
