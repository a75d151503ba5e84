public import GNSS

/// Facts about the bytes that come from a receiver.
public struct StreamFacts: Sendable, Hashable {
  /// Binary formats that can be recognized.
  public typealias Format = BinaryProtocol

  /// How long they have been listened to.
  public var listened = ReceiverFacts.Fact<Duration>.unknown
  /// How many come each second.
  public var bytesPerSecond = ReceiverFacts.Fact<Double>.unknown
  /// Sentences that were read.
  public var sentences = ReceiverFacts.Fact<Int>.unknown
  /// Sentences and messages whose checksum is wrong.
  public var badChecksums = ReceiverFacts.Fact<Int>.unknown
  /// The types of which every sentence has a wrong checksum, while those of other types are right.
  public var failingTypes: [FailingTypes.Entry] = []
  /// Sentences that began and have no end.
  public var cutSentences = ReceiverFacts.Fact<Int>.unknown
  /// Sentences that would be right with bit 7 of each byte cleared.
  public var sevenBitSentences = ReceiverFacts.Fact<Int>.unknown
  /// Bytes of damaged and of cut sentences, and of what lay between them.
  public var lostBytes = ReceiverFacts.Fact<Int>.unknown
  /// Messages of binary protocols that were read.
  public var messages = ReceiverFacts.Fact<Int>.unknown
  /// Epochs that came out of them, with or without a fix.
  public var epochs = ReceiverFacts.Fact<Int>.unknown
  /// Binary formats that were recognised.
  public var formats: Set<Format> = []
  /// Commands for modems that came back from the line, as `AT+GCAP`.
  public var modemCommands = ReceiverFacts.Fact<Int>.unknown

  /// Nothing known.
  public init() {}

  /// Takes the counts of a stretch of listening.
  public init(_ counts: StreamCounts, over time: Duration) {
    listened = .known(time)
    if time > .zero { bytesPerSecond = .known(Double(counts.bytes) / (time / .seconds(1))) }
    sentences = .known(counts.sentences)
    badChecksums = .known(counts.badChecksums)
    failingTypes = counts.failingTypes.always
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

  /// Takes the counts of a receiver since it was opened, or since it fell silent.
  init(_ counts: StreamTotals, since start: StreamTotals, over time: Duration, isSilent: Bool) {
    listened = .known(time)
    let bytes = isSilent ? 0 : counts.bytes - start.bytes
    if time > .zero { bytesPerSecond = .known(Double(bytes) / (time / .seconds(1))) }
    sentences = .known(counts.sentences - start.sentences)
    messages = .known(counts.messages - start.messages)
    badChecksums = .known(counts.badChecksums - start.badChecksums)
    if counts.badChecksums > start.badChecksums {
      failingTypes = counts.failingTypes.since(start.failingTypes).always
    }
    cutSentences = .known(counts.cutSentences - start.cutSentences)
    sevenBitSentences = .known(counts.sevenBitSentences - start.sevenBitSentences)
    lostBytes = .known(counts.junkBytes + counts.refusedBytes - start.junkBytes - start.refusedBytes)
    epochs = .known(counts.epochs - start.epochs)
  }

  /// Bytes that are no damage: opening in mid-sentence, or at a wrong speed, always costs some.
  static let harmless = 200.0
  /// So many broken sentences show that the other bytes are damage, too, and not a log's own text or another format.
  private static let fewestBroken = 3

  /// Sentences and messages that the line has broken; nil if none came.
  private var broken: Int? {
    guard case .known(let sentences) = sentences, case .known(let badChecksums) = badChecksums else {
      return nil
    }
    // Their sender is to blame, not the line.
    var broken = max(0, badChecksums - explained)
    if case .known(let cut) = cutSentences { broken += cut }
    return sentences + (messages.value ?? 0) + broken > 0 ? broken : nil
  }

  /// Wrong checksums of types of which every sentence has one.
  private var explained: Int { failingTypes.reduce(0) { $0 + $1.count } }

  /// The broken part of all sentences and messages; nil if none came.
  var brokenPart: Double? {
    guard let broken, case .known(let sentences) = sentences else { return nil }
    return Double(broken) / Double(sentences + (messages.value ?? 0) + broken)
  }

  /// The part of all bytes that belongs to no whole sentence; nil unless several sentences are broken.
  var lostPart: Double? {
    guard let broken, broken >= Self.fewestBroken, explained == 0, case .known(let lostBytes) = lostBytes,
      case .known(let rate) = bytesPerSecond, case .known(let listened) = listened
    else { return nil }
    let bytes = rate * (listened / .seconds(1))
    return bytes > 0 ? min(1, (Double(lostBytes) - Self.harmless) / bytes) : nil
  }

  /// How many sentences have a wrong checksum, where no sentence has a right one and no message came; nil otherwise.
  ///
  /// Their frames are whole, so the speed is right: at a wrong one no sentence begins and ends.
  var onlyBadChecksums: Int? {
    guard case .known(let bad) = badChecksums, bad >= 8, !sentences.isAtLeast(1), !messages.isAtLeast(1)
    else {
      return nil
    }
    return bad
  }

  /// Whether sentences, or messages with epochs, were read.
  var isUnderstood: Bool {
    sentences.isAtLeast(1) || messages.isAtLeast(1) && epochs.isAtLeast(1)
  }
}
