/// A source of elements on the main actor: what RxSwift calls an observable, as far as delegates need it.
///
/// It never fails, and it knows no schedulers: everything happens on the main actor, in order. For more there
/// is RxSwift itself; the guide shows how to get there.
///
/// After the end nothing comes any more, and after ``Disposable/dispose()`` neither, not even from within a
/// delivery.
@MainActor public struct Observable<Element>: ObservableType {
  private let run: (AnyObserver<Element>) -> any Disposable

  /// Makes a source from what to do for each subscriber.
  public static func create(
    _ run: @escaping (_ observer: AnyObserver<Element>) -> any Disposable
  ) -> Observable {
    Observable(run: run)
  }

  /// A source of one element.
  public static func just(_ element: Element) -> Observable {
    create { observer in
      observer.onNext(element)
      observer.onCompleted()
      return Disposables.create()
    }
  }

  /// A source that ends at once.
  public static func empty() -> Observable {
    create { observer in
      observer.onCompleted()
      return Disposables.create()
    }
  }

  /// A source that never does anything.
  public static func never() -> Observable { create { _ in Disposables.create() } }

  /// The source itself.
  public func asObservable() -> Observable { self }

  func subscribe(to observer: AnyObserver<Element>) -> any Disposable {
    let sink = Sink(observer)
    sink.follow(run(sink.entry))
    return sink
  }
}

/// Something that can be observed.
@MainActor public protocol ObservableType<Element> {
  /// The type of its elements.
  associatedtype Element

  /// The plain source of it.
  func asObservable() -> Observable<Element>
}

extension ObservableType {
  /// Calls closures for each element and at the end.
  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onCompleted: (() -> Void)? = nil
  ) -> any Disposable {
    asObservable().subscribe(to: AnyObserver(onNext: { onNext?($0) }, onCompleted: { onCompleted?() }))
  }

  /// Passes everything on to an observer.
  public func subscribe(_ observer: some ObserverType<Element>) -> any Disposable {
    asObservable().subscribe(to: observer.asObserver())
  }
}

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
