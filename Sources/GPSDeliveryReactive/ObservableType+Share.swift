extension ObservableType {
  /// The same source for all, started for the first subscriber and ended after the last.
  ///
  /// Nothing is replayed: a late subscriber gets later elements only.
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
  /// Weakly: the source keeps it, and it leads here.
  private weak var upstream: (any Disposable)?

  init(_ source: Observable<Element>) { self.source = source }

  func join(_ observer: AnyObserver<Element>) -> any Disposable {
    last += 1
    let number = last
    observers.append((number, observer))
    if observers.count == 1 { start() }
    // Weakly: the source keeps this, so that nothing is left when the source goes without an end.
    return Disposables.create { [weak self] in self?.leave(number) }
  }

  private func start() {
    var hasEnded = false
    let upstream = source.subscribe { element in
      // The loop walks over a copy: an observer that leaves meanwhile has a sink that lets nothing through, and
      // one that joins meanwhile gets the next element.
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
