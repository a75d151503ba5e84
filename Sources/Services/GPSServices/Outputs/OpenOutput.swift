internal import GPSBridge
internal import GPSEventRuntime
internal import GPSSockets
internal import GPSSystemCalls

/// An open output: the request and the sockets that serve it.
struct OpenOutput: Sendable {
  /// The request; nil for a socket passed by a service manager without a matching request.
  private(set) var output: ServiceOutput?
  /// The address of a passed socket, which stays open whatever outputs are requested.
  let passedAt: EndAddress?
  let sockets: [CInt]
  /// The status of an output for sentences; nil for gpsd's protocol.
  let status: Guarded<OutputStatus>?
  /// Makes the carrier of sentences, on the loop.
  private let makeCarrier: (@Sendable (CarrierContext) -> any SentenceCarrier)?
  private(set) var filter: SentenceFilter

  /// Opens an output.
  ///
  /// - Parameters:
  ///   - output: The request.
  ///   - old: Our sockets that are about to be closed, which do not count as conflicts.
  /// - Throws: The kernel's error.
  init(_ output: ServiceOutput, beside old: [CInt]) throws(Errno) {
    self.output = output
    passedAt = nil
    filter = output.sentences?.filter ?? SentenceFilter()
    switch output.language {
    case .gpsd(let address):
      (sockets, status, makeCarrier) = (try Kernel.listen(address, beside: old), nil, nil)
    case .sentences(let sentences):
      let opened = try sentences.open(beside: old)
      var status = OutputStatus(output.text)
      status.notes = opened.notes
      (sockets, self.status, makeCarrier) = (opened.sockets, Guarded(status), opened.make)
    }
  }

  /// Takes over a socket passed by a service manager; without a choice of sentences, it is one for gpsd clients.
  init(passed socket: CInt, at address: EndAddress, _ filter: SentenceFilter? = nil) {
    (output, sockets, passedAt, self.filter) = (nil, [socket], address, filter ?? SentenceFilter())
    status = filter.map { _ in Guarded(OutputStatus(address.outputText)) }
    let make: @Sendable (CarrierContext) -> any SentenceCarrier = { SentenceClients([socket], at: nil, $0) }
    makeCarrier = filter == nil ? nil : make
  }

  /// Makes the carrier of sentences, which owns the sockets from then on; nil for gpsd's protocol.
  func carrier(_ loop: EventLoop, _ time: any TimeSource, _ limits: ServiceLimits) -> (any SentenceCarrier)? {
    guard let makeCarrier, let status else { return nil }
    return makeCarrier(CarrierContext(loop: loop, time: time, limits: limits, status: status))
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
    return status == nil ? passedAt.text : passedAt.outputText
  }

  /// Whether this output serves a request, apart from the choice of sentences.
  func serves(_ other: ServiceOutput) -> Bool {
    switch (other.language, passedAt) {
    case (.gpsd(let address), let passed?): status == nil && address.means(passed)
    case (.sentences(let sentences), let passed?):
      if case .clients(let address) = sentences.way { status != nil && address.means(passed) } else { false }
    case (_, nil): output?.isSamePlace(as: other) ?? false
    }
  }

  /// Applies a new request for this address; returns whether the sentences change.
  mutating func take(_ other: ServiceOutput?) -> Bool {
    let filter = other?.sentences?.filter ?? SentenceFilter()
    defer {
      if passedAt == nil { output = other }
      self.filter = filter
    }
    return filter != self.filter
  }
}

extension EndAddress {
  /// The address as an argument of `--nmea`.
  var outputText: String { isPath ? "unix:\(text)" : "tcp:\(text)" }
}
