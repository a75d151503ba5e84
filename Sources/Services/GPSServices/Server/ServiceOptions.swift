internal import GPSDProtocol

/// The options of a server: names, protocol version, limits, and the data that clients receive.
///
/// ```swift
/// var options = ServiceOptions()
/// options.names = ["/dev/gps0"]
/// options.protocolVersion = (3, 14)
/// let server = LocationServer(receiver, options: options)
/// ```
public struct ServiceOptions: Sendable {
  /// The receivers' names for clients, in order; with an empty or missing name, the path of its port.
  ///
  /// A receiver has its name before it is plugged in; afterward, the path of its port works as well.
  public var names: [String] = []
  /// The receivers that a client gets if it does not name one.
  public var choice = ReceiverChoice.best
  /// The version of the program, as reported to clients.
  public var version = "0"
  /// The version of gpsd's protocol that the server reports.
  ///
  /// Most installed clients were built with 3.14; clients of gpsd 3.27.5 and later expect 16.1.
  public var protocolVersion = (major: 3, minor: 14)
  /// Whether clients may write bytes to the receiver.
  ///
  /// If false, nothing is ever written for a client; gpsmon and gpsctl try to write without being asked.
  public var allowsDeviceWrites = false
  /// Whether a client that starts watching receives the last complete epoch at once, if it is fresh.
  public var greetsWithFix = true
  /// The cell size for coarse positions at all outputs; nil for exact positions.
  ///
  /// With a cell size, the receiver's own sentences and messages are not sent to any client.
  public var coarseCell: CoarseCell?
  /// The limits on clients.
  public var limits = ServiceLimits()

  /// Creates the default options.
  public init() {}

  var rules: ServiceRules {
    var rules = ServiceRules(version: version)
    rules.version = ServiceRules.ProtocolVersion(protocolVersion.major, protocolVersion.minor)
    (rules.allowsDeviceWrites, rules.greetsWithFix) = (allowsDeviceWrites, greetsWithFix)
    return rules
  }
}

/// The receivers that a client gets if it does not name one.
public enum ReceiverChoice: String, Sendable, Hashable, CaseIterable {
  /// The best receiver at any time: most clients would mix up the positions of two receivers.
  case best
  /// All receivers, as in gpsd.
  case all
}

/// The limits on clients.
public struct ServiceLimits: Sendable, Hashable {
  /// The maximum number of clients at a time.
  public var clients = 12_000
  /// The maximum number of clients from one remote address; local clients count toward ``clients`` only.
  public var clientsOfAddress = 128
  /// The time after which a client that does not read its data is disconnected.
  public var unread = Duration.seconds(30)
  /// The time after which a client that neither watches nor asks for anything is disconnected.
  public var idle = Duration.seconds(900)
  /// The time after which a client that never sent anything is disconnected if descriptors run out.
  public var silent = Duration.seconds(10)

  /// Creates the default limits.
  public init() {}
}

/// The counts of a server since its start.
public struct ServiceCounts: Sendable, Hashable {
  /// The number of clients now.
  public var clients = 0
  /// The number of connections accepted.
  public var accepted = 0
  /// The number of connections rejected, for example because of a limit.
  public var refused = 0
  /// The number of connections rejected because of the limit per address.
  public var refusedByAddress = 0
  /// The number of connections waiting now because too few descriptors are left.
  ///
  /// The kernel counts them for TCP; each other socket counts as one.
  public var waiting = 0
  /// The number of times that connections had to wait for a descriptor.
  public var shortages = 0
  /// The number of reports that slow clients missed.
  public var dropped = 0
  /// The number of clients disconnected because they did not read their data.
  public var slowClosed = 0
  /// The number of clients disconnected because they were idle.
  public var idleClosed = 0
  /// The number of clients from before a restart that were resumed.
  public var resumed = 0
  /// The number of connections that a service manager stores now; the others close when this process exits.
  public var kept = 0
  /// The number of epochs reported, including epochs without a fix.
  public var epochs = 0
  /// The status of each output for sentences, in the order in which they were requested.
  ///
  /// The other counts cover gpsd's clients only.
  package var outputs: [OutputStatus] = []

  /// Creates counts of zero.
  public init() {}
}
