internal import GPSSockets

/// The client connections that a service manager keeps across a restart, as a pure value.
///
/// The manager does not acknowledge anything, so this value keeps count by the rules that we observed: each
/// name holds one connection, since removing a name removes all its descriptors; storing a connection under a
/// new name needs a removal first; the manager silently drops descriptors beyond its capacity.
struct DescriptorStore: Sendable {
  /// The largest number of connections to store.
  ///
  /// When systemd 257 re-executes itself, it starts a process per descriptor, and it hangs if it exceeds its
  /// process limit. 256 descriptors are safe with about 300 MB of memory or more.
  static let most = 256

  /// The largest number of store notices per round.
  ///
  /// Clients that reconnect or change their watch policy thousands of times a second must not keep the
  /// manager busy.
  static let mostOfRound = 100

  /// The largest number of connections stored at once.
  let capacity: Int
  private var left = mostOfRound
  private var names: [Int: StoredClientName] = [:]

  /// - Parameter capacity: The capacity that the manager reports; nil if it reports none.
  init(capacity: Int? = nil) { self.capacity = min(capacity ?? Self.most, Self.most) }

  /// The number of stored connections.
  var count: Int { names.count }

  /// Whether another connection can be stored now.
  var hasRoom: Bool { names.count < capacity && left > 0 }

  /// Begins a round; called every second.
  mutating func beginRound() { left = Self.mostOfRound }

  /// Registers a connection that came back from the store, with its name there.
  mutating func goOn(_ name: StoredClientName) { names[name.number] = name }

  /// Stores a connection under a name, unless it already has that name or the store is full.
  ///
  /// - Parameters:
  ///   - name: The name, with the client's number.
  ///   - descriptor: The connection.
  ///   - queue: Receives the notices.
  /// - Returns: Whether the connection is stored.
  mutating func keep(_ name: StoredClientName, _ descriptor: CInt, telling queue: inout NoticeQueue) -> Bool {
    if let old = names[name.number] {
      if old == name { return true }
      remove(name.number, telling: &queue)
    }
    guard hasRoom else { return false }
    let text = "FDSTORE=1\nFDNAME=\(name.text)"
    guard queue.add(.init(kind: .store(client: name.number), text: text, descriptor: descriptor)) else {
      return false
    }
    names[name.number] = name
    left -= 1
    return true
  }

  mutating func remove(_ client: Int, telling queue: inout NoticeQueue) {
    guard let name = names.removeValue(forKey: client) else { return }
    guard !queue.takeBack(storeOf: client) else {
      left += 1
      return
    }
    queue.add(.init(kind: .remove, text: Self.removal(of: name.text)))
  }

  /// Notes that a connection never reached the manager.
  mutating func wasNotStored(_ client: Int) { names[client] = nil }

  /// The notice that makes a manager close all descriptors with this name.
  static func removal(of name: String) -> String { "FDSTOREREMOVE=1\nFDNAME=\(name)" }
}
