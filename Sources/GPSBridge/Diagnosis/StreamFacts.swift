public import GNSS

/// Facts about the bytes that come from a receiver.
public struct StreamFacts: Sendable, Hashable {
  /// Binary formats that can be recognized.
  public typealias Format = BinaryProtocol

  /// How long they have been listened to.
  public var listened: Duration?
  /// How many come each second.
  public var bytesPerSecond = ReceiverFacts.Fact<Double>.unknown
  /// Sentences that were read.
  public var sentences = ReceiverFacts.Fact<Int>.unknown
  /// Sentences whose checksum is wrong.
  public var badChecksums = ReceiverFacts.Fact<Int>.unknown
  /// The types of which every sentence has a wrong checksum, while those of other types are right.
  public var failingTypes: [FailingTypes.Entry] = []
  /// Sentences that began and have no end.
  public var cutSentences = ReceiverFacts.Fact<Int>.unknown
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
    listened = time
    if time > .zero { bytesPerSecond = .known(Double(counts.bytes) / (time / .seconds(1))) }
    sentences = .known(counts.sentences)
    badChecksums = .known(counts.badChecksums)
    failingTypes = counts.failingTypes.always
    cutSentences = .known(counts.cutSentences)
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
    listened = time
    let bytes = isSilent ? 0 : counts.bytes - start.bytes
    if time > .zero { bytesPerSecond = .known(Double(bytes) / (time / .seconds(1))) }
    sentences = .known(counts.sentences - start.sentences)
    messages = .known(counts.messages - start.messages)
    badChecksums = .known(counts.badChecksums - start.badChecksums)
    if counts.badChecksums > start.badChecksums {
      failingTypes = counts.failingTypes.since(start.failingTypes).always
    }
    cutSentences = .known(counts.cutSentences - start.cutSentences)
    lostBytes = .known(counts.junkBytes + counts.refusedBytes - start.junkBytes - start.refusedBytes)
    epochs = .known(counts.epochs - start.epochs)
  }

  /// Bytes that are no damage: opening in mid-sentence, or at a wrong speed, always costs some.
  private static let harmless = 200.0

  /// The broken part of all sentences, or of all bytes if that is more; nil if no sentence came.
  ///
  /// While no sentence is broken, the other bytes belong to an unknown format and do not count.
  var brokenPart: Double? {
    guard case .known(let sentences) = sentences, case .known(let badChecksums) = badChecksums else {
      return nil
    }
    // Their sender is to blame, not the line.
    let explained = failingTypes.reduce(0) { $0 + $1.count }
    var broken = max(0, badChecksums - explained)
    if case .known(let cut) = cutSentences { broken += cut }
    guard sentences + broken > 0 else { return nil }
    let part = Double(broken) / Double(sentences + broken)
    guard broken > 0, case .known(let lostBytes) = lostBytes, case .known(let rate) = bytesPerSecond,
      let listened
    else { return part }
    let bytes = rate * (listened / .seconds(1))
    if explained > 0 { return part }
    return bytes > 0 ? max(part, min(1, (Double(lostBytes) - Self.harmless) / bytes)) : part
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
