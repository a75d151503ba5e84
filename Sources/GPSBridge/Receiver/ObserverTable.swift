/// Those who are called on a receiver's queue, in the order in which they came.
struct ObserverTable: Sendable {
  typealias Body = @Sendable (ReceiverOutput) -> Void

  private var entries: [(token: Int, body: Body)] = []
  private var next = 0

  var all: [Body] { entries.map(\.body) }

  mutating func add(_ body: @escaping Body) -> Int {
    next += 1
    entries.append((next, body))
    return next
  }

  /// Takes all out.
  mutating func removeAll() -> [Body] {
    defer { entries = [] }
    return all
  }

  /// Takes one out and hands it over, so that it can die elsewhere.
  mutating func remove(_ token: Int) -> Body? {
    guard let index = entries.firstIndex(where: { $0.token == token }) else { return nil }
    return entries.remove(at: index).body
  }
}
