internal import GNSS

/// Watches in which language a receiver reports its epochs: in sentences, in its maker's messages, or in both.
struct LanguageWatch: Sendable, Hashable {
  /// So many epochs in sentences alone are believed.
  private static let needed = 2

  /// All that was understood when the last epoch ended.
  private var counted = SpeedEvidence()
  private var latest = SpeedEvidence()
  private var sentenceEpochs = 0
  /// What the last epoch came in, with no sentence beside it; nil for sentences.
  private var tongueOfEpoch: BinaryProtocol?
  /// Whether an epoch has ended since the line has its speed.
  private var hasEpoch = false
  /// The language of messages that came with the last epoch, with sentences or without.
  private(set) var spoken: BinaryProtocol?

  /// Whether epochs come in sentences and in nothing else.
  var isInSentences: Bool { sentenceEpochs >= Self.needed }

  /// The language of messages that is spoken instead of sentences; nil for sentences, and for UBX.
  var tongue: BinaryProtocol? {
    if hasEpoch { return tongueOfEpoch }
    return latest.sentences == 0 && latest.messages > 1 ? latest.spoken : nil
  }

  /// Takes all that was understood since the line has its speed.
  mutating func take(_ evidence: SpeedEvidence) {
    // At another speed it is counted from nothing.
    if evidence.bytes < latest.bytes { (counted, hasEpoch) = (SpeedEvidence(), false) }
    latest = evidence
  }

  /// An epoch is over.
  mutating func endEpoch() {
    let news = latest.since(counted)
    counted = latest
    spoken = news.messages > 0 ? news.spoken : nil
    tongueOfEpoch = news.sentences == 0 ? spoken : nil
    hasEpoch = true
    sentenceEpochs = news.sentences > 0 && news.messages == 0 ? sentenceEpochs + 1 : 0
  }

  /// The language is being changed: it has to show itself anew.
  mutating func doubt() { sentenceEpochs = 0 }
}
