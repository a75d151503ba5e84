/// The object that answers a daemon's requests; all calls arrive on the daemon's loop.
protocol HTTPHandler: AnyObject, Sendable {
  /// Answers a request.
  func answer(_ request: WebRequest) -> WebAnswer
  /// Begins a body that is generated while it is sent.
  ///
  /// - Returns: The number by which the daemon refers to it.
  func begin(_ body: WebAnswer.Body) -> Int
  /// Writes the data that the body has now, as much as fits.
  func fill(_ body: Int, _ room: UnsafeMutableRawBufferPointer) -> HTTPStep
  /// Called when a listener was disconnected because it did not read.
  func listenerWasSlow()
  /// Ends a body: it was sent completely, or the client has gone.
  func end(_ body: Int)
}

/// The result of asking a body for data.
enum HTTPStep: Sendable, Hashable {
  /// This many bytes were written.
  case wrote(Int)
  /// No data now; suspend the connection until it is resumed.
  case wait
  /// The body is complete.
  case end
  /// The body can't continue; cut the connection.
  case broken
}

/// Why a daemon could not be started.
struct HTTPComplaint: Error, Hashable, Sendable {
  var text: String
}
