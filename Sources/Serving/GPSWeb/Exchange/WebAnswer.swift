/// What a request is answered: a status, headers, and a body that may be made slice by slice.
struct WebAnswer: Sendable {
  var status: Int
  /// Headers beside those that each answer has.
  var headers: [WebField] = []
  var body: Body

  enum Body: Sendable {
    case bytes([UInt8])
    /// Made while it is sent: a day of positions must not stand in memory a second time.
    case slices(any WebSlices)
    /// Records as they come, until the other end leaves.
    case events(EventWishes)
    /// A recording that is played to this listener alone.
    case playing(RecordingPlayer)
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

  /// A line for a person, with its end.
  init(_ status: Int, saying text: String, headers: [WebField] = []) {
    self.init(status, "text/plain; charset=utf-8", Array((text + "\n").utf8), headers: headers)
  }
}

/// A body that is made slice by slice.
protocol WebSlices: Sendable {
  /// Makes the next slice.
  ///
  /// - Parameter history: The positions of all receivers as they are now: old ones may have gone since the last slice.
  /// - Returns: Some kilobytes; none where others should have their turns before it is asked again; nil at the end.
  mutating func next(_ history: TrackHistory) -> [UInt8]?
  /// Whether the end is one that should not be: the connection is cut then.
  var isBroken: Bool { get }
}

extension WebSlices {
  /// What is in memory can always be had.
  var isBroken: Bool { false }
}
