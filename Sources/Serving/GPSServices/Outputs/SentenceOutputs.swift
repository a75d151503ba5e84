internal import GPSEventRuntime
internal import GPSBridge
internal import GPSFormats
internal import GPSSystemCalls
internal import GPSSockets

/// What carries sentences to their readers.
enum SentenceCarrier: Sendable {
  case clients(SentenceClients)
  case datagrams(DatagramOutput)
  case port(PortOutput)

  var status: OutputStatus {
    switch self {
    case .clients(let clients): clients.status.withLock(\.self)
    case .datagrams(let datagrams): datagrams.status.withLock(\.self)
    case .port(let port): port.status.withLock(\.self)
    }
  }

  /// Which one it is, among others.
  var id: ObjectIdentifier {
    switch self {
    case .clients(let clients): ObjectIdentifier(clients)
    case .datagrams(let datagrams): ObjectIdentifier(datagrams)
    case .port(let port): ObjectIdentifier(port)
    }
  }

  /// Has it shown by another name.
  func rename(to name: String) {
    switch self {
    case .clients(let clients): clients.status.withLock { $0.name = name }
    case .datagrams(let datagrams): datagrams.status.withLock { $0.name = name }
    case .port(let port): port.status.withLock { $0.name = name }
    }
  }

  /// Begins to carry; the kernel's error if it can't.
  func begin() -> Errno? {
    if case .clients(let clients) = self { clients.assumeIsolated { $0.begin() } } else { nil }
  }

  func tell(_ batch: SentenceBatch) {
    switch self {
    case .clients(let clients): clients.assumeIsolated { $0.tell(batch) }
    case .datagrams(let datagrams): datagrams.assumeIsolated { $0.tell(batch) }
    case .port(let port): port.assumeIsolated { $0.tell(batch) }
    }
  }

  /// Begins to end: nobody new is heard, and clients take what waits.
  ///
  /// A datagram never waits, and what a program leaves in a port is not for the next one.
  ///
  /// - Parameter drained: Called when nothing waits any more.
  func end(_ drained: @escaping @Sendable () -> Void) {
    if case .clients(let clients) = self { clients.assumeIsolated { $0.end(drained) } }
  }

  /// Whether nothing waits for any client.
  var isDrained: Bool {
    if case .clients(let clients) = self { clients.assumeIsolated { $0.isDrained } } else { true }
  }

  func stop() {
    switch self {
    case .clients(let clients): clients.assumeIsolated { $0.stop() }
    case .datagrams(let datagrams): datagrams.assumeIsolated { $0.stop() }
    case .port(let port): port.assumeIsolated { $0.stop() }
    }
  }
}

/// All outputs of sentences of a server, and what the receiver has said since its last epoch.
struct SentenceOutputs: Sendable {
  private struct Output: Sendable {
    var feed: SentenceFeed
    let carrier: SentenceCarrier
  }

  private var outputs: [Output] = []
  private var received = ReceivedSentences()
  /// For clients of gpsd that want sentences of a receiver that has none.
  private var feedOfClients: SentenceFeed

  init(coarse cell: CoarseCell?) { feedOfClients = SentenceFeed(SentenceWishes(), coarse: cell) }

  /// Whether any output wants the receiver's own sentences.
  var wantsReceived: Bool { outputs.contains { $0.feed.wantsReceived } }

  mutating func add(_ carrier: SentenceCarrier, _ feed: SentenceFeed) {
    outputs.append(Output(feed: feed, carrier: carrier))
  }

  /// Has a carrier told other sentences from the next epoch on.
  mutating func change(_ carrier: SentenceCarrier, to feed: SentenceFeed) {
    for index in outputs.indices where outputs[index].carrier.id == carrier.id { outputs[index].feed = feed }
  }

  /// Ends a carrier, and tells it nothing more.
  mutating func end(_ carrier: SentenceCarrier) {
    outputs.removeAll { $0.carrier.id == carrier.id }
    carrier.stop()
  }

  /// Somebody listens to the receiver's own sentences from now on.
  mutating func beginReceiving() { received = ReceivedSentences() }

  mutating func received(_ sentence: ReceivedSentence) { received.add(sentence) }

  /// Tells all outputs of an epoch.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - isWanted: Whether clients of gpsd want sentences.
  ///   - now: When it is told.
  /// - Returns: The sentences for them, where the receiver's own are not theirs.
  mutating func epoch(
    _ epoch: Epoch, forClients isWanted: Bool, at now: ContinuousClock.Instant
  ) -> SentenceBatch {
    let spoken = received.takeEpoch(at: now)
    for index in outputs.indices {
      let batch = outputs[index].feed.epoch(epoch, spoken, at: now)
      outputs[index].carrier.tell(batch)
    }
    // They were told the receiver's own when those came.
    if case .sentences = spoken, feedOfClients.wantsReceived { return SentenceBatch() }
    return isWanted ? feedOfClients.epoch(epoch, spoken, at: now) : SentenceBatch()
  }

  /// Tells all outputs that there is no fix.
  mutating func silence() {
    received.forget()
    for output in outputs { output.carrier.tell(output.feed.silence()) }
  }

  /// Begins to end them all.
  func end(_ drained: @escaping @Sendable () -> Void) {
    for output in outputs { output.carrier.end(drained) }
  }

  /// Whether nothing waits for any client.
  var areDrained: Bool { outputs.allSatisfy(\.carrier.isDrained) }

  mutating func stop() {
    for output in outputs { output.carrier.stop() }
    outputs = []
  }
}
