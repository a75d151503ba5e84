@_exported public import Delivery

// As with the libraries whose words these are, one import brings the proxies along.

/// The place for whatever is said about an object in Rx words.
///
/// ```swift
/// extension Reactive where Base: Dial {
///   var didTurn: Observable<Int> { DialProxy.proxy(for: base).methodInvoked(.didTurn).map { $0.1 } }
/// }
/// ```
@MainActor public struct Reactive<Base> {
  /// What it is said about.
  public let base: Base

  /// Wraps an object.
  public init(_ base: Base) { self.base = base }
}

/// Gives a type its `rx`.
@MainActor public protocol ReactiveCompatible {}

extension ReactiveCompatible {
  /// Whatever is said about it in Rx words.
  public var rx: Reactive<Self> { Reactive(self) }
}
