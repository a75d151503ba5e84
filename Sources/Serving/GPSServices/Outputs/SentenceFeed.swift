internal import GNSS
internal import GPSBridge
internal import GPSFormats

/// The sentences of a receiver since its last epoch, as it said them.
struct ReceivedSentences: Sendable {
  /// What a receiver has said in its own sentences.
  enum Spoken: Sendable {
    /// These, in an epoch.
    case sentences([[UInt8]])
    /// It tells positions in another language.
    case nothing
    /// Nobody has listened for a whole epoch.
    case unknown
  }

  private var waiting: [[UInt8]] = []
  private var size = 0
  private var isWhole = false
  private var lastPosition: ContinuousClock.Instant?

  /// So many bytes of an epoch are kept: a receiver that says more has none.
  private static let most = 65_536
  /// A receiver that told its position in a sentence within this time does not want another one to tell it.
  private static let memory = Duration.seconds(5)
  private static let positions: Set<String> = ["RMC", "GGA", "GNS", "GLL", "PUBX"]

  /// Nothing was heard so far; listening begins in the middle of something.
  init() {}

  mutating func add(_ sentence: ReceivedSentence) {
    if Self.positions.contains(Self.name(of: sentence.bytes)) { lastPosition = sentence.received }
    guard size + sentence.bytes.count <= Self.most else { return }
    waiting.append(sentence.bytes)
    size += sentence.bytes.count + 2
  }

  /// An epoch has ended: takes its sentences.
  mutating func takeEpoch(at now: ContinuousClock.Instant) -> Spoken {
    defer { isWhole = true }
    let sentences = waiting
    forget()
    if let lastPosition, lastPosition.duration(to: now) < Self.memory { return .sentences(sentences) }
    return isWhole ? .nothing : .unknown
  }

  /// Throws away what waits: the rest of an epoch that never ended would be told as new.
  mutating func forget() { (waiting, size) = ([], 0) }

  /// The name of a sentence: the three letters behind its talker, or all of a vendor's tag.
  static func name(of sentence: [UInt8]) -> String {
    let tag = sentence.dropFirst().prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "*") }
    return String(decoding: tag.first == UInt8(ascii: "P") ? tag : tag.suffix(3), as: UTF8.self)
  }
}

/// Decides what an output is told of each epoch: the receiver's own sentences, or such as are made of the fix.
struct SentenceFeed: Sendable {
  private let wishes: SentenceWishes
  private let cell: CoarseCell?
  private var writer: NMEAEpochWriter
  private var pace: Pace?
  /// An epoch without a fix is told once a second.
  private var voidPace = Pace(rate: 1)

  /// - Parameters:
  ///   - wishes: What the output wants.
  ///   - cell: How coarse positions are at all outputs.
  init(_ wishes: SentenceWishes, coarse cell: CoarseCell? = nil) {
    self.wishes = wishes
    self.cell = [wishes.cell, cell].compactMap(\.self).max { $0.meters < $1.meters }
    writer = NMEAEpochWriter(wishes.kinds, talker: wishes.talker)
    pace = wishes.rate.map { Pace(rate: $0) }
  }

  /// Whether the receiver's own sentences may be told; those of a coarse output would tell more than it may.
  var wantsReceived: Bool { !wishes.fromFixes && cell == nil }

  /// The sentences of an epoch; none if this one is left out.
  mutating func epoch(
    _ epoch: Epoch, _ spoken: ReceivedSentences.Spoken, at now: ContinuousClock.Instant
  ) -> SentenceBatch {
    if wantsReceived {
      switch spoken {
      case .sentences(let sentences): return takes(now) ? batch(of: sentences) : SentenceBatch()
      case .unknown: return SentenceBatch()
      case .nothing: break
      }
    }
    guard !epoch.fix.isUnreported else { return SentenceBatch() }
    let told = epoch.fix.forGPSD(isSuspect: !epoch.isPresentable)
    guard told.isValid else {
      return voidPace.takes(at: now) ? writer.epoch(cell?.coarsened(told) ?? told) : SentenceBatch()
    }
    guard takes(now) else { return SentenceBatch() }
    return writer.epoch(cell?.coarsened(told) ?? told)
  }

  /// The sentences that say that there is no fix.
  func silence() -> SentenceBatch { writer.silence() }

  private mutating func takes(_ now: ContinuousClock.Instant) -> Bool { pace?.takes(at: now) ?? true }

  private func batch(of sentences: [[UInt8]]) -> SentenceBatch {
    var batch = SentenceBatch()
    for sentence in sentences where wishes.only?.contains(ReceivedSentences.name(of: sentence)) ?? true {
      batch.add(sentence + [0x0D, 0x0A])
    }
    return batch
  }
}

/// Lets so many of a second's epochs through.
struct Pace: Sendable {
  private let interval: Duration
  private var due: ContinuousClock.Instant?

  /// - Parameter rate: How many a second at most.
  init(rate: Double) { interval = .seconds(1 / rate) }

  /// Whether the epoch that is there now is let through.
  mutating func takes(at now: ContinuousClock.Instant) -> Bool {
    // An epoch may come a little early; the next one would come late by all of its interval.
    guard let due, now + interval * 0.05 < due else {
      let next = (self.due ?? now) + interval
      self.due = next > now ? next : now + interval
      return true
    }
    return false
  }
}
