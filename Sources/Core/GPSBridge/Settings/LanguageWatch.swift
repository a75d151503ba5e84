internal import GNSS

/// Watches whether a receiver reports its epochs in sentences, in its vendor's messages, or in both.
struct LanguageWatch: Sendable, Hashable {
  /// The number of epochs in sentences alone that prove the language.
  private static let needed = 2

  /// Everything decoded up to the end of the last epoch.
  private var counted = SpeedEvidence()
  private var latest = SpeedEvidence()
  private var sentenceEpochs = 0
  /// The protocol of the last epoch if it had no sentence; nil for sentences.
  private var tongueOfEpoch: BinaryProtocol?
  /// Whether an epoch has ended at the current line speed.
  private var hasEpoch = false
  /// The protocol of the messages in the last epoch, with or without sentences.
  private(set) var spoken: BinaryProtocol?

  /// Whether epochs arrive in sentences only.
  var isInSentences: Bool { sentenceEpochs >= Self.needed }

  /// The message protocol that the receiver uses instead of sentences; nil for sentences, and for UBX.
  var tongue: BinaryProtocol? {
    if hasEpoch { return tongueOfEpoch }
    return latest.sentences == 0 && latest.messages > 1 ? latest.spoken : nil
  }

  /// Updates the counts of everything decoded at the current line speed.
  mutating func take(_ evidence: SpeedEvidence) {
    // The counts restart at each new speed.
    if evidence.bytes < latest.bytes { (counted, hasEpoch) = (SpeedEvidence(), false) }
    latest = evidence
  }

  mutating func endEpoch() {
    let news = latest.since(counted)
    counted = latest
    spoken = news.messages > 0 ? news.spoken : nil
    tongueOfEpoch = news.sentences == 0 ? spoken : nil
    hasEpoch = true
    sentenceEpochs = news.sentences > 0 && news.messages == 0 ? sentenceEpochs + 1 : 0
  }

  /// Restarts the count while the language is being changed.
  mutating func doubt() { sentenceEpochs = 0 }
}
