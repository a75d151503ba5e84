@_exported public import GPSDelivery

// As in RxSwift, one import also provides the proxies.

/// The namespace for the reactive view of an object.
///
/// ```swift
/// extension Reactive where Base: Dial {
///   var didTurn: Observable<Int> { DialProxy.proxy(for: base).methodInvoked(.didTurn).map { $0.1 } }
/// }
/// ```
@MainActor public struct Reactive<Base> {
  /// The object itself.
  public let base: Base

  /// Wraps an object.
  public init(_ base: Base) { self.base = base }
}

extension Reactive where Base: ProxyHost {
  /// Sends one element when the object is released, then ends.
  public var deallocated: Observable<Void> {
    .create { [weak base] observer in
      guard let base else {
        observer.onNext(())
        observer.onCompleted()
        return Disposables.create()
      }
      let end = base.proxies.first(EndOfObject.self) ?? EndOfObject()
      base.proxies.add(end)
      let entry = end.observers.append(observer)
      return Disposables.create { [weak end] in end?.observers.remove(entry) }
    }
  }
}

/// Lives as long as the object that keeps it with its proxies.
@MainActor private final class EndOfObject {
  let observers = FanOut<AnyObserver<Void>>()

  // Isolated, wherever the last reference is released, since observers belong to the main actor.
  isolated deinit {
    for observer in observers.removeAll() {
      observer.onNext(())
      observer.onCompleted()
    }
  }
}

/// A type with an `rx` property; your own class adopts the protocol in one line.
///
/// ```swift
/// extension Oven: ReactiveCompatible {}
/// ```
@MainActor public protocol ReactiveCompatible {}

extension ReactiveCompatible {
  /// The reactive view of this object.
  public var rx: Reactive<Self> { Reactive(self) }
}
