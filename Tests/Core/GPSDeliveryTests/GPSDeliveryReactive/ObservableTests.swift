import DeliverySupport
import GPSDelivery
import GPSDeliveryReactive
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct `An observable` {
  let numbers = Source<Int>()

  func seen<Element>(_ observable: Observable<Element>, _ feed: () -> Void) -> [Element] {
    var elements: [Element] = []
    let disposable = observable.subscribe(onNext: { elements.append($0) })
    feed()
    disposable.dispose()
    return elements
  }

  @Test func `maps, filters, scans and skips`() {
    let source = numbers.observable
    #expect(seen(source.map { $0 * 2 }) { numbers.send(1, 2) } == [2, 4])
    #expect(seen(source.filter { $0 > 1 }) { numbers.send(1, 2, 3) } == [2, 3])
    #expect(seen(source.compactMap { $0 > 1 ? "\($0)" : nil }) { numbers.send(1, 2) } == ["2"])
    #expect(seen(source.scan(10, accumulator: +)) { numbers.send(1, 2) } == [11, 13])
    #expect(seen(source.skip(2)) { numbers.send(1, 2, 3) } == [3])
  }

  @Test func `tells only what differs from the one before`() {
    #expect(seen(numbers.observable.distinctUntilChanged()) { numbers.send(1, 1, 2, 2, 1) } == [1, 2, 1])
    let parity = numbers.observable.distinctUntilChanged { $0 % 2 == $1 % 2 }
    #expect(seen(parity) { numbers.send(1, 3, 4, 6, 5) } == [1, 4, 5])
  }

  @Test func `begins an operator anew for each subscriber`() {
    let sums = numbers.observable.scan(0, accumulator: +)
    #expect(seen(sums) { numbers.send(5) } == [5])
    #expect(seen(sums) { numbers.send(1) } == [1])
  }

  @Test func `passes the end on, once, and nothing after it`() {
    var order: [String] = []
    _ = numbers.observable.map { "\($0)" }.subscribe(
      onNext: { order.append($0) }, onCompleted: { order.append("end") })
    numbers.send(1)
    numbers.end()
    numbers.send(2)
    numbers.end()
    #expect(order == ["1", "end"])
    #expect(numbers.disposals == 1)
  }

  @Test func `tells nothing after it was disposed of, not even within a delivery`() {
    var elements: [Int] = []
    var disposable: (any Disposable)?
    disposable = numbers.observable.subscribe(onNext: {
      elements.append($0)
      disposable?.dispose()
    })
    numbers.send(1, 2)
    #expect(elements == [1])
    #expect(numbers.disposals == 1)
  }

  @Test func `ends its source also when that ends while subscribing`() {
    var disposals = 0
    let source = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      return Disposables.create { disposals += 1 }
    }
    #expect(seen(source) {} == [1])
    #expect(disposals == 1)
  }

  @Test func `is just one, empty, or never`() {
    var order: [String] = []
    for source in [Observable.just(1), .empty(), .never()] {
      _ = source.subscribe(onNext: { order.append("\($0)") }, onCompleted: { order.append("end") })
    }
    #expect(order == ["1", "end", "end"])
  }

  @Test func `is subscribed to once when it is shared, and left after the last`() {
    let shared = numbers.observable.share()
    var first: [Int] = []
    var second: [Int] = []
    let one = shared.subscribe(onNext: { first.append($0) })
    numbers.send(1)
    let two = shared.subscribe(onNext: { second.append($0) })
    numbers.send(2)
    #expect(numbers.subscriptions == 1)
    one.dispose()
    #expect(numbers.disposals == 0)
    numbers.send(3)
    two.dispose()
    #expect(numbers.disposals == 1)
    #expect(first == [1, 2])
    #expect(second == [2, 3])
    _ = shared.subscribe(onNext: { _ in })
    #expect(numbers.subscriptions == 2)
  }

  @Test func `tells all the end when it is shared`() {
    let shared = numbers.observable.share()
    var ends = 0
    for _ in 0..<3 { _ = shared.subscribe(onCompleted: { ends += 1 }) }
    numbers.end()
    #expect(ends == 3)
  }
}

extension `An observable` {
  @Test func `leaves nothing behind when its source just goes, without an end`() {
    let lives = Lives()
    for _ in 0..<repetitions(1000) {
      let source = Source<Int>()
      let life = lives.born()
      let shared = source.observable.map { $0 + 1 }.filter { _ in true }.share()
      for _ in 0..<2 { _ = shared.scan(0, accumulator: +).subscribe(onNext: { _ in _ = life }) }
      source.send(1)
    }
    #expect(lives.count == 0)
  }
}

@MainActor @Suite(.timeLimit(.minutes(5))) struct `A proxy in Rx words` {
  let manager = LocationManager()
  let user = Listener()

  @Test func `sends the message before and tells of the call after`() {
    var order: [String] = []
    manager.delegate = user
    user.onHearing = { order.append("call") }
    let proxy = LocationProxy.proxy(for: manager)
    _ = proxy.methodInvoked(.didUpdateLocations).subscribe(onNext: { _ in order.append("invoked") })
    _ = proxy.sentMessage(.didUpdateLocations).subscribe(onNext: { _ in order.append("sent") })
    manager.report(1)
    #expect(order == ["sent", "call", "invoked"])
  }

  @Test func `observes questions too`() {
    let oven = Oven()
    var order: [String] = []
    let proxy = OvenProxy.proxy(for: oven)
    _ = proxy.sentMessage(.mayHeat).subscribe(onNext: { _ in order.append("sent") })
    _ = proxy.methodInvoked(.mayHeat).subscribe(onNext: { _ in order.append("invoked") })
    #expect(oven.heat())
    #expect(order == ["sent", "invoked"])
  }

  @Test func `completes when the parent dies, though nobody kept a disposable, and at once after that`() {
    var manager: LocationManager? = LocationManager()
    weak let gone = manager
    var ends = 0
    let observable = manager!.rx.didUpdateLocations
    _ = observable.subscribe(onCompleted: { ends += 1 })
    manager = nil
    #expect(gone == nil)
    #expect(ends == 1)
    _ = observable.subscribe(onCompleted: { ends += 1 })
    #expect(ends == 2)
  }

  @Test func `stops when the bag of its owner goes`() {
    var bag: DisposeBag? = DisposeBag()
    var seen = 0
    manager.rx.didUpdateLocations.subscribe(onNext: { _ in seen += 1 }).disposed(by: bag!)
    manager.report(1)
    bag = nil
    manager.report(2)
    #expect(seen == 1)
    #expect(!LocationProxy.proxy(for: manager).isObserved)
  }

  @Test func `brings a broadcast from any thread to the main actor, in order, until its end`() async throws {
    try await rounds(10) { _ in
      let hub = Broadcast<Int, Never>()
      var seen: [Int] = []
      var ends = 0
      _ = hub.asObservable(.unbounded).subscribe(onNext: { seen.append($0) }, onCompleted: { ends += 1 })
      #expect(hub.subscriberCount == 1)
      await Task.detached {
        for number in 0..<100 { hub.send(number) }
        hub.finish()
      }.value
      await until { ends == 1 }
      #expect(seen == Array(0..<100))
    }
  }

  @Test func `leaves a broadcast when it is disposed of`() async {
    let hub = Broadcast<Int, Never>()
    hub.asObservable(.latest).subscribe(onCompleted: { Issue.record("it did not end") }).dispose()
    await until { hub.subscriberCount == 0 }
  }
}

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
    #expect(list.cities == ["Seoul"] && list.failures == 0)
  }

  @Test func `tells an error to those who catch, and throws it to those who wait`() async {
    let search = SearchScreen()
    let list = ListScreen()
    list.show(search)
    search.choose(nil)
    await #expect(throws: SearchError.nothing) { try await search.promise.value }
    await until { list.failures == 1 }
  }

  @Test func `passes on what its closures make, and the first error of them`() async throws {
    var seen: [String] = []
    let first = Promise<Int> { fulfill, reject in fulfill(1) }
    let second = first.then { $0 + 1 }.then { number in Promise<String> { fulfill, _ in fulfill("\(number)") }
    }
    second.then { seen.append($0) }.then { seen.append($0 + " again") }.always { seen.append("always") }
    #expect(try await second.value == "2")
    let failed = second.then { _ -> Int in throw SearchError.nothing }.then { number in
      seen.append("not called")
      return number + 1
    }
    failed.catch { seen.append("\($0)") }.always { seen.append("always") }
    await #expect(throws: SearchError.nothing) { try await failed.value }
    let rejected = first.then { _ in Promise<Int> { _, reject in reject(SearchError.nothing) } }
    await #expect(throws: SearchError.nothing) { try await rejected.value }
    await #expect(throws: SearchError.nothing) {
      try await Promise<Int> { _, _ in throw SearchError.nothing }.value
    }
    #expect(seen == ["2", "2 again", "always", "nothing", "always"])
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
