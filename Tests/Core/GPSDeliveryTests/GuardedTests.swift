import DeliverySupport
import GPSSystemCalls
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A guarded state` {
  @Test func `loses no change however many threads make them`() async throws {
    try await rounds(5) { _ in
      let count = Guarded(0)
      await withTaskGroup { group in
        for _ in 0..<8 { group.addTask { for _ in 0..<500 { count.withLock { $0 += 1 } } } }
      }
      #expect(count.withLock { $0 } == 4000)
    }
  }

  @Test func `lets an error of its own type out, and the lock goes free`() {
    struct Refusal: Error {}
    let count = Guarded(1)
    #expect(throws: Refusal.self) { try count.withLock { _ throws(Refusal) in throw Refusal() } }
    #expect(count.withLock { $0 } == 1)
  }

  #if DEBUG
  @Test func `stops the program when a thread takes it twice`() async {
    await #expect(processExitsWith: .failure) {
      let count = Guarded(0)
      count.withLock { _ in count.withLock { $0 += 1 } }
    }
  }
  #endif
}
