/// The answer to a request: a status, headers, and a body that may be generated slice by slice.
struct WebAnswer: Sendable {
  var status: Int
  /// Headers in addition to the ones every answer has.
  var headers: [WebField] = []
  var body: Body

  enum Body: Sendable {
    case bytes([UInt8])
    /// Generated while it is sent: a day of positions must not be in memory twice.
    case slices(any WebSlices)
    /// Records as they arrive, until the client disconnects.
    case events(EventFilter)
    /// A recording played to this listener only.
    case playing(RecordingPlayer)
    /// The connection waits for the answer of this number.
    case later(Int)
  }

  init(_ status: Int, _ type: String, _ body: [UInt8], headers: [WebField] = []) {
    self.status = status
    self.headers = [WebField("Content-Type", type)] + headers
    self.body = .bytes(body)
  }

  init(_ status: Int, _ type: String, slices: any WebSlices, headers: [WebField] = []) {
    self.status = status
    self.headers = [WebField("Content-Type", type)] + headers
    self.body = .slices(slices)
  }

  /// An answer that follows.
  init(waitingFor number: Int) { (status, body) = (200, .later(number)) }

  /// A line of text for a person; a line end is added.
  init(_ status: Int, saying text: String, headers: [WebField] = []) {
    self.init(status, "text/plain; charset=utf-8", Array((text + "\n").utf8), headers: headers)
  }
}

/// A body that is generated slice by slice.
protocol WebSlices: Sendable {
  /// Makes the next slice.
  ///
  /// - Parameter history: The current positions of all receivers; old ones may have been dropped.
  /// - Returns: Some kilobytes; empty to yield to other work before the next call; nil at the end.
  mutating func next(_ history: TrackHistory) -> [UInt8]?
  /// Whether the body ended early because of an error; the connection is then cut.
  var isBroken: Bool { get }
}

extension WebSlices {
  /// Bodies made from memory can't fail.
  var isBroken: Bool { false }
}
