import GPSDelivery
import Dispatch
import RxSwift
import Testing

private struct Broken: Error {}

/// All closures here are written on the main actor, as in a view model: they trap when they are called anywhere else.
@MainActor @Suite(.timeLimit(.minutes(2))) struct `A broadcast as an observable of RxSwift` {
  let hub = Broadcast<Int, Never>()
  let bag = DisposeBag()

  @Test func `tells a subscriber on the main actor everything in order, and the end`() async {
    let (heard, told) = AsyncStream<String>.makeStream()
    hub.asObservable(.unbounded)
      .subscribe(onNext: { told.yield("\($0)") }, onCompleted: { told.finish() })
      .disposed(by: bag)
    for number in 1...1000 { hub.send(number) }
    hub.finish()
    #expect(await all(heard) == (1...1000).map { "\($0)" })
  }

  @Test func `may be mapped and filtered on the main actor before it is observed there`() async {
    let (heard, told) = AsyncStream<String>.makeStream()
    hub.asObservable(.unbounded)
      .map { [bag] number in
        _ = bag
        MainActor.assertIsolated()
        return number * 2
      }
      .filter { $0 % 4 == 0 }
      .observe(on: MainScheduler.instance)
      .subscribe(onNext: { told.yield("\($0)") }, onCompleted: { told.finish() })
      .disposed(by: bag)
    for number in 1...4 { hub.send(number) }
    hub.finish()
    #expect(await all(heard) == ["4", "8"])
  }

  @Test func `may be subscribed to and observed on a queue of its own`() async {
    let (heard, told) = AsyncStream<Int>.makeStream()
    let (demands, demanded) = AsyncStream<Demand>.makeStream()
    let hub = Broadcast<Int, Never> { demanded.yield($0) }
    subscribeElsewhere(hub, told).disposed(by: bag)
    #expect(await all(demands, 1) == [.began])
    hub.send(1)
    hub.finish()
    #expect(await all(heard) == [8])
  }

  @Test func `tells nothing more from the moment it is disposed of, also from within a delivery`() async {
    let (heard, told) = AsyncStream<Int>.makeStream()
    let (demands, demanded) = AsyncStream<Demand>.makeStream()
    let hub = Broadcast<Int, Never> { demanded.yield($0) }
    var subscription: (any Disposable)?
    subscription = hub.asObservable(.unbounded).subscribe(onNext: { number in
      told.yield(number)
      if number == 2 { subscription?.dispose() }
    })
    for number in 1...10 { hub.send(number) }
    // Its consumer goes when its task has ended.
    #expect(await all(demands, 2) == [.began, .ended])
    told.finish()
    #expect(await all(heard) == [1, 2])
  }

  @Test func `fails with the error of the broadcast`() async {
    let (heard, told) = AsyncStream<String>.makeStream()
    let hub = Broadcast<Int, any Error>()
    hub.asObservable(.unbounded)
      .subscribe(
        onNext: { told.yield("\($0)") },
        onError: {
          told.yield("\(type(of: $0))")
          told.finish()
        }
      )
      .disposed(by: bag)
    hub.send(1)
    hub.finish(throwing: Broken())
    #expect(await all(heard) == ["1", "Broken"])
  }

  @Test func `is begun once for all who share it`() async {
    let (heard, told) = AsyncStream<String>.makeStream()
    let shared = hub.asObservable(.unbounded).share(replay: 1)
    shared.subscribe(onNext: { told.yield("a\($0)") }).disposed(by: bag)
    shared.subscribe(onNext: { told.yield("b\($0)") }, onCompleted: { told.finish() }).disposed(by: bag)
    #expect(hub.subscriberCount == 1)
    hub.send(1)
    hub.finish()
    #expect(await all(heard) == ["a1", "b1"])
  }
}

/// Closures that are written where nothing is isolated may be called anywhere.
private nonisolated func subscribeElsewhere(
  _ hub: Broadcast<Int, Never>, _ told: AsyncStream<Int>.Continuation
) -> any Disposable {
  let queue = SerialDispatchQueueScheduler(queue: DispatchQueue(label: "worker"))
  return hub.asObservable(.unbounded).subscribe(on: queue).observe(on: queue)
    .map { number in
      dispatchPrecondition(condition: .notOnQueue(.main))
      return number + 7
    }
    .subscribe(onNext: { told.yield($0) }, onCompleted: { told.finish() })
}
