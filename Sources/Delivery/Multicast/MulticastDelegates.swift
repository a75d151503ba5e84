/// Many delegates in the place of one: weakly held, each once, called in the order they were added.
///
/// ```swift
/// let delegates = MulticastDelegates<any DialDelegate> { delegate in { [weak delegate] in delegate } }
/// delegates.add(view)
/// delegates.call { $0.dialDidTurn(to: 7) }
/// ```
///
/// The closure says how to hold one of them weakly. It is written where the protocol is known, since a weak reference
/// needs a class-bound type, and the call then needs no cast.
///
/// Delegates may add and remove delegates while they are called: one that is removed is not called any more, not even
/// in this round; one that is added is called from the next round on. The list belongs to one isolation, like the
/// delegates in it.
public final class MulticastDelegates<Delegate> {
  private let weakly: (Delegate) -> () -> Delegate?
  private let list = FanOut<Member>()
  private var places: [ObjectIdentifier: FanOut<Member>.Entry] = [:]
  private var pace = SweepPace()

  private struct Member {
    let identity: ObjectIdentifier
    let reference: () -> Delegate?
  }

  /// Makes an empty list.
  ///
  /// - Parameter weakly: How to hold a delegate: `{ delegate in { [weak delegate] in delegate } }`.
  public init(weakly: @escaping (Delegate) -> () -> Delegate?) { self.weakly = weakly }

  /// Adds a delegate at the end; false if it is in the list already.
  @discardableResult public func add(_ delegate: Delegate) -> Bool {
    if pace.isDue() { sweep() }
    let identity = Self.identity(delegate)
    if let entry = places[identity] {
      // An identity is given to a new object when the old one is dead: only a living one is the same.
      if entry.content?.reference() != nil { return false }
      list.remove(entry)
    }
    places[identity] = list.append(Member(identity: identity, reference: weakly(delegate)))
    return true
  }

  /// Removes a delegate; false if it was not in the list.
  @discardableResult public func remove(_ delegate: Delegate) -> Bool {
    guard let entry = places.removeValue(forKey: Self.identity(delegate)) else { return false }
    return list.remove(entry)
  }

  /// Whether a delegate is in the list.
  public func contains(_ delegate: Delegate) -> Bool {
    places[Self.identity(delegate)]?.content?.reference() != nil
  }

  /// How many living delegates there are.
  public var count: Int {
    sweep()
    return list.count
  }

  /// Calls all living delegates in the order they were added.
  ///
  /// - Parameter excluded: One that is served in another way and would otherwise be called twice.
  public func call(except excluded: Delegate? = nil, _ body: (Delegate) -> Void) {
    let skipped = excluded.map(Self.identity)
    var foundDead = false
    list.forEach { member in
      guard member.identity != skipped else { return }
      if let delegate = member.reference() { body(delegate) } else { foundDead = true }
    }
    if foundDead { sweep() }
  }

  private func sweep() {
    for entry in list.entries {
      guard let member = entry.content, member.reference() == nil else { continue }
      list.remove(entry)
      if places[member.identity] === entry { places[member.identity] = nil }
    }
    pace.swept(leaving: list.count)
  }

  private static func identity(_ delegate: Delegate) -> ObjectIdentifier {
    precondition(type(of: delegate as Any) is AnyObject.Type, "a delegate must be an object")
    return ObjectIdentifier(delegate as AnyObject)
  }
}
