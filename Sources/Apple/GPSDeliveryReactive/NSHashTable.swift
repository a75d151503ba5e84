// Platforms with an Objective-C runtime have this class in Foundation.
#if !canImport(ObjectiveC)
/// A set of weakly held objects: the only Foundation collection that delegate lists use.
///
/// It replaces Foundation's class of this name where Foundation lacks it. Objects are compared by identity.
/// Unlike in Foundation, `count` counts only living objects, and the order is defined. New code should use
/// `MulticastDelegates`, which knows the type of its members and is safe while they are called.
public final class NSHashTable<ObjectType> {
  private struct Weak { weak var object: AnyObject? }

  private var members: [Weak] = []

  private init() {}

  /// Returns an empty table that holds its objects weakly.
  public static func weakObjects() -> NSHashTable { NSHashTable() }

  /// Adds an object, unless it is in the table already.
  public func add(_ object: ObjectType?) {
    guard let object = object.map({ $0 as AnyObject }) else { return }
    members.removeAll { $0.object == nil }
    if !members.contains(where: { $0.object === object }) { members.append(Weak(object: object)) }
  }

  /// Removes an object.
  public func remove(_ object: ObjectType?) {
    guard let object = object.map({ $0 as AnyObject }) else { return }
    members.removeAll { $0.object == nil || $0.object === object }
  }

  /// Removes all objects.
  public func removeAllObjects() { members = [] }

  /// Returns whether an object is in the table.
  public func contains(_ object: ObjectType?) -> Bool {
    guard let object = object.map({ $0 as AnyObject }) else { return false }
    return members.contains { $0.object === object }
  }

  /// The living objects, in the order in which they were added.
  public var allObjects: [ObjectType] { members.compactMap { $0.object as? ObjectType } }

  /// One of the living objects, if any.
  public var anyObject: ObjectType? { allObjects.first }

  /// The number of living objects.
  public var count: Int { members.count { $0.object != nil } }
}
#endif
