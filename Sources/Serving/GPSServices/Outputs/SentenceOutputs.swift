internal import GPSEventRuntime
internal import GPSBridge
internal import GPSFormats
internal import GPSSystemCalls
internal import GPSSockets

/// A carrier of sentences to their readers.
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

  /// The identity of the carrier.
  var id: ObjectIdentifier {
    switch self {
    case .clients(let clients): ObjectIdentifier(clients)
    case .datagrams(let datagrams): ObjectIdentifier(datagrams)
    case .port(let port): ObjectIdentifier(port)
    }
  }

  /// Changes the name shown in the status.
  func rename(to name: String) {
    switch self {
    case .clients(let clients): clients.status.withLock { $0.name = name }
    case .datagrams(let datagrams): datagrams.status.withLock { $0.name = name }
    case .port(let port): port.status.withLock { $0.name = name }
    }
  }

  /// Starts accepting clients; returns the kernel's error on failure.
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

  /// Stops accepting clients, which can still receive their pending data.
  ///
  /// Datagrams are never pending, and unread data in a port is not kept for the next program.
  ///
  /// - Parameter drained: Called once no client has pending data.
  func end(_ drained: @escaping @Sendable () -> Void) {
    if case .clients(let clients) = self { clients.assumeIsolated { $0.end(drained) } }
  }

  /// Whether no client has pending data.
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

/// A server's outputs for sentences, and the sentences received since the last epoch.
struct SentenceOutputs: Sendable {
  private struct Output: Sendable {
    var feed: SentenceFeed
    let carrier: SentenceCarrier
  }

  private var outputs: [Output] = []
  private var received = ReceivedSentences()
  /// The feed for gpsd's clients that want sentences from a receiver that sends none.
  private var feedOfClients: SentenceFeed

  init(coarse cell: CoarseCell?) { feedOfClients = SentenceFeed(SentenceWishes(), coarse: cell) }

  /// Whether any output wants the receiver's own sentences.
  var wantsReceived: Bool { outputs.contains { $0.feed.wantsReceived } }

  mutating func add(_ carrier: SentenceCarrier, _ feed: SentenceFeed) {
    outputs.append(Output(feed: feed, carrier: carrier))
  }

  /// Changes a carrier's sentences from the next epoch on.
  mutating func change(_ carrier: SentenceCarrier, to feed: SentenceFeed) {
    for index in outputs.indices where outputs[index].carrier.id == carrier.id { outputs[index].feed = feed }
  }

  /// Stops a carrier and removes it.
  mutating func end(_ carrier: SentenceCarrier) {
    outputs.removeAll { $0.carrier.id == carrier.id }
    carrier.stop()
  }

  /// Starts collecting the receiver's own sentences.
  mutating func beginReceiving() { received = ReceivedSentences() }

  mutating func received(_ sentence: ReceivedSentence) { received.add(sentence) }

  /// Sends an epoch to all outputs.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - isWanted: Whether clients of gpsd want sentences.
  ///   - now: The current time.
  /// - Returns: The sentences for gpsd's clients; empty if they received the receiver's own.
  mutating func epoch(
    _ epoch: Epoch, forClients isWanted: Bool, at now: ContinuousClock.Instant
  ) -> SentenceBatch {
    let spoken = received.takeEpoch(at: now)
    for index in outputs.indices {
      let batch = outputs[index].feed.epoch(epoch, spoken, at: now)
      outputs[index].carrier.tell(batch)
    }
    // They received the receiver's own sentences as those arrived.
    if case .sentences = spoken, feedOfClients.wantsReceived { return SentenceBatch() }
    return isWanted ? feedOfClients.epoch(epoch, spoken, at: now) : SentenceBatch()
  }

  /// Sends all outputs a report without a fix.
  mutating func silence() {
    received.forget()
    for output in outputs { output.carrier.tell(output.feed.silence()) }
  }

  /// Stops accepting clients at all outputs.
  func end(_ drained: @escaping @Sendable () -> Void) {
    for output in outputs { output.carrier.end(drained) }
  }

  /// Whether no client has pending data.
  var areDrained: Bool { outputs.allSatisfy(\.carrier.isDrained) }

  mutating func stop() {
    for output in outputs { output.carrier.stop() }
    outputs = []
  }
}
