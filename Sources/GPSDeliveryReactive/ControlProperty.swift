/// Events of an object: nothing at first, nothing replayed, and the end when the object ends.
@MainActor public struct ControlEvent<Element>: ObservableType {
  private let events: Observable<Element>

  /// Makes it from a source with these properties, such as a method that a delegate proxy observes.
  public init(events: some ObservableType<Element>) { self.events = events.asObservable() }

  /// The plain source of it.
  public func asObservable() -> Observable<Element> { events }
}

/// A property of an object that can be observed and written.
///
/// A subscriber gets the present value at once, then each value that comes from outside. What the program
/// itself writes is not told back. The source ends when the object ends.
@MainActor public struct ControlProperty<Element>: ObservableType, ObserverType {
  private let values: Observable<Element>
  private let sink: AnyObserver<Element>

  /// Makes it from a source with these properties, and an observer for written values.
  public init(values: some ObservableType<Element>, valueSink: some ObserverType<Element>) {
    self.values = values.asObservable()
    sink = valueSink.asObserver()
  }

  /// The values that come after the present one.
  public var changed: ControlEvent<Element> { ControlEvent(events: values.skip(1)) }

  /// The plain source of it.
  public func asObservable() -> Observable<Element> { values }

  /// Writes a value.
  public func onNext(_ element: Element) { sink.onNext(element) }

  /// Does nothing: the end of a source is no value.
  public func onCompleted() {}
}

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
