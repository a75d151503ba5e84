/// A source of elements on the main actor: a subset of RxSwift's observable, sufficient for delegates.
///
/// It never fails and has no schedulers: everything happens on the main actor, in order. For more, use
/// RxSwift itself; the guide shows how to connect the two.
///
/// No elements arrive after the end, or after ``Disposable/dispose()``, even if that is called during a
/// delivery.
@MainActor public struct Observable<Element>: ObservableType {
  private let run: (AnyObserver<Element>) -> any Disposable

  /// Returns a source that calls a closure for each subscriber.
  public static func create(
    _ run: @escaping (_ observer: AnyObserver<Element>) -> any Disposable
  ) -> Observable { Observable(run: run) }

  /// Returns a source with one element.
  public static func just(_ element: Element) -> Observable {
    create { observer in
      observer.onNext(element)
      observer.onCompleted()
      return Disposables.create()
    }
  }

  /// Returns a source that ends at once.
  public static func empty() -> Observable {
    create { observer in
      observer.onCompleted()
      return Disposables.create()
    }
  }

  /// Returns a source without elements that never ends.
  public static func never() -> Observable { create { _ in Disposables.create() } }

  /// Returns the source itself.
  public func asObservable() -> Observable { self }

  func subscribe(to observer: AnyObserver<Element>) -> any Disposable {
    let sink = Sink(observer)
    sink.follow(run(sink.entry))
    return sink
  }
}

/// A type that can be observed.
@MainActor public protocol ObservableType<Element> {
  /// The type of its elements.
  associatedtype Element

  /// Returns the value as an observable.
  func asObservable() -> Observable<Element>
}

extension ObservableType {
  /// Calls closures for each element and at the end.
  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(to: AnyObserver(onNext: { onNext?($0) }, onCompleted: { onCompleted?() }))
  }

  /// Passes all elements and the end to an observer.
  public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
    asObservable().subscribe(to: observer.asObserver())
  }

  /// Passes each element to one or several observers, in the given order.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element {
    subscribe(onNext: { element in for observer in observers { observer.onNext(element) } })
  }

  /// Passes each element to one or several observers of optional elements.
  public func bind<Observer: ObserverType>(to observers: Observer...) -> any Disposable
  where Observer.Element == Element? {
    subscribe(onNext: { element in for observer in observers { observer.onNext(element) } })
  }

  /// Passes the source to a function that returns one for a closure, such as a table's `rx.items`.
  ///
  /// ```swift
  /// cities.bind(to: table.rx.items(cellType: Cell.self)) { row, city, cell in cell.text = city }
  /// ```
  public func bind<Argument, Result>(
    to binder: (Self) -> (Argument) -> Result, curriedArgument: Argument
  ) -> Result { binder(self)(curriedArgument) }

  /// Passes each element to a closure.
  public func bind(onNext: @escaping (Element) -> Void) -> any Disposable { subscribe(onNext: onNext) }
}
