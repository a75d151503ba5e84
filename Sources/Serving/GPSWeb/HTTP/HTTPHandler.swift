/// Those whose routes a daemon serves; each call comes on the daemon's loop.
protocol HTTPHandler: AnyObject, Sendable {
  /// Answers a request.
  func answer(_ request: WebRequest) -> WebAnswer
  /// Begins a body that is made while it is sent.
  ///
  /// - Returns: A number by which the daemon asks for it.
  func begin(_ body: WebAnswer.Body) -> Int
  /// Writes what a body has now, as far as it fits.
  func fill(_ body: Int, _ room: UnsafeMutableRawBufferPointer) -> HTTPStep
  /// A listener was let go: it took nothing for too long.
  func listenerWasSlow()
  /// Ends a body: it is out, or nobody reads it any more.
  func end(_ body: Int)
}

/// What a body has for the connection that asks.
enum HTTPStep: Sendable, Hashable {
  /// So many bytes were written.
  case wrote(Int)
  /// Nothing now: the connection waits until it is told to go on.
  case wait
  /// That was all.
  case end
  /// It can't go on: the connection is cut.
  case broken
}

/// Why no daemon could be started.
struct HTTPComplaint: Error, Hashable, Sendable {
  var text: String
}
