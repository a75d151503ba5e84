internal import GNSS
internal import UBX

/// A receiver's settings, as far as its answers, its behavior and its identity show them.
struct SettingKnowledge: Sendable {
  private let givenDialect: ReceiverDialect?
  private let ports: PortMemory
  private var recognizer: DialectRecognizer
  /// The key of the current device.
  private var device: String?
  /// Whether anything complete arrived since the device was opened.
  private(set) var isHeard = false
  /// The values that the receiver last confirmed.
  private(set) var values = SettingValues()
  private(set) var observation = DeviceObservation()
  /// The receiver's identity, once it was reported since the device was opened.
  var identity: ReceiverIdentity?
  /// Whether the receiver was asked for UBX since the device was opened; one without UBX is asked only once.
  var isAskedForUBX: Bool

  init(_ options: ReceiverOptions) {
    givenDialect = options.dialect
    isAskedForUBX = options.dialect != nil
    ports = options.ports
    recognizer = DialectRecognizer(options.dialect)
  }

  // MARK: - Lookup

  /// The dialect whose commands the receiver understands; nil while unknown.
  var dialect: ReceiverDialect? { recognizer.dialect }

  /// The last confirmed rate.
  var rate: UpdateRate? {
    if case .updateRate(let rate) = values[.updateRate] { rate } else { nil }
  }

  /// Whether the receiver behaves as if a setting had this value.
  func shows(_ value: SettingValue) -> Bool {
    dialect.map { observation.shows(value, in: $0) } ?? false
  }

  /// Whether sentences arrive at the rate that a value requests, even if the times in them do not show it.
  func sends(_ value: SettingValue) -> Bool {
    if case .updateRate(let rate) = value { observation.bursts.resembles(rate) } else { false }
  }

  /// The observed value of a setting as text.
  func found(_ kind: SettingKind) -> String { observation.found(kind) }

  /// How long a change takes to show, at the slower of the old and the new rate.
  func timeToSee(_ work: ReceiverRequest.Work) -> Duration {
    guard case .set(let value) = work else { return SettingExchange.answerTime }
    var interval = rate?.interval ?? .seconds(1)
    if case .updateRate(let rate) = value { interval = max(interval, rate.interval) }
    let time = SettingExchange.answerTime + interval * observation.epochsToSee(value.kind)
    return min(time, SettingExchange.longestLook)
  }

  // MARK: - Updates

  /// Starts over for an opened device; returns true if it is a different device.
  mutating func opened(_ key: String) -> Bool {
    isHeard = false
    observation = DeviceObservation()
    // A different device may have been plugged in at the same place.
    identity = nil
    isAskedForUBX = givenDialect != nil
    guard device != key else { return false }
    device = key
    recognizer = DialectRecognizer(givenDialect)
    return true
  }

  /// Restores the dialect that the device at this place had in an earlier run, if it answers no queries.
  ///
  /// Some receivers never show their dialect. Later evidence from this receiver overrules the stored dialect.
  mutating func recallDialect() -> ReceiverDialect? {
    guard dialect == nil, let remembered = device.flatMap({ ports.dialect(at: $0) }) else { return nil }
    recognizer = DialectRecognizer(remembered: remembered)
    return remembered
  }

  /// Handles a complete sentence; returns the dialect if it changed, and all reports in the sentence.
  mutating func hear(
    _ bytes: [UInt8], at now: ContinuousClock.Instant
  ) -> (dialect: ReceiverDialect?, reports: [DeviceReport]) {
    observation.take(bytes, at: now)
    isHeard = true
    guard let sentence = SpokenSentence(bytes) else { return (nil, []) }
    let isNews = recognizer.take(sentence)
    return (isNews ? dialect : nil, DeviceReport.reports(in: sentence))
  }

  /// Handles what was decoded at the current line speed; returns the dialect if it changed.
  mutating func hear(_ evidence: SpeedEvidence) -> ReceiverDialect? {
    observation.languages.take(evidence)
    // A single message may be a coincidence.
    guard evidence.messages > 1, let spoken = evidence.spoken else { return nil }
    isHeard = true
    return recognizer.take(spoken) ? dialect : nil
  }

  /// The message protocol that the receiver uses instead of sentences; nil for sentences, and for UBX.
  var tongue: BinaryProtocol? { observation.languages.tongue }

  /// Handles a complete message; returns the dialect if it changed.
  mutating func hear(_ message: Message) -> ReceiverDialect? {
    isHeard = true
    guard case .monVER(let answer) = message, let identity = ReceiverIdentity(ReceiverVersions(answer)),
      recognizer.takeUBX()
    else { return nil }
    // The port and the serial number have to be queried again.
    if self.identity?.versions != identity.versions { self.identity = nil }
    return dialect
  }

  /// Stores a value that the receiver confirmed by an answer or by its behavior; returns true if it is new.
  mutating func learn(_ value: SettingValue) -> Bool {
    guard values[value.kind] != value else { return false }
    values[value.kind] = value
    return true
  }

  /// Learns settings from the receiver's behavior, including changes by other programs.
  ///
  /// The setting that we are changing now is excluded: it has its own proof.
  mutating func endEpoch(
    _ fix: Fix, at now: ContinuousClock.Instant, besides changing: SettingKind?
  ) -> [SettingValue] {
    observation.take(fix, at: now)
    var seen: [SettingValue] = []
    if let rate = observation.pace.rate { seen.append(.updateRate(rate)) }
    if let sentences = observation.sentences.settled { seen.append(.enabledSentences(sentences)) }
    // Only CASIC receivers report systems without satellites.
    if dialect == .casic, let systems = observation.systems.settled { seen.append(.constellations(systems)) }
    var news: [SettingValue] = []
    for value in seen where value.kind != changing {
      if let known = values[value.kind], known.resembles(value) { continue }
      if learn(value) { news.append(value) }
    }
    return news
  }

  /// Discards what was observed about a setting that is being or was changed.
  mutating func doubt(_ kind: SettingKind) { observation.doubt(kind) }

  /// Discards observations after the receiver carried out a MediaTek command with this number.
  mutating func doubt(command: Int) {
    switch command {
    case 220, 300: doubt(.updateRate)
    case 314: doubt(.enabledSentences)
    default: break
    }
  }
}

/// At most one value for each setting; the list is short enough for linear search.
struct SettingValues: Sendable {
  private var values: [SettingValue] = []

  subscript(kind: SettingKind) -> SettingValue? {
    get { values.first { $0.kind == kind } }
    set {
      values.removeAll { $0.kind == kind }
      if let newValue { values.append(newValue) }
    }
  }
}
