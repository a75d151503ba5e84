/// Events of an object, without an initial event or replay, which end with the object.
@MainActor public struct ControlEvent<Element>: ObservableType {
  private let events: Observable<Element>

  /// Creates the events from a suitable source, such as a method that a delegate proxy observes.
  public init(events: some ObservableType<Element>) { self.events = events.asObservable() }

  /// Returns the events as an observable.
  public func asObservable() -> Observable<Element> { events }
}

/// A property of an object that can be observed and written.
///
/// A subscriber gets the current value at once, then each value that changes from outside. Values that the
/// program writes are not sent back. The source ends with the object.
@MainActor public struct ControlProperty<Element>: ObservableType, ObserverType {
  private let values: Observable<Element>
  private let sink: AnyObserver<Element>

  /// Creates the property from a suitable source, and an observer for written values.
  public init(values: some ObservableType<Element>, valueSink: some ObserverType<Element>) {
    self.values = values.asObservable()
    sink = valueSink.asObserver()
  }

  /// The values after the current one.
  public var changed: ControlEvent<Element> { ControlEvent(events: values.skip(1)) }

  /// Returns the values as an observable.
  public func asObservable() -> Observable<Element> { values }

  /// Writes a value.
  public func onNext(_ element: Element) { sink.onNext(element) }

  /// Does nothing: the end of a source is not a value.
  public func onCompleted() {}
}

extension Reactive where Base: AnyObject {
  /// Returns a property made from a getter, a setter, and events that report changes from outside.
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
