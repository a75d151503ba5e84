internal import GPSBase

/// A search of the store for the first number since a time: everything from there on is sent again.
package struct FleetSearch: Sendable, Hashable {
  /// The result of a search.
  package enum Result: Sendable, Hashable {
    case number(Int64)
    /// No entry is that recent.
    case nothing
    /// The store can't be read now.
    case failed
  }

  /// A database that was restored from a backup, and when.
  struct Restoration: Sendable, Hashable {
    let database: FleetDatabase
    let at: Int64
  }

  /// The time in milliseconds since 1970.
  package let since: Int64
  /// The reason; nil if the user asks.
  let restoration: Restoration?
}

/// The searches without a result.
///
/// One that failed is repeated: nothing else asks for its numbers.
struct PendingSearches: Sendable {
  private var due: [FleetSearch: Moment] = [:]
  private var underWay: Set<FleetSearch> = []

  private static let pause: Duration = .seconds(10)
  private static let most = 64

  /// When the next one is due.
  var nextDue: Moment? { due.values.min() }

  /// Adds a search that is due at once, unless it is pending.
  mutating func add(_ search: FleetSearch, at now: Moment) {
    let isPending = due[search] != nil || underWay.contains(search)
    if !isPending, due.count + underWay.count < Self.most { due[search] = now }
  }

  /// Returns what is due, which counts as under way.
  mutating func takeDue(at now: Moment) -> [FleetSearch] {
    let taken = due.filter { $0.value <= now }.keys.sorted { $0.since < $1.since }
    for search in taken {
      due[search] = nil
      underWay.insert(search)
    }
    return taken
  }

  /// Notes a result; returns whether the search has succeeded.
  mutating func end(_ search: FleetSearch, _ result: FleetSearch.Result, at now: Moment) -> Bool {
    guard underWay.remove(search) != nil else { return false }
    if result == .failed { due[search] = now + Self.pause }
    return result != .failed
  }
}
