extension ObservableType {
  /// Returns a source with one subscription, shared from the first subscriber to the last.
  ///
  /// Nothing is replayed: a late subscriber gets only later elements.
  public func share() -> Observable<Element> {
    let shared = Shared(asObservable())
    return .create { shared.join($0) }
  }
}

/// One subscription to a source, shared by all subscribers.
@MainActor private final class Shared<Element> {
  private let source: Observable<Element>
  private var observers: [(number: Int, observer: AnyObserver<Element>)] = []
  private var last = 0
  /// Weak, since the source retains it, and it refers back here.
  private weak var upstream: (any Disposable)?

  init(_ source: Observable<Element>) { self.source = source }

  func join(_ observer: AnyObserver<Element>) -> any Disposable {
    last += 1
    let number = last
    observers.append((number, observer))
    if observers.count == 1 { start() }
    // Weak, since the source retains this: nothing is left if the source is released without an end.
    return Disposables.create { [weak self] in self?.leave(number) }
  }

  private func start() {
    var hasEnded = false
    let upstream = source.subscribe { element in
      // The loop iterates over a copy: the sink of an observer that leaves during the loop drops elements,
      // and a new observer gets the next element.
      for (_, observer) in self.observers { observer.onNext(element) }
    } onCompleted: {
      hasEnded = true
      self.end()
    }
    if !hasEnded { self.upstream = upstream }
  }

  private func end() {
    let finished = observers
    observers = []
    upstream = nil
    for (_, observer) in finished { observer.onCompleted() }
  }

  private func leave(_ number: Int) {
    observers.removeAll { $0.number == number }
    guard observers.isEmpty else { return }
    let upstream = upstream
    self.upstream = nil
    upstream?.dispose()
  }
}
