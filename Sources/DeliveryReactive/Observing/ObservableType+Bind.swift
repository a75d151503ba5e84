extension ObservableType {
  /// Passes every element to one or several observers, in the order they are named.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    subscribe(onNext: { element in for observer in observers { observer.onNext(element) } })
  }

  /// Passes every element to one or several observers that also take nil.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    subscribe(onNext: { element in for observer in observers { observer.onNext(element) } })
  }

  /// Passes every element to a closure.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable { subscribe(onNext: onNext) }
}
