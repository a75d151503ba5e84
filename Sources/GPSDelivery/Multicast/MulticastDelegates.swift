/// Many delegates in the place of one: weakly held, each once, called in the order they were added.
///
/// ```swift
/// let delegates = MulticastDelegates<any DialDelegate> { delegate in { [weak delegate] in delegate } }
/// delegates.add(view)
/// delegates.call { $0.dialDidTurn(to: 7) }
/// ```
///
/// The closure says how to hold one of them weakly. It is written where the protocol is known, since a weak
/// reference needs a class-bound type, and the call then needs no cast.
///
/// Delegates may add and remove delegates while they are called: one that is removed is not called any more,
/// not even in this round; one that is added is called from the next round on. The list belongs to one
/// isolation, like the delegates in it.
public final class MulticastDelegates<Delegate> {
  @usableFromInline struct Member {
    @usableFromInline let identity: ObjectIdentifier
    /// Grows from member to member: what tells one from another that was added again.
    @usableFromInline let serial: Int
    @usableFromInline let reference: () -> Delegate?
  }

  private let weakly: (Delegate) -> () -> Delegate?
  private var serials: [ObjectIdentifier: Int] = [:]
  private var last = 0
  private var pace = SweepPace()
  @usableFromInline var members: ContiguousArray<Member> = []
  /// The number of removals so far: while it stays the same, a walk need not check membership.
  @usableFromInline var removals = 0

  /// Makes an empty list.
  ///
  /// - Parameter weakly: How to hold a delegate: `{ delegate in { [weak delegate] in delegate } }`.
  public init(weakly: @escaping (Delegate) -> () -> Delegate?) { self.weakly = weakly }

  /// Adds a delegate at the end; false if it is in the list already.
  @discardableResult public func add(_ delegate: Delegate) -> Bool {
    if pace.isDue() { sweep() }
    let identity = Self.identity(delegate)
    // An identity is given to a new object when the old one is dead: only a living one is the same.
    guard !contains(identity) else { return false }
    remove(identity)
    last += 1
    serials[identity] = last
    members.append(Member(identity: identity, serial: last, reference: weakly(delegate)))
    return true
  }

  /// Removes a delegate; false if it was not in the list.
  @discardableResult public func remove(_ delegate: Delegate) -> Bool { remove(Self.identity(delegate)) }

  /// Whether a delegate is in the list.
  public func contains(_ delegate: Delegate) -> Bool { contains(Self.identity(delegate)) }

  /// How many living delegates there are.
  public var count: Int {
    sweep()
    return members.count
  }

  /// Calls all living delegates in the order they were added.
  ///
  /// `except` leaves out a delegate that is served in another way and would otherwise be called twice.
  @inlinable public func call(except excluded: Delegate? = nil, _ body: (Delegate) -> Void) {
    // Inlinable: in a module that knows the protocol a call costs half of what it costs through generics.
    let skipped = excluded.map(Self.identity)
    let removalsBefore = removals
    var foundDead = false
    // The loop keeps the array it began with: a delegate may add others without disturbing it.
    for member in members where member.identity != skipped {
      guard removals == removalsBefore || isIn(member) else { continue }
      if let delegate = member.reference() { body(delegate) } else { foundDead = true }
    }
    if foundDead { sweep() }
  }

  @usableFromInline func isIn(_ member: Member) -> Bool { serials[member.identity] == member.serial }

  /// Takes out the dead.
  @usableFromInline func sweep() {
    let dead = members.filter { $0.reference() == nil }
    for member in dead where isIn(member) { serials[member.identity] = nil }
    if !dead.isEmpty { members.removeAll { !isIn($0) } }
    pace.swept(leaving: members.count)
  }

  @usableFromInline static func identity(_ delegate: Delegate) -> ObjectIdentifier {
    precondition(type(of: delegate as Any) is AnyObject.Type, "a delegate must be an object")
    return ObjectIdentifier(delegate as AnyObject)
  }

  private func contains(_ identity: ObjectIdentifier) -> Bool {
    guard let index = index(of: identity) else { return false }
    return members[index].reference() != nil
  }

  @discardableResult private func remove(_ identity: ObjectIdentifier) -> Bool {
    guard let index = index(of: identity) else { return false }
    serials[identity] = nil
    members.remove(at: index)
    removals += 1
    return true
  }

  /// The place of a member: serials grow along the list, so bisection finds it.
  private func index(of identity: ObjectIdentifier) -> Int? {
    guard let serial = serials[identity] else { return nil }
    var range = members.indices
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = members[middle].serial <= serial ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}

/// How often to look for the dead in a table of weak references.
///
/// A small table is swept at every insertion, a large one rarely enough that an insertion looks at a few
/// entries on average, however many there are.
struct SweepPace {
  private var insertions = 0
  private var survivors = 0

  /// Notes an insertion; true when it is time to sweep.
  mutating func isDue() -> Bool {
    insertions += 1
    return insertions * 8 > survivors
  }

  /// Notes how many a sweep has left.
  mutating func swept(leaving count: Int) {
    insertions = 0
    survivors = count
  }
}
