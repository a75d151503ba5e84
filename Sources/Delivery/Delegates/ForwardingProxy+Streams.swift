extension ForwardingProxy {
  /// Carries what is chosen from each call into a stream; `remove` is called when the consumer has gone.
  func stream<Arguments, Element: Sendable>(
    _ method: DelegateMethod<Delegate, Arguments>, _ buffering: Buffering,
    _ choose: @escaping (Arguments) -> Element, onDemand: (@Sendable (Demand) -> Void)?
  ) -> (Subscription<Element, Never>, Registration) {
    let hub = Broadcast<Element, Never>(onDemand: onDemand)
    let subscription = hub.subscribe(buffering)
    var itself: Registration?
    let registration = onInvoked(method) { arguments in
      // Who has gone without being noticed is noticed here.
      if hub.subscriberCount > 0 { hub.send(choose(arguments)) } else { itself?.cancel() }
    } completed: {
      hub.finish()
    }
    itself = registration
    return (subscription, registration)
  }
}
