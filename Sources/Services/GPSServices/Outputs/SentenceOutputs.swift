internal import GPSBridge
internal import GPSFormats
internal import GPSSystemCalls

/// A server's outputs for sentences, and the sentences received since the last epoch.
struct SentenceOutputs {
  private struct Output {
    var feed: SentenceFeed
    let carrier: any SentenceCarrier
    /// The status of the output, which identifies it.
    let status: Guarded<OutputStatus>
  }

  private var outputs: [Output] = []
  private var received = ReceivedSentences()
  /// The feed for gpsd's clients that want sentences from a receiver that sends none.
  private var feedOfClients: SentenceFeed

  init(coarse cell: CoarseCell?) { feedOfClients = SentenceFeed(SentenceFilter(), coarse: cell) }

  /// Whether any output wants the receiver's own sentences.
  var wantsReceived: Bool { outputs.contains { $0.feed.wantsReceived } }

  mutating func add(_ carrier: any SentenceCarrier, _ feed: SentenceFeed, _ status: Guarded<OutputStatus>) {
    outputs.append(Output(feed: feed, carrier: carrier, status: status))
  }

  mutating func change(_ status: Guarded<OutputStatus>, to feed: SentenceFeed) {
    for index in outputs.indices where outputs[index].status === status { outputs[index].feed = feed }
  }

  mutating func end(_ status: Guarded<OutputStatus>) {
    for output in outputs where output.status === status { output.carrier.stop() }
    outputs.removeAll { $0.status === status }
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
  func end(_ drained: @escaping () -> Void) { for output in outputs { output.carrier.end(drained) } }

  /// Whether no client has pending data.
  var areDrained: Bool { outputs.allSatisfy(\.carrier.isDrained) }

  mutating func stop() {
    for output in outputs { output.carrier.stop() }
    outputs = []
  }
}
