internal import GPSEventRuntime
internal import GPSDProtocol
internal import GPSSockets

/// A connection of a client, and its conversation.
struct ServiceClient: Sendable {
  let descriptor: CInt
  var watch: Watch
  var session: Session
  var outbox = Outbox()
  /// What it is counted with among ``Wishes``.
  var wish = WatchPolicy()
  /// Bytes that wait for the client's next turn: it asks for more than its share.
  var unread: ArraySlice<UInt8> = []
  /// What the loop watches it for.
  var readiness = Readiness.readable
  /// When it took or said something last.
  var lastTaken: ContinuousClock.Instant
  /// Where it is, if the clients from there are counted.
  var address: EndAddress?
  /// Whether it has ever said anything.
  var hasSpoken = false
  /// Whether a service manager keeps its connection, so that it outlives this process.
  var isKept = false
  /// The number of the receiver that it wants, while that has no name yet: it comes from before a restart.
  var awaitedDevice: Int?
  /// Whether it has said all it had to say: it is let go once it has its answers.
  var hasEnded = false

  /// Its descriptor, if nothing waits for it and nothing is to be done but to send.
  var readyDescriptor: CInt? { outbox.isEmpty && !hasEnded ? descriptor : nil }

  /// What it is to be watched for: nothing more is taken from one who does not take its answers.
  var wanted: Readiness {
    var wanted: Readiness = []
    if !hasEnded, !outbox.isFull, unread.isEmpty { wanted.insert(.readable) }
    if !outbox.isEmpty { wanted.insert(.writable) }
    return wanted
  }
}
