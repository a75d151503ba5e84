import GPSSystemCalls

/// A list that any thread may append to.
public final class Log<Entry: Sendable>: Sendable {
  private let state = Guarded<[Entry]>([])

  /// Makes an empty log.
  public init() {}

  /// The entries in order.
  public var entries: [Entry] { state.withLock { $0 } }

  /// Appends an entry.
  public func note(_ entry: Entry) { state.withLock { $0.append(entry) } }
}
