/// One element on its way, shared by all who wait for it.
///
/// The element is wrapped once per event. What each consumer then keeps is one pointer, however large the
/// element is, and the code that fans out needs no generics.
final class Parcel<Content: Sendable>: Sendable {
  let content: Content

  init(_ content: Content) { self.content = content }
}

/// A parcel whose content is not known here.
typealias AnyParcel = any AnyObject & Sendable
