/// A property of an object that can be observed and written.
///
/// A subscriber gets the present value at once, then each value that comes from outside. What the program
/// itself writes is not told back. The source ends when the object ends.
@MainActor public struct ControlProperty<Element>: ObservableType, ObserverType {
  private let values: Observable<Element>
  private let sink: AnyObserver<Element>

  /// Makes it from a source with these properties, and from whoever takes what is written.
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
