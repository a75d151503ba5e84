internal import GPSDProtocol

/// What clients are told, and what they may do.
///
/// ```swift
/// var options = ServiceOptions()
/// options.names = ["/dev/gps0"]
/// options.protocolVersion = (3, 14)
/// let server = LocationServer(receiver, options: options)
/// ```
public struct ServiceOptions: Sendable {
  /// What clients call the receivers, in their order; one without a name, or with an empty one, is called by the path of its
  /// port.
  ///
  /// A receiver has its name before it is plugged in, and is found by the path of its port as well while it is.
  public var names: [String] = []
  /// What a client gets of several receivers where it names none.
  public var choice = ReceiverChoice.best
  /// The version of the program, as clients are told it.
  public var version = "0"
  /// The version of gpsd's protocol that is told: 3.14 is what most installed clients were built with, 16.1 what those of
  /// gpsd 3.27.5 and later want.
  public var protocolVersion = (major: 3, minor: 14)
  /// Whether clients may have bytes written to the receiver.
  ///
  /// Nothing is ever written for them otherwise: gpsmon and gpsctl try it without being asked.
  public var allowsDeviceWrites = false
  /// Whether a client that begins to watch is told the last complete epoch at once, where it is fresh.
  public var greetsWithFix = true
  /// How coarse positions are told at all outputs; nil for as the receiver tells them.
  ///
  /// The receiver's own sentences and messages are told to nobody then.
  public var coarseCell: CoarseCell?
  /// How much clients may have.
  public var limits = ServiceLimits()

  /// The usual options.
  public init() {}

  var rules: ServiceRules {
    var rules = ServiceRules(version: version)
    rules.version = ServiceRules.ProtocolVersion(protocolVersion.major, protocolVersion.minor)
    (rules.allowsDeviceWrites, rules.greetsWithFix) = (allowsDeviceWrites, greetsWithFix)
    return rules
  }
}

/// What a client gets of several receivers where it names none.
public enum ReceiverChoice: String, Sendable, Hashable, CaseIterable {
  /// One at a time, whichever is the best: most clients take positions of two receivers for those of one.
  case best
  /// All of them, as gpsd does it.
  case all
}

/// How much clients may have.
public struct ServiceLimits: Sendable, Hashable {
  /// Clients at a time.
  public var clients = 12_000
  /// Clients at a time from one address of another machine; those of this machine are counted by ``clients`` alone.
  public var clientsOfAddress = 128
  /// After how long a client that takes nothing is let go.
  public var unread = Duration.seconds(30)
  /// After how long a client is let go that watches nothing and asks nothing.
  public var idle = Duration.seconds(900)
  /// After how long a client that never said anything is let go, while no descriptor is left for another one.
  public var silent = Duration.seconds(10)

  /// The usual limits.
  public init() {}
}

/// What has happened to a server.
public struct ServiceCounts: Sendable, Hashable {
  /// Clients at the moment.
  public var clients = 0
  /// Connections in all.
  public var accepted = 0
  /// Connections that were one too many.
  public var refused = 0
  /// Those of them that were one too many from their address.
  public var refusedByAddress = 0
  /// Connections that wait at the moment because too few descriptors are left.
  ///
  /// The kernel counts them for TCP; each other socket counts as one.
  public var waiting = 0
  /// The number of times that connections had to wait for a descriptor.
  public var shortages = 0
  /// Reports that slow clients have missed.
  public var dropped = 0
  /// Clients that were let go because they took nothing.
  public var slowClosed = 0
  /// Clients that were let go because they wanted nothing.
  public var idleClosed = 0
  /// Clients from before a restart that have gone on.
  public var resumed = 0
  /// Clients whose connection a service manager keeps at the moment; the others end with this process.
  public var kept = 0
  /// Epochs that were told.
  public var epochs = 0
  /// What has happened at each output of sentences, in the order in which they were asked for.
  ///
  /// The other numbers are those of gpsd's clients.
  public var outputs: [OutputStatus] = []

  /// Nothing so far.
  public init() {}
}
