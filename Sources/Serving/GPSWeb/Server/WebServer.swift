public import GPSBridge
internal import GPSSystemCalls
internal import GPSSockets

/// A page that shows where a receiver is, and why not; and what other programs expect over HTTP.
///
/// ```swift
/// let page = WebServer(receiver)
/// try page.listen()                       // http://localhost:8947/
/// try await page.run()
/// ```
///
/// It has its turns on the event loop of the receiver, and needs no thread. libmicrohttpd is opened when ``listen(_:)`` is
/// first called; who links this library and shows no page does without it.
public final class WebServer: Sendable {
  let engine: WebEngine

  /// Makes a page of a receiver, which is opened at once and stays open.
  ///
  /// - Parameters:
  ///   - receiver: The receiver.
  ///   - options: What is shown, and to whom.
  public convenience init(_ receiver: Receiver, options: WebOptions = WebOptions()) {
    self.init([receiver], options: options)
  }

  /// Makes a page of several receivers, which are opened at once and stay open.
  ///
  /// - Parameters:
  ///   - receivers: The receivers, at least one.
  ///   - options: What is shown, and to whom.
  public init(_ receivers: [Receiver], options: WebOptions = WebOptions()) {
    engine = WebEngine(receivers, options)
    engine.begin()
  }

  deinit { engine.shutDown(nil) }

  /// Listens at an address; browsers find the page there from now on.
  ///
  /// Call it once.
  ///
  /// - Parameter address: `8947` for this machine alone; `ADDRESS:PORT` and `*:PORT` want a token.
  /// - Returns: The port, also where the system has chosen it.
  /// - Throws: A fault that names the address and the reason.
  @discardableResult public func listen(_ address: String = "8947") throws(WebFault) -> UInt16 {
    try engine.listen(address)
  }

  /// Whether an address is this machine's alone; for who wants to know before anything is opened.
  ///
  /// - Parameter address: The address, as ``listen(_:)`` takes it.
  /// - Returns: False where other machines reach it.
  /// - Throws: A fault if the text names no address.
  package static func isOfThisMachine(_ address: String) throws(WebFault) -> Bool {
    try WebEngine.address(address).isOfThisMachine
  }

  /// Shows the page until the task is cancelled or ``stop()`` is called.
  ///
  /// - Throws: The fault that has ended it.
  public func run() async throws(WebFault) { try await engine.waitForEnd() }

  /// Stops listening, and ends all connections.
  public func stop() { engine.shutDown(nil) }

  /// What has happened so far.
  public var counts: WebCounts { engine.shown.withLock(\.counts) }

  /// The fault that has ended it; nil while it serves, and where it was stopped.
  public var fault: WebFault? { engine.shown.withLock(\.fault) }
}
