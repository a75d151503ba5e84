/// The proxies of objects that cannot keep them themselves.
///
/// On the main actor there is one for all. An actor of your own keeps its own, and hands it to
/// ``ActorDelegateProxyType/proxy(for:in:isolation:)``.
///
/// Nothing tells a table when an object dies. It looks when a proxy is made, and when ``sweep()`` is called.
public final class ProxyTable {
  private struct Entry {
    weak var object: AnyObject?
    let storage: ProxyStorage
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var pace = SweepPace()

  /// Makes an empty table.
  public init() {}

  /// How many objects it holds proxies for, the dead ones among them that were not yet noticed.
  public var count: Int { entries.count }

  /// Lets go of the proxies whose objects have died: their observers are told that no call will come any
  /// more.
  public func sweep() {
    let dead = entries.filter { $0.value.object == nil }
    for key in dead.keys { entries[key] = nil }
    pace.swept(leaving: entries.count)
    // The proxies die here, and whatever they set off finds the table in order.
    withExtendedLifetime(dead) {}
  }

  /// The proxies of an object.
  func storage(of object: AnyObject) -> ProxyStorage? {
    // The identity of a dead object is given to a new one: an entry counts only while it means this very
    // object.
    guard let entry = entries[ObjectIdentifier(object)], entry.object === object else { return nil }
    return entry.storage
  }

  /// The proxies of an object, which may still be none.
  func makeStorage(of object: AnyObject) -> ProxyStorage {
    if let storage = storage(of: object) { return storage }
    if pace.isDue() { sweep() }
    let storage = ProxyStorage()
    let replaced = entries.updateValue(
      Entry(object: object, storage: storage), forKey: ObjectIdentifier(object))
    // As above, for the one whose identity the object has taken over.
    return withExtendedLifetime(replaced) { storage }
  }
}

/// The table of the main actor.
@MainActor enum ForeignProxies {
  static let table = ProxyTable()
}
