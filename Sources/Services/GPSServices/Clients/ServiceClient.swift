internal import GPSDProtocol
internal import GPSSockets

/// The session of a gpsd client, and what the server keeps about it.
struct ServiceClient: ClientState {
  var session: GPSDSession
  /// The policy under which ``ReportDemand`` counts the client.
  var policy = WatchPolicy()
  /// Received bytes left for the client's next turn, because it sent more than its share.
  var unread: ArraySlice<UInt8> = []
  /// The client's address, if clients are counted per address.
  var address: EndAddress?
  /// Whether the client has ever sent anything.
  var hasSpoken = false
  /// Whether a service manager stores the connection, so that it survives a restart.
  var isKept = false
  /// The number of a receiver whose path is not known yet; set for a client from before a restart.
  var awaitedDevice: Int?

  init(_ session: GPSDSession, address: EndAddress?) { (self.session, self.address) = (session, address) }

  /// We stop reading from a client that does not read its answers.
  func takesInput(beside outbox: Outbox) -> Bool { !outbox.isFull && unread.isEmpty }
}
