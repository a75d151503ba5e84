// Platforms with an Objective-C runtime have the class in Foundation.
#if !canImport(ObjectiveC)
/// A set of objects that are held weakly: the one collection of Foundation that delegate lists are built
/// on.
///
/// It stands in for Foundation's class of this name where Foundation lacks it. Objects are told apart by
/// identity, and unlike there `count` counts only those that live, in a known order. For new code there is
/// `MulticastDelegates`, which knows the type of its members and is safe while they are called.
public final class NSHashTable<ObjectType> {
  private struct Weak {
    weak var object: AnyObject?
  }

  private var members: [Weak] = []

  private init() {}

  /// Makes an empty table that holds its objects weakly.
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

  /// Whether an object is in the table.
  public func contains(_ object: ObjectType?) -> Bool {
    guard let object = object.map({ $0 as AnyObject }) else { return false }
    return members.contains { $0.object === object }
  }

  /// The objects that live, in the order they were added.
  public var allObjects: [ObjectType] { members.compactMap { $0.object as? ObjectType } }

  /// One of the objects, if there is any.
  public var anyObject: ObjectType? { allObjects.first }

  /// How many of the objects live.
  public var count: Int { members.count { $0.object != nil } }
}
#endif
