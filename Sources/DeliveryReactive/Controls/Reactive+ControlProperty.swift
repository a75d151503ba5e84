extension Reactive where Base: AnyObject {
  /// Makes a property from a getter, a setter, and the events that tell of a change from outside.
  ///
  /// ```swift
  /// extension Reactive where Base: Dial {
  ///   var position: ControlProperty<Int> {
  ///     controlProperty(changes: delegate.methodInvoked(.didTurn)) { $0.position } setter: { $0.position = $1 }
  ///   }
  /// }
  /// ```
  ///
  /// The object is held weakly.
  public func controlProperty<Value>(
    changes: some ObservableType, getter: @escaping (Base) -> Value, setter: @escaping (Base, Value) -> Void
  ) -> ControlProperty<Value> {
    let changes = changes.map { _ in () }
    let values = Observable<Value>.create { [weak base] observer in
      guard let first = base else {
        observer.onCompleted()
        return Disposables.create()
      }
      observer.onNext(getter(first))
      return changes.subscribe {
        if let base { observer.onNext(getter(base)) } else { observer.onCompleted() }
      } onCompleted: {
        observer.onCompleted()
      }
    }
    return ControlProperty(values: values, valueSink: Binder(base, binding: setter))
  }
}
