internal import GPSSockets
internal import GPSSystemCalls

/// An open output: the request and the sockets that serve it.
struct OpenOutput: Sendable {
  /// The request; nil for a socket passed by a service manager without a matching request.
  private(set) var output: ServiceOutput?
  /// The address of a passed socket, which stays open whatever outputs are requested.
  let passedAt: EndAddress?
  /// The listening sockets.
  let sockets: [CInt]
  /// The carrier of sentences; nil for gpsd's protocol.
  let carrier: SentenceCarrier?
  /// The sentences to send.
  private(set) var wishes: SentenceWishes

  init(_ output: ServiceOutput, _ sockets: [CInt], _ carrier: SentenceCarrier? = nil) {
    (self.output, self.sockets, self.carrier, passedAt) = (output, sockets, carrier, nil)
    wishes = output.sentences?.wishes ?? SentenceWishes()
  }

  init(passed socket: CInt, at address: EndAddress, wishes: SentenceWishes, _ carrier: SentenceCarrier?) {
    (output, sockets, passedAt, self.wishes, self.carrier) = (nil, [socket], address, wishes, carrier)
  }

  /// The port that the kernel assigned; nil for a path and for outputs without a stream socket.
  var port: UInt16? {
    switch sockets.first.flatMap(Kernel.ownAddress) {
    case .four(_, let port), .six(_, _, let port): port
    case .local, nil: nil
    }
  }

  var text: String {
    if let output { return output.text }
    guard let passedAt else { return "" }
    return carrier == nil ? passedAt.text : passedAt.outputText
  }

  /// Whether this output serves a request, apart from the choice of sentences.
  func serves(_ other: ServiceOutput) -> Bool {
    switch (other.language, passedAt) {
    case (.gpsd(let address), let passed?): carrier == nil && address.means(passed)
    case (.sentences(let sentences), let passed?):
      if case .clients(let address) = sentences.way { carrier != nil && address.means(passed) } else { false }
    case (_, nil): output?.isSamePlace(as: other) ?? false
    }
  }

  /// Applies a new request for this address; returns whether the sentences change.
  mutating func take(_ other: ServiceOutput?) -> Bool {
    let wishes = other?.sentences?.wishes ?? SentenceWishes()
    defer {
      if passedAt == nil { output = other }
      self.wishes = wishes
    }
    return wishes != self.wishes
  }
}

extension EndAddress {
  /// The address as an argument of `--nmea`.
  var outputText: String { isPath ? "unix:\(text)" : "tcp:\(text)" }
}
