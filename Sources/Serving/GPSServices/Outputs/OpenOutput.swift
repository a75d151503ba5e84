internal import GPSSockets
internal import GPSSystemCalls

/// An output that is open: what was asked for, and what the kernel has given for it.
struct OpenOutput: Sendable {
  /// What was asked for; nil of a socket that a service manager has passed, which nobody need have asked for.
  private(set) var output: ServiceOutput?
  /// The address of a socket that was passed: it stays open whatever is asked for.
  let passedAt: EndAddress?
  /// The sockets at which newcomers are heard.
  let sockets: [CInt]
  /// What carries sentences; nil where gpsd's language is spoken.
  let carrier: SentenceCarrier?
  /// Which sentences are told.
  private(set) var wishes: SentenceWishes

  init(_ output: ServiceOutput, _ sockets: [CInt], _ carrier: SentenceCarrier? = nil) {
    (self.output, self.sockets, self.carrier, passedAt) = (output, sockets, carrier, nil)
    wishes = output.sentences?.wishes ?? SentenceWishes()
  }

  init(passed socket: CInt, at address: EndAddress, wishes: SentenceWishes, _ carrier: SentenceCarrier?) {
    (output, sockets, passedAt, self.wishes, self.carrier) = (nil, [socket], address, wishes, carrier)
  }

  /// The port that was given for it; nil for a path, and for all that is no socket of connections.
  var port: UInt16? {
    switch sockets.first.flatMap(Kernel.ownAddress) {
    case .four(_, let port), .six(_, _, let port): port
    case .local, nil: nil
    }
  }

  /// The address as it is shown.
  var text: String {
    if let output { return output.text }
    guard let passedAt else { return "" }
    return carrier == nil ? passedAt.text : passedAt.outputText
  }

  /// Whether it is what another output asks for, but for the sentences that are told there.
  func serves(_ other: ServiceOutput) -> Bool {
    switch (other.language, passedAt) {
    case (.gpsd(let address), let passed?): carrier == nil && address.means(passed)
    case (.sentences(let sentences), let passed?):
      if case .clients(let address) = sentences.way { carrier != nil && address.means(passed) } else { false }
    case (_, nil): output?.isSamePlace(as: other) ?? false
    }
  }

  /// Takes over what is asked for now at this place; whether that makes a difference.
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
  /// What `--nmea` would have for sentences there.
  var outputText: String { isPath ? "unix:\(text)" : "tcp:\(text)" }
}
