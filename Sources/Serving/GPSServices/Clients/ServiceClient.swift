internal import GPSEventRuntime
internal import GPSDProtocol
internal import GPSSockets

/// A client's connection and its session.
struct ServiceClient: Sendable {
  let descriptor: CInt
  var watch: Watch
  var session: Session
  var outbox = Outbox()
  /// The policy under which ``Wishes`` counts the client.
  var wish = WatchPolicy()
  /// Received bytes left for the client's next turn, because it sent more than its share.
  var unread: ArraySlice<UInt8> = []
  /// The readiness that the loop watches for.
  var readiness = Readiness.readable
  /// When the client last sent or accepted bytes.
  var lastTaken: ContinuousClock.Instant
  /// The client's address, if clients are counted per address.
  var address: EndAddress?
  /// Whether the client has ever sent anything.
  var hasSpoken = false
  /// Whether a service manager stores the connection, so that it survives a restart.
  var isKept = false
  /// The number of a receiver whose path is not known yet; set for a client from before a restart.
  var awaitedDevice: Int?
  /// Whether the client closed its side; it is disconnected once its pending answers are sent.
  var hasEnded = false

  /// The descriptor if the client has no backlog, so that bytes can be sent directly.
  var readyDescriptor: CInt? { outbox.isEmpty && !hasEnded ? descriptor : nil }

  /// The readiness to watch for; we stop reading from a client that does not read its answers.
  var wanted: Readiness {
    var wanted: Readiness = []
    if !hasEnded, !outbox.isFull, unread.isEmpty { wanted.insert(.readable) }
    if !outbox.isEmpty { wanted.insert(.writable) }
    return wanted
  }
}
