import GPSDelivery
import DeliverySupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A one-shot under races` {
  @Test func `is won by exactly one of many answers`() async throws {
    try await rounds(50) { _ in
      let page = OneShot<Int, Scan>()
      let heard = Log<Int>()
      page.then { heard.note($0) }.catch { _ in heard.note(-1) }
      let winners = await withTaskGroup(of: Int?.self) { group in
        for number in 0..<16 {
          group.addTask { (number % 2 == 0 ? page.fulfill(number) : page.reject(.noPaper)) ? number : nil }
        }
        return await group.reduce(into: [Int]()) { if let winner = $1 { $0.append(winner) } }
      }
      #expect(winners.count == 1)
      #expect(heard.entries.count == 1)
      #expect(page.result == (winners[0] % 2 == 0 ? .success(winners[0]) : .failure(.noPaper)))
    }
  }

  @Test func `answers every waiter once, whether cancelled or not`() async throws {
    try await rounds(50) { random in
      let page = OneShot<Int, Scan>()
      let waiting = (0..<10).map { _ in
        Task { () -> Result<Int, Scan> in
          do throws(Scan) { return .success(try await page.value) } catch { return .failure(error) }
        }
      }
      let cancelled = waiting.indices.filter { _ in Bool.random(using: &random) }
      for index in cancelled { waiting[index].cancel() }
      await Task.yield()
      page.fulfill(1)
      for index in waiting.indices {
        let answer = await waiting[index].value
        if cancelled.contains(index) {
          #expect(answer == .success(1) || answer == .failure(.cancelled))
        } else {
          #expect(answer == .success(1))
        }
      }
    }
  }
}
