/// A list of weakly held delegates without duplicates, called in the order in which they were added.
///
/// ```swift
/// let delegates = MulticastDelegates<any DialDelegate> { delegate in { [weak delegate] in delegate } }
/// delegates.add(view)
/// delegates.call { $0.dialDidTurn(to: 7) }
/// ```
///
/// The closure returns a weak reference to a delegate. The caller provides it because a weak reference needs
/// a class-bound type; it also makes casts unnecessary.
///
/// Delegates may add and remove delegates while they are called: a removed delegate is not called again, even
/// in this round; an added one is called from the next round on. The list belongs to one isolation, like its
/// delegates.
public final class MulticastDelegates<Delegate> {
  @usableFromInline struct Member {
    @usableFromInline let identity: ObjectIdentifier
    /// Increases with each member, and distinguishes a member from one that was added again.
    @usableFromInline let serial: Int
    @usableFromInline let reference: () -> Delegate?
  }

  private let weakly: (Delegate) -> () -> Delegate?
  private var serials: [ObjectIdentifier: Int] = [:]
  private var last = 0
  private var pace = SweepPace()
  @usableFromInline var members: ContiguousArray<Member> = []
  /// The number of removals; while it is unchanged, an iteration need not check membership.
  @usableFromInline var removals = 0

  /// Creates an empty list.
  ///
  /// - Parameter weakly: Returns a weak reference: `{ delegate in { [weak delegate] in delegate } }`.
  public init(weakly: @escaping (Delegate) -> () -> Delegate?) { self.weakly = weakly }

  /// Appends a delegate; returns false if it is in the list already.
  @discardableResult public func add(_ delegate: Delegate) -> Bool {
    if pace.isDue() { sweep() }
    let identity = Self.identity(delegate)
    // A new object can get the identity of a released one, so only a living delegate counts as the same.
    guard !contains(identity) else { return false }
    remove(identity)
    last += 1
    serials[identity] = last
    members.append(Member(identity: identity, serial: last, reference: weakly(delegate)))
    return true
  }

  /// Removes a delegate; returns false if it was not in the list.
  @discardableResult public func remove(_ delegate: Delegate) -> Bool { remove(Self.identity(delegate)) }

  /// Returns whether a delegate is in the list.
  public func contains(_ delegate: Delegate) -> Bool { contains(Self.identity(delegate)) }

  /// The number of living delegates.
  public var count: Int {
    sweep()
    return members.count
  }

  /// Calls all living delegates in the order in which they were added.
  ///
  /// `except` skips a delegate that is called in another way and would otherwise be called twice.
  @inlinable public func call(except excluded: Delegate? = nil, _ body: (Delegate) -> Void) {
    // Inlinable: in a module where the protocol is known, this halves the cost of a call through generics.
    let skipped = excluded.map(Self.identity)
    let removalsBefore = removals
    var foundDead = false
    // The loop iterates over a copy of the array, so a delegate may add others.
    for member in members where member.identity != skipped {
      guard removals == removalsBefore || isIn(member) else { continue }
      if let delegate = member.reference() { body(delegate) } else { foundDead = true }
    }
    if foundDead { sweep() }
  }

  @usableFromInline func isIn(_ member: Member) -> Bool { serials[member.identity] == member.serial }

  /// Removes released delegates.
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

  /// The index of a member, found by binary search: serials increase along the list.
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

/// Decides when to remove dead entries from a table of weak references.
///
/// A small table is swept at every insertion, a large one so rarely that an insertion checks a few entries on
/// average, regardless of the table's size.
struct SweepPace {
  private var insertions = 0
  private var survivors = 0

  /// Notes an insertion; returns whether it is time to sweep.
  mutating func isDue() -> Bool {
    insertions += 1
    return insertions * 8 > survivors
  }

  /// Notes the number of entries that a sweep has left.
  mutating func swept(leaving count: Int) {
    insertions = 0
    survivors = count
  }
}
