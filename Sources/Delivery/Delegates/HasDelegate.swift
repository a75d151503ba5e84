/// An object with one delegate property, which is all a proxy needs to know of it.
@MainActor public protocol HasDelegate: AnyObject {
  /// The protocol of its delegate.
  associatedtype Delegate

  /// Its delegate.
  var delegate: Delegate? { get set }
}
