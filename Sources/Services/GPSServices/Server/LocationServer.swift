public import GPSBridge
internal import GPSSystemCalls
internal import GPSSockets

/// A server that shares receivers with many programs, over gpsd's protocol and as NMEA sentences.
///
/// ```swift
/// let server = LocationServer(receiver)
/// try server.listen(.gpsd())
/// try await server.run()
/// ```
///
/// It runs on the receiver's event loop, so a fix is sent without a change of thread.
public final class LocationServer: Sendable {
  let engine: ServerEngine

  /// Creates a server for one receiver, which is opened at once and stays open.
  ///
  /// - Parameters:
  ///   - receiver: The receiver.
  ///   - options: The server's options.
  public convenience init(_ receiver: Receiver, options: ServiceOptions = ServiceOptions()) {
    self.init([receiver], options: options)
  }

  /// Creates a server for several receivers, which are opened at once and stay open.
  ///
  /// A client that does not name a receiver follows the best one, chosen by the rules of `BestReceiver`.
  ///
  /// - Parameters:
  ///   - receivers: The receivers, at least one; if several are equally good, the earlier one is chosen.
  ///   - options: The server's options.
  public init(_ receivers: [Receiver], options: ServiceOptions = ServiceOptions()) {
    engine = ServerEngine(receivers, options)
    engine.begin()
  }

  deinit { engine.shutDown(nil) }

  /// Listens on an address and serves all clients that connect from now on.
  ///
  /// - Parameter output: The address and its protocol.
  /// - Returns: The port, including one that the system has chosen; nil for a path.
  /// - Throws: A fault with the address and the reason.
  @discardableResult public func listen(_ output: ServiceOutput) throws(ServiceFault) -> UInt16? {
    try engine.listen(output)
  }

  /// Listens on exactly these outputs from now on.
  ///
  /// New outputs are opened before old ones are closed, so if one of them fails, nothing changes. An output
  /// whose address is unchanged keeps its clients, even if its sentences change. Clients that came through a
  /// closed output receive a notice and are disconnected. Sockets passed by a service manager always stay
  /// open; an output with the address of such a socket sets its sentences.
  ///
  /// ```swift
  /// let change = try server.listen(only: [.gpsd("*:2947"), .nmea("tcp:10110")])
  /// ```
  ///
  /// - Parameter all: All outputs to serve.
  /// - Returns: The outputs that were opened, changed and closed.
  /// - Throws: A fault with the address and the reason; nothing has changed in this case.
  @discardableResult package func listen(only all: [ServiceOutput]) throws(ServiceFault) -> ServiceChange {
    try engine.listen(only: all)
  }

  /// Runs under a service manager: serves its sockets, resumes earlier clients, and reports status.
  ///
  /// Call it once, after ``listen(_:)``: it reports the service as ready, with or without a receiver.
  ///
  /// - Parameter manager: The manager that started this program.
  public func attach(_ manager: ServiceManager) { engine.attach(manager) }

  /// Reports to the service manager that settings were reloaded; without a manager, it does nothing.
  ///
  /// - Parameter complaint: Why the old settings remain; nil on success.
  public func tellReload(_ complaint: String?) { engine.tellReload(complaint) }

  /// Serves until the task is canceled or ``stop()`` is called.
  ///
  /// - Throws: The fault that stopped the server.
  public func run() async throws(ServiceFault) { try await engine.waitForEnd() }

  /// Stops listening and closes all connections.
  public func stop() { engine.shutDown(nil) }

  /// Stops listening, sends pending data, and then closes all connections.
  ///
  /// Connections that a service manager stores remain open: the manager may be about to restart this program.
  /// If it does not, it closes them.
  ///
  /// - Parameters:
  ///   - limit: The time that clients have to receive their pending data.
  ///   - body: Called on the event loop after everything is closed.
  public func stop(within limit: Duration, then body: @escaping @Sendable () -> Void = {}) {
    engine.end(within: limit, body)
  }

  /// The counts since the start.
  public var counts: ServiceCounts {
    var (counts, outputs) = engine.shown.withLock { ($0.counts, $0.outputs) }
    counts.outputs = outputs.compactMap { $0.status?.withLock(\.self) }
    return counts
  }

  /// The fault that stopped the server; nil while it runs and after a regular stop.
  public var fault: ServiceFault? { engine.life.fault }
}
