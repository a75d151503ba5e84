internal import GNSS
internal import GPSBase
internal import UBX

/// The knowledge about a receiver, with the settings that are on trial or have to be restored.
///
/// Its answers, its behavior and its identity show its settings. Values that only an answer confirms are
/// observed during later requests (``SettingTrials``), values that it may have lost are restored
/// (``RestoringPlan``), and its navigation data is kept over a restart (``WarmStart``).
struct SettingKnowledge: ~Copyable, Sendable {
  typealias Action = SettingExchange.Action
  typealias Instant = ContinuousClock.Instant

  /// The longest time to wait until a change shows, however slow the receiver is.
  static let longestLook = Duration.seconds(120)

  private let givenDialect: ReceiverDialect?
  private let ports: PortMemory
  private var recognizer: DialectRecognizer
  /// The key of the current device.
  private var device: String?
  /// Whether anything complete arrived since the device was opened.
  private(set) var isHeard = false
  /// Whether the receiver was asked for UBX since the device was opened; one without UBX is asked only once.
  private var isAskedForUBX: Bool
  /// The receiver's identity, once it was reported since the device was opened.
  private(set) var identity: ReceiverIdentity?
  private(set) var line = LineCondition.preparing
  /// The speed of the line when it was last ready since the device was opened.
  private(set) var lineSpeed: LineCondition.LineSpeed?
  /// The values that the receiver last confirmed.
  private(set) var values = SettingValues()
  /// The speed among these values; stored, because it is compared at each sentence.
  private var knownSpeed: Int?
  private(set) var observation = DeviceObservation()
  /// Values that only an answer confirmed, which are being watched.
  private var trials = SettingTrials()
  /// Whether settings are restored even without a profile.
  private let restores: Bool
  /// The settings that a receiver may have lost.
  private(set) var restoring: RestoringPlan
  /// The warm start, which stores and restores navigation data; nil if none is kept.
  private(set) var warmStart: WarmStart?
  /// Whether there is one; stored, because comparing it with nil copies it.
  let keepsMemory: Bool

  init(_ options: ReceiverOptions) {
    givenDialect = options.dialect
    isAskedForUBX = options.dialect != nil
    ports = options.ports
    recognizer = DialectRecognizer(options.dialect)
    restores = options.restoresSettings
    restoring = RestoringPlan(options.profile)
    warmStart = options.keepsMemory.map { _ in WarmStart() }
    keepsMemory = options.keepsMemory != nil
  }

  // MARK: - Lookup

  /// The dialect whose commands the receiver understands; nil while unknown.
  var dialect: ReceiverDialect? { recognizer.dialect }
  /// Whether the dialect is final: we also ask a u-blox whether it supports UBX.
  var isDialectFinal: Bool { dialect.map { $0 != .uBlox || isAskedForUBX } ?? false }
  /// The current means to change settings.
  var means: SettingMeans { SettingMeans(dialect: dialect, line: line, identity: identity) }
  /// The message protocol that the receiver uses instead of sentences; nil for sentences, and for UBX.
  var tongue: BinaryProtocol? { observation.languages.tongue }

  /// Whether the receiver is a u-blox that answers polls, or may be one that we have not asked yet.
  var canAsk: Bool {
    guard isHeard, case .ready = line else { return false }
    return dialect == .ubx || (dialect == nil || dialect == .uBlox) && !isAskedForUBX
  }

  /// The interval of epochs at the last confirmed rate.
  var interval: Duration {
    values[.updateRate]?[.updateRate]?.interval ?? .seconds(1)
  }

  /// Whether the receiver behaves as if a setting had this value.
  func shows(_ value: SettingValue) -> Bool {
    dialect.map { observation.shows(value, in: $0) } ?? false
  }

  /// How long a change takes to show, at the slower of the old and the new rate.
  func timeToSee(_ work: ReceiverRequest.Work) -> Duration {
    guard case .set(let value) = work else { return RequestRun.answerTime }
    var interval = interval
    if let rate = value[.updateRate] { interval = max(interval, rate.interval) }
    let time = RequestRun.answerTime + interval * observation.epochsToSee(value.kind)
    return min(time, Self.longestLook)
  }

  // MARK: - The device and its line

  /// Starts over for an opened device, which may be a different one; returns the outcomes of trials.
  mutating func opened(_ key: String, profile: [SettingValue], at now: Instant) -> [Action] {
    isHeard = false
    observation = DeviceObservation()
    // A different device may have been plugged in at the same place.
    identity = nil
    isAskedForUBX = givenDialect != nil
    if device != key { recognizer = DialectRecognizer(givenDialect) }
    restoring.begin(profile, isAnother: device != key)
    device = key
    // The old condition belongs to the previous opening.
    (line, lineSpeed) = (.preparing, nil)
    restoring.ask(isCertain: true, at: now)
    warmStart?.opened(at: now)
    return trials.endAll()
  }

  /// Updates the line condition; returns true if the line is ready at another speed than before.
  mutating func follow(_ line: LineCondition) -> Bool {
    self.line = line
    guard case .ready(let speed) = line else { return false }
    defer { lineSpeed = speed }
    return lineSpeed != nil && lineSpeed != speed
  }

  /// Notes that the line goes back to a speed, before the next request reads it: we change it ourselves.
  mutating func returned(to speed: Int) { (line, lineSpeed) = (.ready(.found(speed)), .found(speed)) }

  /// The receiver has restarted, or may have.
  mutating func restarted(isCertain: Bool, at now: Instant) { restoring.ask(isCertain: isCertain, at: now) }

  /// The receiver sent its startup message unprompted.
  mutating func greeted(at now: Instant) {
    restoring.ask(isCertain: false, at: now)
    warmStart?.greeted(at: now)
  }

  // MARK: - What arrives

  mutating func hear(_ sentence: ArrivedSentence, at now: Instant) -> [Action] {
    observation.take(sentence, at: now)
    isHeard = true
    return sentence.spoken.map { news(recognizer.take($0)) } ?? []
  }

  /// Handles what was decoded at the current line speed.
  mutating func hear(_ evidence: SpeedEvidence) -> [Action] {
    observation.languages.take(evidence)
    // A single message may be a coincidence.
    guard evidence.messages > 1, let spoken = evidence.spoken else { return [] }
    isHeard = true
    return news(recognizer.take(spoken))
  }

  mutating func hear(_ message: Message) -> [Action] {
    isHeard = true
    guard case .monVER(let answer) = message, let identity = ReceiverIdentity(ReceiverVersions(answer)),
      recognizer.takeUBX()
    else { return [] }
    // The port and the serial number have to be queried again.
    if self.identity?.versions != identity.versions { self.identity = nil }
    return news(true)
  }

  /// Reports the dialect if it has changed.
  private func news(_ isChanged: Bool) -> [Action] {
    isChanged ? dialect.map { [.tell(.dialect($0))] } ?? [] : []
  }

  /// Learns settings from the receiver's behavior, including changes by other programs.
  ///
  /// The setting that we are changing now is excluded: it has its own proof.
  mutating func endEpoch(_ fix: Fix, at now: Instant, besides changing: SettingKind?) -> [Action] {
    observation.take(fix, at: now)
    var news: [Action] = []
    if let rate = observation.pace.rate { news += observed(.updateRate, rate, besides: changing) }
    if let sentences = observation.sentences.settled {
      news += observed(.enabledSentences, sentences, besides: changing)
    }
    // Only CASIC receivers report systems without satellites.
    if dialect == .casic, let systems = observation.systems.settled {
      news += observed(.constellations, systems, besides: changing)
    }
    if !trials.isEmpty { news += trials.endEpoch(values, observation.bursts.shows) }
    if keepsMemory { warmStart?.epochEnded(fix, at: now) }
    return news
  }

  private mutating func observed(
    _ kind: SettingKind, _ content: some SettingContent, besides changing: SettingKind?
  ) -> [Action] {
    guard kind != changing, values[kind].map({ content.resembles($0.content) }) != true else { return [] }
    return learn(SettingValue(kind, content))
  }

  // MARK: - Requests

  /// A request for a setting starts: its earlier value is no longer observed.
  mutating func starts(_ work: ReceiverRequest.Work) {
    if case .set(let value) = work { trials.drop(value.kind) }
  }

  /// A request's command is about to be written.
  mutating func sends(_ work: ReceiverRequest.Work) {
    switch work {
    case .set(let value): observation.doubt(value.kind)
    // A factory reset drops our settings as well, even if it is never confirmed.
    case .restart(.factory): restoring.forgetAll()
    default: break
    }
  }

  /// Stores a value that the receiver confirmed by an answer or by its behavior.
  mutating func learn(_ value: SettingValue) -> [Action] {
    guard values[value.kind] != value else { return [] }
    values[value.kind] = value
    if let speed = value[.baudRate] { knownSpeed = speed }
    return [.tell(.setting(value))]
  }

  /// Stores the speed of a line on which something complete arrived.
  mutating func learnSpeed() -> [Action] {
    switch line {
    case .ready(.found(let speed)), .ready(.fixed(let speed)):
      speed == knownSpeed ? [] : learn(Setting.baudRate(speed))
    case .ready(.meaningless), .preparing, .unusable: []
    }
  }

  /// Stores the findings of a talk that has ended.
  mutating func learn(from talk: any ReceiverTalk, about work: ReceiverRequest.Work) -> [Action] {
    switch talk {
    case let talk as IdentityTalk:
      identity = talk.identity
      if let identity { warmStart?.identified(identity) }
    case let talk as SettingTalk:
      guard let identity else { break }
      return work.kinds.flatMap { kind in
        kind.setting.value(in: talk.outcome.readings, of: identity).map { learn($0) } ?? []
      }
    case let talk as MemoryTalk: if work == .give { warmStart?.gave(talk) } else { warmStart?.took(talk) }
    default: break
    }
    return []
  }

  /// Stores a value that a request has set, and how it was confirmed.
  mutating func confirmed(
    _ value: SettingValue, _ proof: SettingProof, isNews: Bool, isRestoring: Bool, at now: Instant
  ) -> [Action] {
    let before = interval
    if isNews { observation.doubt(value.kind) }
    let news = learn(value)
    guard !isRestoring else {
      // A setting reported as missing is reported as restored, even if that took no command.
      return restoring.isBack(value.kind) || isNews ? news + [.tell(.settingRestored(value))] : news
    }
    restoring.keep(value)
    // A receiver that ignores its own answer continues at the old rate.
    return news + [.report(trials.confirm(value, proof, at: max(before, interval), now))]
  }

  /// Notes that a setting could not be restored.
  mutating func missed(_ value: SettingValue, _ error: LocationError) -> [Action] {
    restoring.miss(value.kind)
    return [.tell(.settingNotRestored(value, error))]
  }

  /// Discards observations after the receiver carried out a command of another program.
  mutating func doubt(command: Int) { observation.doubt(command: command) }

  /// The receiver did not answer in UBX, so the dialect of an earlier run at this place applies, if any.
  ///
  /// Some receivers never show their dialect. Later evidence from this receiver overrules the stored dialect.
  mutating func wasSilentInUBX() -> [Action] {
    isAskedForUBX = true
    guard dialect == nil, let remembered = device.flatMap({ ports.dialect(at: $0) }) else { return [] }
    recognizer = DialectRecognizer(remembered: remembered)
    return news(true)
  }

  // MARK: - Time

  var trialsDue: Moment? { trials.nextDue }
  /// When the warm start must continue.
  var warmStartDue: Moment? { keepsMemory ? warmStart?.$due : nil }

  /// Advances the time; returns the outcomes of trials.
  mutating func advance(to now: Instant) -> [Action] {
    trials.advance(to: now, values, observation.bursts.shows)
  }

  /// The settings that the receiver may have lost, once it can accept them.
  mutating func takeLostSettings(at now: Instant) -> [SettingValue] {
    guard restoring.isDue, restores || restoring.hasProfile, isHeard, dialect != nil || restoring.hasProfile,
      case .ready(let speed) = line
    else { return [] }
    return restoring.take(at: now).filter { value in
      // A correct line speed needs no command.
      value[.baudRate].map { speed != .found($0) } ?? true
    }
  }

  // MARK: - Navigation data

  /// The next request for a receiver's navigation data, while it can be asked.
  mutating func nextMemoryRequest(at now: Instant) -> ReceiverRequest.Work? {
    guard keepsMemory, canAsk, case .ready(let speed) = line else { return nil }
    // On the receiver's USB port, the line speed has no effect.
    let isOnUSB = identity.map { $0.isPortTold && $0.port == .usb } ?? false
    return warmStart?.takeRequest(isOnUSB ? .meaningless : speed, at: now)
  }

  /// Continues once a receiver's memory has been looked up; `memory` is nil if nothing is stored.
  mutating func recalled(
    _ memory: ReceiverMemory?, of owner: ReceiverMemory.Owner, _ clock: WarmStart.HostTime, at now: Instant
  ) {
    warmStart?.recalled(memory, of: owner, clock, at: now)
  }

  /// Returns the actions of the warm start since the last call.
  mutating func takeMemoryActions() -> [Action] { keepsMemory ? warmStart?.takeActions() ?? [] : [] }
}
