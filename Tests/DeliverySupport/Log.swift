import GPSSystemCalls

/// A list that any thread may append to.
public final class Log<Entry: Sendable>: Sendable {
  private let state = Guarded<[Entry]>([])

  /// Starts empty.
  public init() {}

  /// What was noted so far.
  public var entries: [Entry] { state.withLock { $0 } }

  /// Notes something.
  public func note(_ entry: Entry) { state.withLock { $0.append(entry) } }
}
