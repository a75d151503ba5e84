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
