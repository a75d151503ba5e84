extension ObservableType {
  /// Returns the elements transformed by a closure.
  public func map<Result>(_ transform: @escaping (Element) -> Result) -> Observable<Result> {
    lift { observer in { observer.onNext(transform($0)) } }
  }

  /// Returns the elements that satisfy a condition.
  public func filter(_ isIncluded: @escaping (Element) -> Bool) -> Observable<Element> {
    lift { observer in { if isIncluded($0) { observer.onNext($0) } } }
  }

  /// Returns the elements transformed by a closure, without nil results.
  public func compactMap<Result>(_ transform: @escaping (Element) -> Result?) -> Observable<Result> {
    lift { observer in { if let result = transform($0) { observer.onNext(result) } } }
  }

  /// Returns the accumulated value after each element.
  public func scan<Result>(
    _ seed: Result, accumulator: @escaping (Result, Element) -> Result
  ) -> Observable<Result> {
    lift { observer in
      var gathered = seed
      return {
        gathered = accumulator(gathered, $0)
        observer.onNext(gathered)
      }
    }
  }

  /// Returns the elements that differ from the previous one.
  public func distinctUntilChanged(_ areEqual: @escaping (Element, Element) -> Bool) -> Observable<Element> {
    lift { observer in
      var last: Element?
      return {
        if let last, areEqual(last, $0) { return }
        last = $0
        observer.onNext($0)
      }
    }
  }

  /// Returns all elements after the first `count`.
  public func skip(_ count: Int) -> Observable<Element> {
    lift { observer in
      var left = count
      return { if left > 0 { left -= 1 } else { observer.onNext($0) } }
    }
  }

  /// Returns the elements until another source sends one, then ends.
  public func take(until trigger: some ObservableType) -> Observable<Element> {
    let source = asObservable()
    return .create { observer in
      let end = trigger.subscribe(onNext: { _ in observer.onCompleted() })
      let elements = source.subscribe(observer)
      // Weak, since both sources retain their subscriptions, which refer back here.
      return Disposables.create { [weak end, weak elements] in
        end?.dispose()
        elements?.dispose()
      }
    }
  }

  /// Creates a source from a closure that handles each element; the end is passed on.
  private func lift<Result>(
    _ step: @escaping (AnyObserver<Result>) -> (Element) -> Void
  ) -> Observable<Result> {
    let source = asObservable()
    return .create { observer in
      source.subscribe(onNext: step(observer), onCompleted: { observer.onCompleted() })
    }
  }
}

extension ObservableType where Element: Equatable {
  /// Returns the elements that differ from the previous one.
  public func distinctUntilChanged() -> Observable<Element> { distinctUntilChanged { $0 == $1 } }
}
