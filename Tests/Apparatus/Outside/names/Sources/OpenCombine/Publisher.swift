/// A place in a publisher, in the shape of Combine's.
public protocol Subscription: AnyObject, Sendable {
  /// Ends it.
  func cancel()
}

/// Whoever receives elements.
public protocol Subscriber<Input>: AnyObject, Sendable {
  /// What it receives.
  associatedtype Input
  /// Receives its place, first of all.
  func receive(subscription: any Subscription)
  /// Receives an element.
  func receive(_ input: Input)
}

/// A source of elements.
public protocol Publisher<Output> {
  /// What it sends.
  associatedtype Output
  /// Sends elements to a subscriber from now on.
  func receive(subscriber: some Subscriber<Output>)
}
