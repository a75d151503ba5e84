import Foundation

extension ObservableType {
  /// Each element, changed, on the thread that it came on.
  public func map<Result>(_ transform: @escaping (Element) throws -> Result) -> Observable<Result> {
    .create { observer in
      subscribe(
        AnyObserver { event in
          switch event {
          case .next(let element):
            do { observer.onNext(try transform(element)) } catch { observer.onError(error) }
          case .error(let error): observer.onError(error)
          case .completed: observer.onCompleted()
          }
        })
    }
  }

  /// The elements that fulfil a condition.
  public func filter(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
    .create { observer in
      subscribe(
        AnyObserver { event in
          guard case .next(let element) = event else { return observer.on(event) }
          do { if try predicate(element) { observer.on(event) } } catch { observer.onError(error) }
        })
    }
  }

  /// The same events on a scheduler's queue, in order.
  public func observe(on scheduler: SerialDispatchQueueScheduler) -> Observable<Element> {
    .create { observer in subscribe(AnyObserver { event in scheduler.schedule { observer.on(event) } }) }
  }

  /// The same source, begun on a scheduler's queue.
  public func subscribe(on scheduler: SerialDispatchQueueScheduler) -> Observable<Element> {
    .create { observer in
      let subscription = Following()
      scheduler.schedule { subscription.follow(subscribe(observer)) }
      return subscription
    }
  }

  /// One subscription for all; who comes later is told the last few elements first.
  public func share(replay: Int = 0) -> Observable<Element> {
    let shared = Shared(asObservable(), replay)
    return .create { shared.join($0) }
  }
}

/// A source that is begun for the first observer and ended after the last.
private final class Shared<Element> {
  private let source: Observable<Element>
  private let replay: Int
  private let lock = NSRecursiveLock()
  private var observers: [(number: Int, observer: AnyObserver<Element>)] = []
  private var last: [Element] = []
  private var joined = 0
  private var upstream: (any Disposable)?

  init(_ source: Observable<Element>, _ replay: Int) {
    self.source = source
    self.replay = replay
  }

  func join(_ observer: AnyObserver<Element>) -> any Disposable {
    lock.withLock {
      joined += 1
      let number = joined
      for element in last { observer.onNext(element) }
      observers.append((number, observer))
      if observers.count == 1 { upstream = source.subscribe(AnyObserver { self.tell($0) }) }
      return Disposables.create { self.leave(number) }
    }
  }

  private func tell(_ event: Event<Element>) {
    let told = lock.withLock {
      if case .next(let element) = event { last = Array((last + [element]).suffix(replay)) }
      return observers
    }
    for (_, observer) in told { observer.on(event) }
  }

  private func leave(_ number: Int) {
    let ended = lock.withLock {
      observers.removeAll { $0.number == number }
      guard observers.isEmpty else { return nil as (any Disposable)? }
      last = []
      defer { upstream = nil }
      return upstream
    }
    ended?.dispose()
  }
}

extension AsyncSequence {
  /// The elements of a sequence, told by a task that runs on no actor.
  public func asObservable() -> Observable<Element> {
    .create { observer in
      let follow: @Sendable () async -> Void = {
        do {
          for try await element in self { observer.onNext(element) }
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
      let task = Task(operation: follow)
      return Disposables.create { task.cancel() }
    }
  }
}
