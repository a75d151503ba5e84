/// The lock that makes one collector of a group active with MQTT 3.1.1: when to ask for it, and whether it is ours.
///
/// There is one question or one pause at a time, however many brokers and events call for it.
struct GroupLock {
  private enum State { case idle, asking, pausing, ours }

  private var state = State.idle

  var isOurs: Bool { state == .ours }

  /// Whether the database must be asked now; its answer follows.
  mutating func ask() -> Bool {
    guard state == .idle else { return false }
    state = .asking
    return true
  }

  /// The database has answered; returns whether a pause begins, after which the lock may be asked for again.
  mutating func answered(_ isOurs: Bool) -> Bool {
    guard state == .asking else { return false }
    state = isOurs ? .ours : .pausing
    return !isOurs
  }

  /// The pause is over.
  mutating func paused() { if state == .pausing { state = .idle } }

  /// The connection to the database has ended, and with it the lock, the question or the pause; returns whether the lock was ours.
  mutating func lost() -> Bool {
    defer { state = .idle }
    return isOurs
  }
}
