/// Acts as a delegate: it calls the observers and forwards to the user's own delegate.
///
/// ```
///    object ──▶ proxy ──▶ sentMessage     observers, before
///                 │
///                 ├─────▶ the user's own delegate
///                 │
///                 └─────▶ methodInvoked   observers, after
/// ```
///
/// This is the common part of ``DelegateProxy``, which is isolated to the main actor, and
/// ``ActorDelegateProxy``, which can be on any actor; subclass one of these. It belongs to the isolation
/// where it was created.
open class ForwardingProxy<Delegate> {
  weak var parent: AnyObject?
  /// The proxy of another class for the same delegate, which this one calls.
  ///
  /// Several proxies of an object are a chain: only the last one has the user's delegate.
  private weak var inner: ForwardingProxy?
  private var chain = ForwardChain()
  private var sent: [MethodKey: any AnyMethodObservers] = [:]
  private var invoked: [MethodKey: any AnyMethodObservers] = [:]
  private var isFinished = false
  private var wasWanted = false
  /// The method that was called while ``forwards(_:_:)`` probed a method.
  private var arrived: MethodKey?
  private var isProbing = false
  /// Whether the delegate property of the object is being set to this proxy.
  private(set) var isTakingPlace = false
  /// Called when the proxy gains its first observer or delegate, or loses its last.
  var onWanted: ((Bool) -> Void)?

  init(parent: AnyObject) { self.parent = parent }

  /// Passes a call to the observers before, to the user's delegate, and to the observers after.
  ///
  /// Every delegate method of a proxy consists of this call, with a `try` or `await` if the method throws or
  /// suspends. Observers are called also after a method that threw.
  public func dispatch<Arguments, Failure: Error>(
    _ method: DelegateMethod<Delegate, Arguments>, _ arguments: Arguments,
    _ call: (Delegate) throws(Failure) -> Void
  ) throws(Failure) { try dispatch(method, arguments, default: (), call) }

  /// Passes a call on and returns the answer of the user's delegate, or the default without a delegate.
  public func dispatch<Arguments, Answer, Failure: Error>(
    _ method: DelegateMethod<Delegate, Arguments>, _ arguments: Arguments,
    default absent: @autoclosure () -> Answer, _ call: (Delegate) throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard begin(method, arguments) else { return absent() }
    defer { notify(invoked, method.key, arguments) }
    return if let next { try call(next) } else { absent() }
  }

  /// Passes an asynchronous call on; it stays on the actor of the caller.
  public nonisolated(nonsending) func dispatch<Arguments, Failure: Error>(
    _ method: DelegateMethod<Delegate, Arguments>, _ arguments: Arguments,
    _ call: nonisolated(nonsending) (Delegate) async throws(Failure) -> Void
  ) async throws(Failure) { try await dispatch(method, arguments, default: (), call) }

  /// Passes an asynchronous call on and returns the answer of the user's delegate, or the default without one.
  public nonisolated(nonsending) func dispatch<Arguments, Answer, Failure: Error>(
    _ method: DelegateMethod<Delegate, Arguments>, _ arguments: Arguments,
    default absent: @autoclosure () -> Answer,
    _ call: nonisolated(nonsending) (Delegate) async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    guard begin(method, arguments) else { return absent() }
    defer { notify(invoked, method.key, arguments) }
    return if let next { try await call(next) } else { absent() }
  }

  /// Calls the observers that precede the delegate; returns false for a probe, which calls none.
  private func begin<Arguments>(_ method: DelegateMethod<Delegate, Arguments>, _ arguments: Arguments) -> Bool
  {
    if isProbing { arrived = method.key } else { notify(sent, method.key, arguments) }
    return !isProbing
  }

  private func notify<Arguments>(
    _ observers: [MethodKey: any AnyMethodObservers], _ key: @autoclosure () -> MethodKey,
    _ arguments: Arguments
  ) {
    guard !observers.isEmpty, let observers = observers[key()] as? MethodObservers<Arguments> else { return }
    observers.list.forEach { $0.next(arguments) }
  }
}

extension ForwardingProxy {
  /// Returns the user's own delegate.
  public func forwardToDelegate() -> Delegate? { innermost.next }

  /// Sets the user's own delegate permanently.
  ///
  /// It is held weakly, unless `retainDelegate` asks the proxy to keep it alive until it is replaced.
  public func setForwardToDelegate(_ delegate: Delegate?, retainDelegate: Bool) {
    let holder = innermost
    holder.replaceDelegate(with: delegate.map { holder.admit($0) }, retained: retainDelegate)
  }

  /// Sets the user's own delegate until the registration is canceled, which restores the previous one.
  func pushForwardToDelegate(_ delegate: Delegate, retainDelegate: Bool) -> Registration {
    let holder = innermost
    let number = holder.chain.push(holder.admit(delegate), retained: retainDelegate)
    holder.tellWanted()
    return Registration { [weak holder] in
      guard let holder else { return }
      let removed = holder.chain.remove(number)
      withExtendedLifetime(removed) { holder.tellWanted() }
    }
  }

  private func replaceDelegate(with object: AnyObject?, retained: Bool) {
    let forgotten = chain.set(object, retained: retained)
    withExtendedLifetime(forgotten) { tellWanted() }
  }

  private func admit(_ delegate: Delegate) -> AnyObject {
    let object = delegate as AnyObject
    precondition((object as? ForwardingProxy)?.leads(to: self) != true, "a proxy cannot forward to itself")
    return object
  }

  /// The delegate to call: another proxy of the object, or the user's.
  private var next: Delegate? {
    // Only delegates are added, so this cast never fails.
    (inner ?? chain.current).flatMap { $0 as? Delegate }
  }

  /// The last proxy of the chain, which has the user's delegate.
  private var innermost: ForwardingProxy { inner?.innermost ?? self }

  /// Returns whether a call of this proxy reaches another one of its object.
  func leads(to other: ForwardingProxy) -> Bool { self === other || inner?.leads(to: other) == true }

  /// Makes this proxy the delegate of its object and forwards to the current one, unless that calls it already.
  func takePlace(of current: Delegate?, assign: (Delegate) -> Void) {
    let object = current.map { $0 as AnyObject }
    let first = (object as? ForwardingProxy).flatMap { $0.parent === parent ? $0 : nil }
    guard first?.leads(to: self) != true else { return }
    // Only proxies that the current delegate does not call may come before it.
    var last = self
    while let next = last.inner, first?.leads(to: next) != true { last = next }
    last.inner = first
    last.replaceDelegate(with: first == nil ? object : nil, retained: false)
    isTakingPlace = true
    defer { isTakingPlace = false }
    assign(asDelegate)
  }

  /// The proxy as a delegate.
  var asDelegate: Delegate {
    guard let delegate = self as? Delegate else {
      preconditionFailure("\(type(of: self)) must adopt \(Delegate.self)")
    }
    return delegate
  }

  /// Returns whether the proxy passes a method on; for tests, calls neither observers nor delegate.
  ///
  /// A protocol method with an empty default needs a line in the extension that passes it to the proxy.
  /// Without that line, the default runs instead, and neither observers nor the user's delegate are called:
  ///
  /// ```swift
  /// #expect(OvenProxy.proxy(for: oven).forwards(.didReach) { $0.oven(oven, didReach: 200) })
  /// ```
  public func forwards<Arguments, Answer, Failure: Error>(
    _ method: DelegateMethod<Delegate, Arguments>, _ call: (Delegate) throws(Failure) -> Answer
  ) throws(Failure) -> Bool {
    isProbing = true
    defer { (isProbing, arrived) = (false, nil) }
    _ = try call(asDelegate)
    return arrived == method.key
  }

  /// Returns whether the proxy passes an asynchronous method on; for tests.
  public nonisolated(nonsending) func forwards<Arguments, Answer, Failure: Error>(
    _ method: DelegateMethod<Delegate, Arguments>,
    _ call: nonisolated(nonsending) (Delegate) async throws(Failure) -> Answer
  ) async throws(Failure) -> Bool {
    isProbing = true
    defer { (isProbing, arrived) = (false, nil) }
    _ = try await call(asDelegate)
    return arrived == method.key
  }

  /// Calls a closure before the user's delegate is called.
  @discardableResult public func onSent<Arguments>(
    _ method: DelegateMethod<Delegate, Arguments>, _ next: @escaping (Arguments) -> Void,
    completed: @escaping () -> Void = {}
  ) -> Registration { observe(\.sent, method.key, next, completed) }

  /// Calls a closure after the user's delegate was called, or without a delegate.
  @discardableResult public func onInvoked<Arguments>(
    _ method: DelegateMethod<Delegate, Arguments>, _ next: @escaping (Arguments) -> Void,
    completed: @escaping () -> Void = {}
  ) -> Registration { observe(\.invoked, method.key, next, completed) }

  /// Whether any method has an observer.
  public var isObserved: Bool {
    sent.values.contains { $0.count > 0 } || invoked.values.contains { $0.count > 0 }
  }

  private typealias Observers = [MethodKey: any AnyMethodObservers]

  private func observe<Arguments>(
    _ table: ReferenceWritableKeyPath<ForwardingProxy, Observers>, _ key: MethodKey,
    _ next: @escaping (Arguments) -> Void, _ completed: @escaping () -> Void
  ) -> Registration {
    guard !isFinished else {
      completed()
      return Registration {}
    }
    let observers = self[keyPath: table][key] as? MethodObservers<Arguments> ?? MethodObservers()
    self[keyPath: table][key] = observers
    let entry = observers.list.append(.init(next: next, completed: completed))
    tellWanted()
    return Registration { [weak self] in
      observers.list.remove(entry)
      self?.tellWanted()
    }
  }

  func finish() {
    isFinished = true
    let finished = Array(sent.values) + Array(invoked.values)
    for observers in finished { observers.finish() }
  }

  private func tellWanted() {
    guard let onWanted else { return }
    let isWanted = isObserved || chain.current != nil
    guard isWanted != wasWanted else { return }
    wasWanted = isWanted
    onWanted(isWanted)
  }
}

/// Keeps a proxy on the actor where it was created.
///
/// Without this, a subclass of ``DelegateProxy`` would be `Sendable`, since its superclass is isolated to the
/// main actor, and these nonisolated methods could be called from any thread.
@available(*, unavailable) extension ForwardingProxy: Sendable {}

extension ForwardingProxy {
  /// Sends a value chosen from each call to a stream.
  func stream<Arguments, Element: Sendable>(
    _ method: DelegateMethod<Delegate, Arguments>, _ buffering: Buffering,
    _ choose: @escaping (Arguments) -> Element, onDemand: (@Sendable (Demand) -> Void)?
  ) -> (Subscription<Element, Never>, Registration) {
    let hub = Broadcast<Element, Never>(onDemand: onDemand)
    let subscription = hub.subscribe(buffering)
    var itself: Registration?
    let registration = onInvoked(method) { arguments in
      // Drop a consumer that left without canceling.
      if hub.subscriberCount > 0 { hub.send(choose(arguments)) } else { itself?.cancel() }
    } completed: {
      hub.finish()
    }
    itself = registration
    return (subscription, registration)
  }
}

/// The delegates of a proxy: the current one, and displaced ones that may be restored.
struct ForwardChain {
  struct Link {
    weak var object: AnyObject?
    let owned: AnyObject?
    let number: Int
  }

  private var links: [Link] = []
  private var last = 0

  var current: AnyObject? { links.last?.object }

  /// Sets a delegate permanently, and removes the current one and all that could be restored.
  ///
  /// Release the removed links, which are returned, after the change: a deinit may use the proxy.
  mutating func set(_ object: AnyObject?, retained: Bool) -> [Link] {
    let forgotten = links
    links = []
    if let object { _ = push(object, retained: retained) }
    return forgotten
  }

  /// Sets a delegate until it is removed by its number.
  mutating func push(_ object: AnyObject, retained: Bool) -> Int {
    links.removeAll { $0.object == nil }
    last += 1
    links.append(Link(object: object, owned: retained ? object : nil, number: last))
    return last
  }

  /// Removes a delegate; the previous one becomes current again if it is alive.
  ///
  /// A link that was displaced permanently is not restored.
  mutating func remove(_ number: Int) -> Link? {
    guard let index = links.firstIndex(where: { $0.number == number }) else { return nil }
    return links.remove(at: index)
  }
}
