import GPSDelivery
import GPSDeliveryReactive
import DeliverySupport
import Testing

private enum SearchError: Error { case nothing }

/// The screen of text 004: it used to tell a delegate which city was chosen.
@MainActor private final class SearchScreen {
  var promise = Promise<String>.pending()
  func choose(_ city: String?) {
    guard let city else {
      promise.reject(SearchError.nothing)
      return
    }
    promise.fulfill(city)
  }
}

@MainActor private final class ListScreen {
  var cities: [String] = []
  var failures = 0
  func show(_ screen: SearchScreen) {
    screen.promise
      .then { city in self.cities.append(city) }
      .catch { _ in self.failures += 1 }
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A promise` {
  @Test func `takes the place of a delegate that is called once`() async {
    let search = SearchScreen()
    let list = ListScreen()
    list.show(search)
    search.choose("Seoul")
    search.choose("Minsk")
    search.choose(nil)
    await until { !list.cities.isEmpty }
    #expect(list.cities == ["Seoul"])
    #expect(list.failures == 0)
  }

  @Test func `tells an error to those who catch, and throws it to those who wait`() async {
    let search = SearchScreen()
    let list = ListScreen()
    list.show(search)
    search.choose(nil)
    await #expect(throws: SearchError.nothing) { try await search.promise.value }
    await until { list.failures == 1 }
  }

  @Test func `is rejected when its screen is closed without a choice`() async {
    let promise = Promise<String>()
    func close(_ duty: consuming OneShot<String, any Error>.Resolver) {}
    close(promise.makeResolver())
    await #expect(throws: OneShotError.abandoned) { try await promise.value }
  }

  @Test func `calls back on the main actor in the order of asking, whoever answers`() async throws {
    try await rounds(20) { _ in
      let promise = Promise<Int>()
      var order: [Int] = []
      for number in 0..<5 {
        promise.then { _ in
          MainActor.assertIsolated(); order.append(number)
        }
      }
      async let _ = Task.detached { promise.fulfill(1) }.value
      await until { !order.isEmpty }
      for number in 5..<8 { promise.then { _ in order.append(number) } }
      await until { order.count == 8 }
      #expect(order == Array(0..<8))
    }
  }
}
