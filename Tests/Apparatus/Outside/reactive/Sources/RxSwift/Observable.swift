/// What a source tells.
public enum Event<Element> {
  /// An element.
  case next(Element)
  /// The end, for a reason.
  case error(any Error)
  /// The end.
  case completed
}

/// Something that can be told of events.
public struct AnyObserver<Element> {
  let handler: (Event<Element>) -> Void

  /// Makes an observer of a closure.
  public init(eventHandler: @escaping (Event<Element>) -> Void) { handler = eventHandler }

  /// Tells it an event.
  public func on(_ event: Event<Element>) { handler(event) }
  /// Tells it an element.
  public func onNext(_ element: Element) { handler(.next(element)) }
  /// Tells it of the end, for a reason.
  public func onError(_ error: any Error) { handler(.error(error)) }
  /// Tells it of the end.
  public func onCompleted() { handler(.completed) }
}

/// Something that can be observed.
public protocol ObservableType<Element> {
  /// What it tells.
  associatedtype Element

  /// Tells an observer from now on.
  func subscribe(_ observer: AnyObserver<Element>) -> any Disposable
  /// The plain source of it.
  func asObservable() -> Observable<Element>
}

/// A source of elements.
public final class Observable<Element>: ObservableType {
  private let run: (AnyObserver<Element>) -> any Disposable

  private init(_ run: @escaping (AnyObserver<Element>) -> any Disposable) { self.run = run }

  /// Makes a source from what to do for each subscriber.
  public static func create(_ subscribe: @escaping (AnyObserver<Element>) -> any Disposable) -> Observable<
    Element
  > {
    Observable(subscribe)
  }

  /// Tells an observer, until the end or until it has disposed: never after that.
  public func subscribe(_ observer: AnyObserver<Element>) -> any Disposable {
    let subscription = Following()
    subscription.follow(
      run(
        AnyObserver { event in
          guard !subscription.hasEnded else { return }
          if case .next = event { return observer.on(event) }
          subscription.dispose()
          observer.on(event)
        }))
    return subscription
  }

  /// The source itself.
  public func asObservable() -> Observable<Element> { self }
}

extension ObservableType {
  /// Calls closures for each element and at the end, on whatever thread the source tells of it.
  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil
  ) -> any Disposable {
    subscribe(
      AnyObserver { event in
        switch event {
        case .next(let element): onNext?(element)
        case .error(let error): onError?(error)
        case .completed: onCompleted?()
        }
      })
  }
}
