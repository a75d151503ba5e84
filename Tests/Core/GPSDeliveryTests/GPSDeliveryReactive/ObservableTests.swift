import GPSDeliveryReactive
import DeliverySupport
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
