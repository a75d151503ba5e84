import GPSDelivery
import DeliverySupport
import Testing

enum Scan: OneShotFailure, Equatable { case noPaper, abandoned, cancelled }

@Suite(.timeLimit(.minutes(5))) struct `A one-shot` {
  @Test func `keeps its first answer and refuses the others`() {
    let page = OneShot<Int, Scan>.pending()
    #expect(page.result == nil)
    #expect(page.fulfill(1))
    #expect(!page.fulfill(2))
    #expect(!page.reject(.noPaper))
    #expect(page.result == .success(1))
  }

  @Test func `calls back in the order they came, also after the answer`() {
    let log = Log<String>()
    let page = OneShot<Int, Scan>()
    page.then { log.note("first \($0)") }.then { log.note("second \($0)") }.catch { _ in log.note("never") }
    page.fulfill(5)
    page.then { log.note("late \($0)") }
    #expect(log.entries == ["first 5", "second 5", "late 5"])
  }

  @Test func `tells an error to those who catch`() {
    let log = Log<Scan>()
    let page = OneShot<Int, Scan>()
    page.then { _ in Issue.record("there is no value") }.catch { log.note($0) }
    page.reject(.noPaper)
    page.catch { log.note($0) }
    #expect(log.entries == [.noPaper, .noPaper])
  }

  @Test func `gives its value to any number who wait, and throws its own type`() async throws {
    let page = OneShot<Int, Scan>()
    async let first = page.value
    async let second = page.value
    page.fulfill(3)
    #expect(try await [first, second, page.value] == [3, 3, 3])
    let failed = OneShot<Int, Scan>()
    failed.reject(.noPaper)
    do throws(Scan) { _ = try await failed.value } catch { #expect(error == .noPaper) }
  }

  @Test func `lets a callback answer another, or ask the same again`() {
    let log = Log<Int>()
    let first = OneShot<Int, Scan>()
    let second = OneShot<Int, Scan>()
    first.then { value in
      second.fulfill(value + 1)
      first.then { log.note($0) }
    }
    second.then { log.note($0) }
    first.fulfill(1)
    #expect(log.entries == [2, 1])
  }

  @Test func `fails with an error of the house when it has no type of its own`() async {
    let page = OneShot<Int, any Error>.pending()
    _ = page.makeResolver()
    await #expect(throws: OneShotError.abandoned) { try await page.value }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A resolver` {
  @Test func `answers`() {
    let page = OneShot<Int, Scan>()
    page.makeResolver().fulfill(4)
    #expect(page.result == .success(4))
    let failed = OneShot<Int, Scan>()
    failed.makeResolver().reject(.noPaper)
    #expect(failed.result == .failure(.noPaper))
  }

  @Test func `rejects when it is dropped without an answer`() {
    let page = OneShot<Int, Scan>()
    do {
      let resolver = page.makeResolver()
      _ = consume resolver
    }
    #expect(page.result == .failure(.abandoned))
  }
}
