internal import GPSWebHost

/// The options of a page: its contents, its access and its limits.
///
/// ```swift
/// var options = WebOptions()
/// options.token = "correct horse battery staple"
/// let page = WebServer(receiver, options: options)
/// ```
public struct WebOptions: Sendable {
  /// The names of the receivers, in order.
  ///
  /// A single receiver takes the path of its port as its name once it is open; several keep these names.
  public var names: [String] = []
  /// The version of the program, as the page shows it.
  public var version = "0"
  /// The secret that opens the page, or nil to admit everyone who reaches the port.
  ///
  /// A browser sends it once, as `/?token=`, and gets a cookie; a program sends `Authorization: Bearer`.
  public var token: String?
  /// The folder that stores the time of the last `/sign-out?all=yes`, created when needed; nil for none.
  ///
  /// Without it, older cookies become valid again after a restart, until the token changes.
  public var stateFolder: String?
  /// Host names, besides the address, by which browsers may open the page, such as `boat.local`.
  ///
  /// Requests for other names are refused: a foreign page's name may resolve to this machine.
  public var hostNames: [String] = []
  /// A certificate with its chain, and its key, both in PEM; nil for unencrypted connections.
  public var certificate: (chain: String, key: String)?
  /// Whether `/metrics` includes positions; anyone who may read metrics need not be allowed to see them.
  public var tellsPositionInMetrics = false
  /// A folder of recordings that the page can play; nil for none.
  ///
  /// The page's users can read each file in it that ends in `.gbr`, `.raw`, `.nmea`, `.ubx` or `.log`.
  public var recordings: String?
  /// An MBTiles file with the tiles of the page's map; nil for none.
  ///
  /// PNG, JPEG and WebP are supported; listening fails with a file of vector tiles.
  public var tiles: String?
  /// The track of past days; nil for none.
  package var past: (any PastTrack)?
  /// The limits for browsers and programs.
  public var limits = WebLimits()
  /// Returns the program's other problems for `/healthz`, one line each.
  ///
  /// It is called on the receivers' loop, and must not wait. Nothing in it may reveal the position.
  package var faults: @Sendable () -> [String] = { [] }

  /// Creates the default options.
  public init() {}

  /// The clients that are admitted, and their limits.
  var access: WebHost.Access {
    var access = WebHost.Access()
    (access.token, access.stateFolder, access.hostNames) = (token, stateFolder, hostNames)
    access.certificate = certificate.map { HTTPCertificate(chain: $0.chain, key: $0.key) }
    access.limits.connections = limits.allConnections
    access.limits.headless = limits.headless
    access.limits.patience = limits.patience
    access.limits.perAddress = limits.connectionsOfAddress
    access.uploads = WebEngine.uploads
    return access
  }
}

/// The limits for the browsers and programs that use a page.
public struct WebLimits: Sendable, Hashable {
  /// The maximum number of connections.
  public var connections = 512
  /// The maximum number of connections without a complete request; above it the oldest is closed.
  public var headless = 128
  /// The maximum number of connections from one address of another machine.
  public var connectionsOfAddress = 32
  /// The maximum number of listeners to `/events`; ``connections`` is raised to make room for them.
  public var listeners = 64
  /// How long a connection may take to send a request, and how long it may read nothing.
  public var patience = Duration.seconds(10)

  /// Creates the default limits.
  public init() {}

  /// All connections: each listener holds one, and other requests must still be answered.
  var allConnections: Int { max(connections, listeners + 64) }
}

/// The counters of a page.
public struct WebCounts: Sendable, Hashable {
  /// The current number of listeners to `/events`.
  public var listeners = 0
  /// The number of listeners that were disconnected because they did not read.
  public var droppedListeners = 0
  /// The number of requests that were answered, including refusals.
  public var answered = 0
  /// The number of requests that were refused.
  public var refused = 0

  /// Creates counters that are all zero.
  public init() {}
}
