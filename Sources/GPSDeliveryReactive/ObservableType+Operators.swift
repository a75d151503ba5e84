extension ObservableType {
  /// Each element, changed.
  public func map<Result>(_ transform: @escaping (Element) -> Result) -> Observable<Result> {
    lift { observer in { observer.onNext(transform($0)) } }
  }

  /// The elements that fulfil a condition.
  public func filter(_ isIncluded: @escaping (Element) -> Bool) -> Observable<Element> {
    lift { observer in { if isIncluded($0) { observer.onNext($0) } } }
  }

  /// Each element, changed, unless the change gives nil.
  public func compactMap<Result>(_ transform: @escaping (Element) -> Result?) -> Observable<Result> {
    lift { observer in { if let result = transform($0) { observer.onNext(result) } } }
  }

  /// The value accumulated so far, after each element.
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

  /// The elements that differ from the one before.
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

  /// All elements but the first few.
  public func skip(_ count: Int) -> Observable<Element> {
    lift { observer in
      var left = count
      return { if left > 0 { left -= 1 } else { observer.onNext($0) } }
    }
  }

  /// Makes a source from what each subscriber does with an element; the end is passed on.
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
  /// The elements that differ from the one before.
  public func distinctUntilChanged() -> Observable<Element> { distinctUntilChanged { $0 == $1 } }
}
