internal import GNSS
internal import UBX

/// The knowledge of a receiver's settings: by its word, by what it does, and by what it says of itself.
struct SettingKnowledge: Sendable {
  private let givenDialect: ReceiverDialect?
  private let ports: PortMemory
  private var recognizer: DialectRecognizer
  /// The key of the device that all this is about.
  private var device: String?
  /// Whether a whole sentence came since the device was opened.
  private(set) var isHeard = false
  /// The values that the receiver last confirmed.
  private(set) var values = SettingValues()
  private(set) var observation = DeviceObservation()
  /// Who the receiver is, once it has told that in this opening.
  var identity: ReceiverIdentity?
  /// Whether it was asked in this opening whether it speaks UBX; who takes only sentences is not asked again.
  var isAskedForUBX: Bool

  init(_ options: ReceiverOptions) {
    givenDialect = options.dialect
    isAskedForUBX = options.dialect != nil
    ports = options.ports
    recognizer = DialectRecognizer(options.dialect)
  }

  // MARK: - Questions

  /// The dialect whose commands the receiver understands; nil while unknown.
  var dialect: ReceiverDialect? { recognizer.dialect }

  /// The rate that was last confirmed.
  var rate: UpdateRate? {
    if case .updateRate(let rate) = values[.updateRate] { rate } else { nil }
  }

  /// Whether the receiver behaves as if a setting had this value.
  func shows(_ value: SettingValue) -> Bool {
    dialect.map { observation.shows(value, in: $0) } ?? false
  }

  /// Whether sentences arrive as a value has them, although the times in them may not say so.
  func sends(_ value: SettingValue) -> Bool {
    if case .updateRate(let rate) = value { observation.bursts.resembles(rate) } else { false }
  }

  /// The observed value of a setting, in words.
  func found(_ kind: SettingKind) -> String { observation.found(kind) }

  /// How long a change takes to be seen, at the slower of the old and the new rate.
  func timeToSee(_ wish: SettingErrand.Wish) -> Duration {
    guard case .set(let value) = wish else { return SettingExchange.answerTime }
    var interval = rate?.interval ?? .seconds(1)
    if case .updateRate(let rate) = value { interval = max(interval, rate.interval) }
    let time = SettingExchange.answerTime + interval * observation.epochsToSee(value.kind)
    return min(time, SettingExchange.longestLook)
  }

  // MARK: - News

  /// A device was opened; whether it is another one than before.
  mutating func opened(_ key: String) -> Bool {
    isHeard = false
    observation = DeviceObservation()
    // Another stick may hang in the same place.
    identity = nil
    isAskedForUBX = givenDialect != nil
    guard device != key else { return false }
    device = key
    recognizer = DialectRecognizer(givenDialect)
    return true
  }

  /// Takes the dialect that the device at this place had in an earlier run, if it does not answer our questions.
  ///
  /// Some receivers never show their dialect. Anything that this one says later overrules it.
  mutating func recallDialect() -> ReceiverDialect? {
    guard dialect == nil, let remembered = device.flatMap({ ports.dialect(at: $0) }) else { return nil }
    recognizer = DialectRecognizer(remembered: remembered)
    return remembered
  }

  /// A whole sentence came; answers the dialect where that is news, and everything that the sentence says of settings.
  mutating func hear(
    _ bytes: [UInt8], at now: ContinuousClock.Instant
  ) -> (dialect: ReceiverDialect?, reports: [DeviceReport]) {
    observation.take(bytes, at: now)
    isHeard = true
    guard let sentence = SpokenSentence(bytes) else { return (nil, []) }
    let isNews = recognizer.take(sentence)
    return (isNews ? dialect : nil, DeviceReport.reports(in: sentence))
  }

  /// This was understood since the line has its speed; answers the dialect where that is news.
  mutating func hear(_ evidence: SpeedEvidence) -> ReceiverDialect? {
    observation.languages.take(evidence)
    // By chance one message may seem to be whole.
    guard evidence.messages > 1, let spoken = evidence.spoken else { return nil }
    isHeard = true
    return recognizer.take(spoken) ? dialect : nil
  }

  /// The language of messages that the receiver speaks instead of sentences; nil for sentences, and for UBX.
  var tongue: BinaryProtocol? { observation.languages.tongue }

  /// A whole message came; answers the dialect where that is news.
  mutating func hear(_ message: Message) -> ReceiverDialect? {
    isHeard = true
    guard case .monVER(let answer) = message, let identity = ReceiverIdentity(ReceiverVersions(answer)),
      recognizer.takeUBX()
    else { return nil }
    // Its port and its number are still to be asked.
    if self.identity?.versions != identity.versions { self.identity = nil }
    return dialect
  }

  /// The receiver has confirmed a value, by its word or by what it does; whether that is news.
  mutating func learn(_ value: SettingValue) -> Bool {
    guard values[value.kind] != value else { return false }
    values[value.kind] = value
    return true
  }

  /// Learns settings from the receiver's behavior, whoever has changed them.
  ///
  /// The setting that we are changing right now is excluded: it has its own proof.
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

  /// Doubts a setting that is being changed, or was: it has to be observed again.
  mutating func doubt(_ kind: SettingKind) { observation.doubt(kind) }

  /// A command of MediaTek's with this number was carried out.
  mutating func doubt(command: Int) {
    switch command {
    case 220, 300: doubt(.updateRate)
    case 314: doubt(.enabledSentences)
    default: break
    }
  }
}

/// One value of each setting at most: a list so short that it is looked through.
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
