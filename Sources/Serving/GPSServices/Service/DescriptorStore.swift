/// Which clients' connections a service manager keeps, so that they outlive this process: a pure value.
///
/// The manager says nothing of what it does. So this value counts, by the rules that were seen to hold: a name has one
/// connection only, since all of a name are removed together; another name for the same connection needs a removal first;
/// and what is beyond the manager's number is thrown away without a word.
struct DescriptorStore: Sendable {
  /// More are never given away.
  ///
  /// systemd 257 starts a process for each when it is executed again, and with more than its share of processes it stops
  /// for good: 256 are safe from about 300 MB of memory on.
  static let most = 256

  /// So many notices about connections are given in a round at most.
  ///
  /// Whoever connects and leaves thousands of times a second, or changes its mind so, must not keep the manager busy.
  static let mostOfRound = 100

  /// How many connections may be kept.
  let capacity: Int
  private var left = mostOfRound
  private var names: [Int: StoredClientName] = [:]

  /// - Parameter capacity: What the manager says of its own room; nil if it says nothing.
  init(capacity: Int? = nil) { self.capacity = min(capacity ?? Self.most, Self.most) }

  /// How many are kept.
  var count: Int { names.count }

  /// Whether one more may be kept, now.
  var hasRoom: Bool { names.count < capacity && left > 0 }

  /// Begins a round, as each second.
  mutating func beginRound() { left = Self.mostOfRound }

  /// Counts a connection that has come back from the store, under the name that it has there.
  mutating func goOn(_ name: StoredClientName) { names[name.number] = name }

  /// Has a connection kept under a name; nothing if it is kept so, or if there is no room.
  ///
  /// - Parameters:
  ///   - name: The name, with the client's number.
  ///   - descriptor: The connection.
  ///   - queue: Takes the notices.
  /// - Returns: Whether it is kept.
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

  /// Has a connection kept no more.
  mutating func remove(_ client: Int, telling queue: inout NoticeQueue) {
    guard let name = names.removeValue(forKey: client) else { return }
    guard !queue.takeBack(storeOf: client) else {
      left += 1
      return
    }
    queue.add(.init(kind: .remove, text: Self.removal(of: name.text)))
  }

  /// Notes that the manager was never given a connection.
  mutating func wasNotStored(_ client: Int) { names[client] = nil }

  /// The notice by which a manager lets go all descriptors of a name.
  static func removal(of name: String) -> String { "FDSTOREREMOVE=1\nFDNAME=\(name)" }
}
