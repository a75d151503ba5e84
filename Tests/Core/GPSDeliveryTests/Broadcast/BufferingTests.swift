import GPSDelivery
import DeliverySupport
import Testing

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
