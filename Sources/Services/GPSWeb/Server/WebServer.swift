public import GPSBridge
internal import GPSSystemCalls
internal import GPSSockets
internal import GPSWebHost

/// A web page that shows a receiver's position, or why it is unknown, and an HTTP interface for programs.
///
/// ```swift
/// let page = WebServer(receiver)
/// try page.listen()                       // http://localhost:8947/
/// try await page.run()
/// ```
///
/// It runs on the receiver's event loop and needs no thread. libmicrohttpd is opened by the first call of
/// ``listen(_:)``; a program that links this library without showing a page does not need it.
public final class WebServer: Sendable {
  let engine: WebEngine

  /// Creates a page for a receiver, which is opened at once and stays open.
  ///
  /// - Parameters:
  ///   - receiver: The receiver.
  ///   - options: The contents, the access and the limits.
  public convenience init(_ receiver: Receiver, options: WebOptions = WebOptions()) {
    self.init([receiver], options: options)
  }

  /// Creates a page for several receivers, which are opened at once and stay open.
  ///
  /// - Parameters:
  ///   - receivers: The receivers, at least one.
  ///   - options: The contents, the access and the limits.
  public init(_ receivers: [Receiver], options: WebOptions = WebOptions()) {
    engine = WebEngine(receivers, options)
    engine.begin()
  }

  deinit { engine.shutDown(nil) }

  /// Listens on an address; browsers can open the page from now on.
  ///
  /// Call it once.
  ///
  /// - Parameter address: `8947` for this machine only; `ADDRESS:PORT` and `*:PORT` require a token.
  /// - Returns: The port, including one that the system has chosen.
  /// - Throws: A fault with the address and the reason.
  @discardableResult public func listen(_ address: String = "8947") throws(ServiceFault) -> UInt16 {
    try engine.listen(address)
  }

  /// Whether only this machine can reach an address, checked without opening anything.
  ///
  /// - Parameter address: The address, in the form of ``listen(_:)``.
  /// - Returns: False if other machines can reach it.
  /// - Throws: A fault if the text is not an address.
  package static func isOfThisMachine(_ address: String) throws(ServiceFault) -> Bool {
    try WebHost.address(address).isOfThisMachine
  }

  /// This machine's address on the route to others, as a host for browsers; nil without such a route.
  package static var hostOnRoute: String? {
    Kernel.addressOnRoute().map { String($0.text.dropLast(":0".count)) }
  }

  /// Serves the page until the task is canceled or ``stop()`` is called.
  ///
  /// - Throws: The fault that ended it.
  public func run() async throws(ServiceFault) { try await engine.waitForEnd() }

  /// Stops listening and closes all connections.
  public func stop() { engine.shutDown(nil) }

  /// The current counters.
  public var counts: WebCounts { engine.shown.withLock(\.counts) }

  /// The fault that ended it; nil while it serves, or after ``stop()``.
  public var fault: ServiceFault? { engine.life.fault }
}
