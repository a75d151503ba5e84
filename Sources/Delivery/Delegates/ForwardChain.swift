/// To whom a proxy forwards: the one set last, above those it displaced and who may come back.
struct ForwardChain {
  struct Link {
    weak var object: AnyObject?
    let owned: AnyObject?
    let number: Int
  }

  private var links: [Link] = []
  private var last = 0

  /// The one who is called now.
  var current: AnyObject? { links.last?.object }

  /// Sets one for good: whoever was there is forgotten, and so is whoever was to come back.
  ///
  /// What is forgotten is returned, so that it dies when the chain is no longer being changed: an object that
  /// dies may ask the proxy for something.
  mutating func set(_ object: AnyObject?, retained: Bool) -> [Link] {
    let forgotten = links
    links = []
    if let object { _ = push(object, retained: retained) }
    return forgotten
  }

  /// Sets one until it is removed by its number.
  mutating func push(_ object: AnyObject, retained: Bool) -> Int {
    links.removeAll { $0.object == nil }
    last += 1
    links.append(Link(object: object, owned: retained ? object : nil, number: last))
    return last
  }

  /// Removes one: the one below is called again, if it lives.
  ///
  /// Nothing happens to one that was displaced for
  /// good.
  mutating func remove(_ number: Int) -> Link? {
    guard let index = links.firstIndex(where: { $0.number == number }) else { return nil }
    return links.remove(at: index)
  }
}
