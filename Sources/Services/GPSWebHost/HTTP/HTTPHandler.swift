package import GPSSockets

/// The owner of a host, which answers its requests; all calls arrive on its loop.
package protocol HTTPHandler: AnyObject, Sendable {
  /// Calls the host's ``WebHost/run()`` later, after other descriptors and timers.
  func runLater()
  func answer(_ request: WebRequest) -> WebAnswer
  /// Decides about a request whose body follows, before the body.
  func receive(_ request: WebRequest) -> HTTPUpload
  /// Receives the next bytes of a body, some kilobytes at a time, so that other work is not delayed.
  func take(_ bytes: [UInt8], of upload: Int)
  /// Answers a request once its whole body has arrived.
  func finish(upload: Int) -> WebAnswer
  /// Ends a body that will not be complete.
  func drop(upload: Int)
  /// Begins a body that is generated while it is sent.
  ///
  /// - Returns: The number by which the daemon refers to it.
  func begin(_ body: any WebBody) -> Int
  /// Writes the data that the body has now, as much as fits.
  func fill(_ body: Int, _ room: UnsafeMutableRawBufferPointer) -> HTTPStep
  /// Called when a listener was disconnected because it did not read.
  func listenerWasSlow()
  /// Ends a body: it was sent completely, or the client has gone.
  func end(_ body: Int)
}

/// The result of asking a body for data.
package enum HTTPStep: Sendable, Hashable {
  /// This many bytes were written.
  case wrote(Int)
  /// No data now; suspend the connection until it is resumed.
  case wait
  /// The body is complete.
  case end
  /// The body can't continue; cut the connection.
  case broken
}

/// Whether the body of a request is read.
package enum HTTPUpload: Sendable {
  /// It is not read.
  case refused(WebAnswer)
  /// It is read under this number, if it arrives in time.
  case accepted(Int, patience: Duration)
}

/// The limits of connections.
package struct HTTPLimits: Sendable, Hashable {
  package var connections = 512
  /// How long a connection may wait for its next request; nil to treat it like a new connection without a head.
  ///
  /// The proxy, which sends requests, must close first, so this must be longer than the proxy's own limit.
  package var idle: Duration?
  /// The addresses of proxies, for which ``perAddress`` does not count.
  package var proxies: Set<EndAddress> = []
  /// Connections without a complete head; above this number the oldest is closed.
  package var headless = 128
  /// How long a connection may take to send a head, and how long it may read nothing.
  package var patience = Duration.seconds(10)
  /// Connections from one address of another machine.
  package var perAddress = 32

  package init() {}
}

/// Without these, the handler generates no bodies while they are sent, and reads none.
extension HTTPHandler {
  package func receive(_ request: WebRequest) -> HTTPUpload { .refused(answer(request)) }
  package func take(_ bytes: [UInt8], of upload: Int) {}
  package func finish(upload: Int) -> WebAnswer { preconditionFailure("this service reads no bodies") }
  package func drop(upload: Int) {}
  package func begin(_ body: any WebBody) -> Int { preconditionFailure("this service generates no bodies") }
  package func fill(_ body: Int, _ room: UnsafeMutableRawBufferPointer) -> HTTPStep { .end }
  package func listenerWasSlow() {}
  package func end(_ body: Int) {}
}
