public import GPSBridge
internal import GPSDProtocol
internal import GPSSystemCalls
internal import GPSSockets

/// One receiver for every program: what gpsd is to its clients, over a receiver of one's own.
///
/// ```swift
/// let server = LocationServer(receiver)
/// try server.listen(.gpsd())
/// try await server.run()
/// ```
///
/// It has its turns on the event loop of the receiver: between a fix and its sending lies no other thread.
public final class LocationServer: Sendable {
  let engine: ServerEngine

  /// Makes a server of a receiver, which is opened at once and stays open.
  ///
  /// - Parameters:
  ///   - receiver: The receiver.
  ///   - options: What clients are told and may do.
  public convenience init(_ receiver: Receiver, options: ServiceOptions = ServiceOptions()) {
    self.init([receiver], options: options)
  }

  /// Makes a server of several receivers, which are opened at once and stay open.
  ///
  /// A client that names none is told of the best one at a time, by the rules of `BestReceiver`.
  ///
  /// - Parameters:
  ///   - receivers: The receivers, at least one; among equals the earlier one is taken.
  ///   - options: What clients are told and may do.
  public init(_ receivers: [Receiver], options: ServiceOptions = ServiceOptions()) {
    engine = ServerEngine(receivers, options)
    engine.begin()
  }

  deinit { engine.shutDown(nil) }

  /// Listens at an address; whoever connects from now on is served.
  ///
  /// - Parameter output: The address, and what is spoken there.
  /// - Returns: The port, also where the system has chosen it; nil for a path.
  /// - Throws: A fault that names the address and the reason.
  @discardableResult public func listen(_ output: ServiceOutput) throws(ServiceFault) -> UInt16? {
    try engine.listen(output)
  }

  /// Listens at these outputs and at no others, from now on.
  ///
  /// What is new is opened before anything is closed; so if one of them can't be had, all stays as it was. An output that
  /// is named as before keeps its clients, also where it is to tell other sentences. Clients that no output reaches any
  /// more are told so, and let go. Sockets that a service manager has passed stay open whatever is named; an output that
  /// names the address of one says what is told there.
  ///
  /// ```swift
  /// let change = try server.listen(only: [.gpsd("*:2947"), .nmea("tcp:10110")])
  /// ```
  ///
  /// - Parameter outputs: All outputs that are wanted.
  /// - Returns: What has become different.
  /// - Throws: A fault that names the address and the reason; nothing has changed then.
  @discardableResult public func listen(only outputs: [ServiceOutput]) throws(ServiceFault) -> ServiceChange {
    try engine.listen(only: outputs)
  }

  /// Works under a service manager: listens where it has listened, goes on with clients from before a restart, and tells it
  /// how things stand.
  ///
  /// Call it once, behind ``listen(_:)``: the manager is told that the service is ready, with or without a receiver.
  ///
  /// - Parameter manager: The manager that has started this program.
  public func attach(_ manager: ServiceManager) { engine.attach(manager) }

  /// Tells the service manager that settings are read again, and how that went; nothing without a manager.
  ///
  /// - Parameter complaint: Why the settings stay as they were; nil if they are right.
  public func tellReload(_ complaint: String?) { engine.tellReload(complaint) }

  /// Serves until the task is cancelled or ``stop()`` is called.
  ///
  /// - Throws: The fault that has ended it.
  public func run() async throws(ServiceFault) { try await engine.waitForEnd() }

  /// Stops listening, and ends all connections.
  public func stop() { engine.shutDown(nil) }

  /// Stops listening, sends what waits, and ends.
  ///
  /// Connections that a service manager keeps are not ended: it may be about to start this program again. It ends them
  /// itself where it is not.
  ///
  /// - Parameters:
  ///   - limit: How long clients may take for what waits.
  ///   - body: Called on the event loop when all is done.
  public func stop(within limit: Duration, then body: @escaping @Sendable () -> Void = {}) {
    engine.end(within: limit, body)
  }

  /// What has happened so far.
  public var counts: ServiceCounts {
    var (counts, outputs) = engine.shown.withLock { ($0.counts, $0.outputs) }
    counts.outputs = outputs.compactMap(\.carrier?.status)
    return counts
  }

  /// The fault that has ended it; nil while it serves, and where it was stopped.
  public var fault: ServiceFault? { engine.shown.withLock(\.fault) }
}
