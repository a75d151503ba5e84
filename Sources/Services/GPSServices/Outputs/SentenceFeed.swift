internal import GNSS
internal import GPSBase
internal import GPSBridge
internal import GPSFormats

/// The sentences that a receiver sent since its last epoch.
struct ReceivedSentences: Sendable {
  /// The outcome of an epoch in the receiver's own sentences.
  enum Spoken: Sendable {
    case sentences([[UInt8]])
    /// The receiver reports positions in another protocol.
    case nothing
    /// We have not listened for a whole epoch yet.
    case unknown
  }

  private var waiting: [[UInt8]] = []
  private var size = 0
  private var isWhole = false
  @StoredInstantIfAny private var lastPosition: ContinuousClock.Instant?

  /// The number of bytes kept per epoch; sentences beyond it are dropped.
  private static let most = 65_536
  /// The time after a receiver's own position sentence during which we do not generate sentences.
  private static let memory = Duration.seconds(5)
  private static let positions: Set<String> = ["RMC", "GGA", "GNS", "GLL", "PUBX"]

  /// Creates an empty list; reception starts in the middle of an epoch.
  init() {}

  mutating func add(_ sentence: ReceivedSentence) {
    if Self.positions.contains(Self.name(of: sentence.bytes)) { lastPosition = sentence.received }
    guard size + sentence.bytes.count <= Self.most else { return }
    waiting.append(sentence.bytes)
    size += sentence.bytes.count + 2
  }

  mutating func takeEpoch(at now: ContinuousClock.Instant) -> Spoken {
    defer { isWhole = true }
    let sentences = waiting
    forget()
    if let lastPosition, lastPosition.duration(to: now) < Self.memory { return .sentences(sentences) }
    return isWhole ? .nothing : .unknown
  }

  /// Drops the pending sentences of an unfinished epoch, which would be sent as new.
  mutating func forget() { (waiting, size) = ([], 0) }

  /// The sentence's name: the three letters after its talker, or a vendor's whole tag.
  static func name(of sentence: [UInt8]) -> String {
    let tag = sentence.dropFirst().prefix { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "*") }
    return String(decoding: tag.first == UInt8(ascii: "P") ? tag : tag.suffix(3), as: UTF8.self)
  }
}

/// Chooses an output's sentences for each epoch: the receiver's own, or generated from the fix.
struct SentenceFeed: Sendable {
  private let filter: SentenceFilter
  private let cell: CoarseCell?
  private var writer: NMEAEpochWriter
  private var pace: Pace?
  /// Limits epochs without a fix to one per second.
  private var voidPace = Pace(rate: 1)

  /// - Parameters:
  ///   - filter: The output's choice of sentences.
  ///   - cell: The cell size for coarse positions at all outputs.
  init(_ filter: SentenceFilter, coarse cell: CoarseCell? = nil) {
    self.filter = filter
    self.cell = [filter.cell, cell].compactMap(\.self).max { $0.meters < $1.meters }
    writer = NMEAEpochWriter(filter.kinds, talker: filter.talker)
    pace = filter.rate.map { Pace(rate: $0) }
  }

  /// Whether to send the receiver's own sentences; they would reveal too much at a coarse output.
  var wantsReceived: Bool { !filter.fromFixes && cell == nil }

  /// Returns the sentences of an epoch; empty if the epoch is skipped.
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

  func silence() -> SentenceBatch { writer.silence() }

  private mutating func takes(_ now: ContinuousClock.Instant) -> Bool { pace?.takes(at: now) ?? true }

  private func batch(of sentences: [[UInt8]]) -> SentenceBatch {
    var batch = SentenceBatch()
    for sentence in sentences where filter.only?.contains(ReceivedSentences.name(of: sentence)) ?? true {
      batch.add(sentence + [0x0D, 0x0A])
    }
    return batch
  }
}

/// Limits the number of epochs per second.
struct Pace: Sendable {
  private let interval: Duration
  @StoredInstantIfAny private var due: ContinuousClock.Instant?

  /// - Parameter rate: The maximum number per second.
  init(rate: Double) { interval = .seconds(1 / rate) }

  /// Whether to send the current epoch.
  mutating func takes(at now: ContinuousClock.Instant) -> Bool {
    // Accept an epoch that is slightly early: the next one would be a whole interval late.
    guard let due, now + interval * 0.05 < due else {
      let next = (self.due ?? now) + interval
      self.due = next > now ? next : now + interval
      return true
    }
    return false
  }
}
