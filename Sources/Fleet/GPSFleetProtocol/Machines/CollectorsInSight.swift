/// The collectors that a device knows by their retained states.
struct CollectorsInSight: Sendable {
  /// The meaning of a state.
  enum News: Sendable {
    /// It changes nothing.
    case none
    /// The last one that was connected is not any more: what is sent now is lost.
    case allGone
    /// A collector is connected, and known.
    case here
    /// A collector has started, or calls for what it has dropped; its database is there.
    case new
  }

  private var online: Set<FleetName> = []
  /// The last connection numbers of collectors.
  private var seen: [FleetName: Int64] = [:]
  private static let most = 64

  /// A new connection receives all states again.
  mutating func disconnect() { online = [] }

  mutating func take(_ name: FleetName, _ state: FleetPresence.Collector) -> News {
    guard state.isOnline else { return online.remove(name) != nil && online.isEmpty ? .allGone : .none }
    if online.count < Self.most { online.insert(name) }
    guard state.database != nil, seen[name] != state.connection else { return .here }
    if seen.count >= Self.most { seen = [:] }
    seen[name] = state.connection
    return .new
  }
}
