@_exported public import GPSDelivery

// As with the libraries whose words these are, one import brings the proxies along.

/// The namespace for the Rx view of an object.
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

/// Gives a type its `rx`: a class of one's own adopts it in one line.
///
/// ```swift
/// extension Oven: ReactiveCompatible {}
/// ```
@MainActor public protocol ReactiveCompatible {}

extension ReactiveCompatible {
  /// The Rx view of this object.
  public var rx: Reactive<Self> { Reactive(self) }
}
