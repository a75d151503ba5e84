/// An object that keeps a list of delegates and has no delegate property: often a shared instance.
///
/// Nobody has to be displaced there, so no proxy stands in: a ``DelegateListener`` joins the list.
@MainActor public protocol MulticastDelegating: AnyObject {
  /// The protocol of its delegates.
  associatedtype Delegate

  /// Adds a delegate to the list.
  func addDelegate(_ delegate: Delegate)

  /// Removes a delegate from the list.
  func removeDelegate(_ delegate: Delegate)
}
