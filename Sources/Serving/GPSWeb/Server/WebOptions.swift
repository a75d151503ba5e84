/// What a page shows, who may see it, and how much others may have of it.
///
/// ```swift
/// var options = WebOptions()
/// options.token = "correct horse battery staple"
/// let page = WebServer(receiver, options: options)
/// ```
public struct WebOptions: Sendable {
  /// What the receivers are called, in their order.
  ///
  /// A single one is called by the path of its port as soon as it is open; several keep these names.
  public var names: [String] = []
  /// The version of the program, as the page shows it.
  public var version = "0"
  /// The secret that opens the page; without one, everybody who reaches the port sees it.
  ///
  /// A browser brings it once, behind `/?token=`, and gets a cookie for it; a program sends `Authorization: Bearer`.
  public var token: String?
  /// Names beside the address by which browsers may ask for the page, such as `boat.local`.
  ///
  /// A request for any other name is refused, since it may come from a page of a stranger whose name was made to lead here.
  public var hostNames: [String] = []
  /// A certificate with its chain, and its key, as text of PEM; nil for connections that are not encrypted.
  public var certificate: (chain: String, key: String)?
  /// Whether `/metrics` tells the position, too: those who may measure need not be those who may know where you are.
  public var tellsPositionInMetrics = false
  /// A folder of recordings that the page can play; nil for none.
  ///
  /// Who sees the page can read each file that lies in it and ends like a recording: `.gbr`, `.raw`, `.nmea`, `.ubx`, `.log`.
  public var recordings: String?
  /// A file of MBTiles whose pictures lie under the page's map; nil for none.
  ///
  /// PNG, JPEG and WebP are shown; a file of vector tiles is a fault when the page begins to listen.
  public var tiles: String?
  /// How much browsers and programs may have.
  public var limits = WebLimits()

  /// The usual options.
  public init() {}
}

/// How much browsers and programs may have of a page.
public struct WebLimits: Sendable, Hashable {
  /// Connections at a time.
  public var connections = 512
  /// Connections that have not said yet what they want; the oldest of more than these is let go.
  public var headless = 128
  /// Connections at a time from one address of another machine.
  public var connectionsOfAddress = 32
  /// Listeners to `/events` at a time; connections for more of them are added to ``connections``.
  public var listeners = 64
  /// How long a connection may take to say what it wants, and how long it may take nothing.
  public var patience = Duration.seconds(10)

  /// The usual limits.
  public init() {}

  /// All connections: a listener holds one, and others must be answered beside them.
  var allConnections: Int { max(connections, listeners + 64) }
}

/// What has happened to a page.
public struct WebCounts: Sendable, Hashable {
  /// Listeners to `/events` at the moment.
  public var listeners = 0
  /// Listeners that were let go because they did not read.
  public var droppedListeners = 0
  /// Requests that were answered.
  public var answered = 0
  /// Those of them that were refused.
  public var refused = 0

  /// Nothing so far.
  public init() {}
}
