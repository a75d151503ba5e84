public import GNSS

/// Facts about a receiver's data stream.
public struct StreamFacts: Sendable, Hashable {
  /// A binary format that can be recognized.
  public typealias Format = BinaryProtocol

  /// The duration of the measurement.
  public var listened = ReceiverFacts.Fact<Duration>.unknown
  /// The number of bytes per second.
  public var bytesPerSecond = ReceiverFacts.Fact<Double>.unknown
  /// The number of valid sentences.
  public var sentences = ReceiverFacts.Fact<Int>.unknown
  /// The number of sentences and messages with a wrong checksum.
  public var badChecksums = ReceiverFacts.Fact<Int>.unknown
  /// The types whose sentences all have wrong checksums while other types are valid, or all have an invalid field.
  package var failingTypes: [FailingTypes.Entry] = []
  /// The number of sentences that began and never ended.
  public var cutSentences = ReceiverFacts.Fact<Int>.unknown
  /// The number of sentences that would be valid with bit 7 of each byte cleared.
  public var sevenBitSentences = ReceiverFacts.Fact<Int>.unknown
  /// The number of bytes in damaged and cut sentences, and between sentences.
  public var lostBytes = ReceiverFacts.Fact<Int>.unknown
  /// The number of valid messages in binary protocols.
  public var messages = ReceiverFacts.Fact<Int>.unknown
  /// The number of epochs, with or without a fix.
  public var epochs = ReceiverFacts.Fact<Int>.unknown
  /// The binary formats that were recognized.
  public var formats: Set<Format> = []
  /// The number of modem commands that the line echoed, such as `AT+GCAP`.
  public var modemCommands = ReceiverFacts.Fact<Int>.unknown

  /// Creates unknown facts.
  public init() {}

  /// Creates facts from the counts over a period.
  public init(_ counts: StreamCounts, over time: Duration) {
    listened = .known(time)
    if time > .zero { bytesPerSecond = .known(Double(counts.bytes) / (time / .seconds(1))) }
    sentences = .known(counts.sentences)
    badChecksums = .known(counts.badChecksums)
    failingTypes = counts.failingTypes.always + counts.failingTypes.refused
    cutSentences = .known(counts.cutSentences)
    sevenBitSentences = .known(counts.sevenBitSentences)
    lostBytes = .known(counts.junkBytes + counts.refusedBytes)
    messages = .known(counts.readMessages)
    if counts.messages > 0 { formats.insert(.ubx) }
    if counts.sirfMessages > 0 { formats.insert(.sirf) }
    if counts.casicMessages > 0 { formats.insert(.casic) }
    if let stranger = counts.stranger { formats.insert(stranger) }
    if counts.corrections > 0 { formats.insert(.rtcm) }
  }

  /// Creates facts from a receiver's counts since it was opened, or since it fell silent.
  init(_ counts: StreamTotals, since start: StreamTotals, over time: Duration, isSilent: Bool) {
    listened = .known(time)
    let bytes = isSilent ? 0 : counts.bytes - start.bytes
    if time > .zero { bytesPerSecond = .known(Double(bytes) / (time / .seconds(1))) }
    sentences = .known(counts.sentences - start.sentences)
    messages = .known(counts.messages - start.messages)
    badChecksums = .known(counts.badChecksums - start.badChecksums)
    if counts.badChecksums > start.badChecksums || counts.badFields > start.badFields {
      let types = counts.failingTypes.since(start.failingTypes)
      failingTypes = types.always + types.refused
    }
    cutSentences = .known(counts.cutSentences - start.cutSentences)
    sevenBitSentences = .known(counts.sevenBitSentences - start.sevenBitSentences)
    lostBytes = .known(counts.junkBytes + counts.refusedBytes - start.junkBytes - start.refusedBytes)
    epochs = .known(counts.epochs - start.epochs)
  }

  /// The number of lost bytes that is normal after opening in mid-sentence or at a wrong speed.
  static let harmless = 200.0
  /// From this number of damaged sentences on, other bytes are damage, not log text or a different format.
  private static let fewestBroken = 3

  /// The number of sentences and messages that the line damaged; nil if there was no data.
  private var broken: Int? {
    guard case .known(let sentences) = sentences, case .known(let badChecksums) = badChecksums else {
      return nil
    }
    // The sender computes these checksums wrongly; the line is fine.
    var broken = max(0, badChecksums - explained)
    if case .known(let cut) = cutSentences { broken += cut }
    return sentences + (messages.value ?? 0) + broken > 0 ? broken : nil
  }

  /// The number of wrong checksums in types that always fail.
  private var explained: Int { failingTypes.reduce(0) { $0 + ($1.refusal == nil ? $1.count : 0) } }

  /// The fraction of sentences and messages that is damaged; nil if there was no data.
  var brokenPart: Double? {
    guard let broken, case .known(let sentences) = sentences else { return nil }
    return Double(broken) / Double(sentences + (messages.value ?? 0) + broken)
  }

  /// The fraction of bytes outside of complete sentences; nil unless several sentences are damaged.
  var lostPart: Double? {
    guard let broken, broken >= Self.fewestBroken, explained == 0, case .known(let lostBytes) = lostBytes,
      case .known(let rate) = bytesPerSecond, case .known(let listened) = listened
    else { return nil }
    let bytes = rate * (listened / .seconds(1))
    return bytes > 0 ? min(1, (Double(lostBytes) - Self.harmless) / bytes) : nil
  }

  /// The number of sentences with a wrong checksum, if nothing valid arrived; nil otherwise.
  ///
  /// Their frames are complete, so the speed is right: at a wrong speed, no complete sentence arrives.
  var onlyBadChecksums: Int? {
    guard case .known(let bad) = badChecksums, bad >= 8, !sentences.isAtLeast(1), !messages.isAtLeast(1)
    else {
      return nil
    }
    return bad
  }

  /// Whether sentences, or messages with epochs, were decoded.
  var isUnderstood: Bool { sentences.isAtLeast(1) || messages.isAtLeast(1) && epochs.isAtLeast(1) }
}
