internal import GPSBase

/// All decisions of a receiver, without side effects: events go in, actions come out.
///
/// ```
///  idle ─demand─▶ waiting ─present─▶ (open) ─▶ detecting speed ─▶ silent · no fix · fix · lost
///    ▲               ▲  ▲              │                             │
///    └──── linger ───┴──┴── refused ───┴────────── gone ─────────────┘
/// ```
///
/// It reads no clock: it requests timers as actions, and their firing is an input. So its tests never wait.
struct ReceiverMachine: Sendable {
  /// Timers that the engine runs for the machine.
  enum Timer: Sendable, Hashable, CaseIterable { case linger, retry, trial, silence }

  /// Actions for the engine, to perform in order.
  enum Action: Sendable, Hashable {
    case follow, unfollow
    case open(DevicePlace, speed: Int?)
    case close
    case setSpeed(Int)
    case remember(Int, device: String)
    case start(Timer, Duration), stop(Timer)
    case tell(ReceiverEvent.Kind)
    case finish(LocationError)
  }

  enum Phase: Sendable {
    case idle
    /// We watch for the device, but it is not present.
    case absent(LocationError)
    /// The device is present but could not be opened or read; another attempt follows after a pause.
    case refused(DevicePlace, LocationError)
    case opening(DevicePlace)
    case open(OpenDevice)
    case failed(LocationError)
  }

  private let options: ReceiverOptions
  private(set) var phase = Phase.idle { didSet { summary = PhaseSummary(phase, before: state) } }
  private var summary = PhaseSummary(.idle, before: .idle)
  /// Everything decoded at the current speed of the open device.
  private var evidence = SpeedEvidence()
  private(set) var isWanted = false
  /// The pauses after failed openings.
  private var pauses: RetryPauses
  /// The number of reopenings of a silent device since its last byte.
  private var reopenings = 0
  private var actions: [Action] = []
  private(set) var state = ReceiverState.idle

  init(_ options: ReceiverOptions) {
    self.options = options
    pauses = RetryPauses(options.retryPauses)
  }

  /// Returns the actions since the last call.
  mutating func takeActions() -> [Action] {
    noteState()
    guard !actions.isEmpty else { return [] }
    defer { actions = [] }
    return actions
  }

  /// Reports the receiver's state, if it has changed.
  private mutating func noteState() {
    guard summary.state != state else { return }
    state = summary.state
    actions.append(.tell(.state(state)))
  }

  var lineCondition: LineCondition { summary.line }

  // MARK: - Device

  /// The first consumer has come, or the last one has gone.
  mutating func demand(isWanted: Bool) {
    guard self.isWanted != isWanted else { return }
    self.isWanted = isWanted
    switch (phase, isWanted) {
    case (.idle, true):
      phase = .absent(.notLookedFor)
      actions.append(.follow)
    case (.open, true): actions.append(.stop(.linger))
    case (.open, false): actions.append(.start(.linger, options.linger))
    case (.absent, false), (.refused, false): goIdle()
    case (.idle, false), (.absent, true), (.refused, true), (.opening, _), (.failed, _): break
    }
  }

  /// The device is present; `lastGood` is the speed at which it was last read.
  mutating func present(_ place: DevicePlace, lastGood: Int?) {
    switch phase {
    case .absent:
      actions.append(.tell(.attached(place)))
      pauses.succeeded()
      open(place, lastGood: lastGood)
    case .refused(let old, _):
      // Its name or permissions changed, so retry at once.
      guard old != place || pauses.failures > 0 else { return }
      if old != place { actions.append(.tell(.attached(place))) }
      actions.append(.stop(.retry))
      open(place, lastGood: lastGood)
    case .open(let device) where device.place.node != place.node:
      // The kernel never renames an open port, so the old node is dead; its hang-up will follow.
      leave(.disconnected(from: device.place))
      actions.append(.tell(.attached(place)))
      open(place, lastGood: lastGood)
    case .idle, .opening, .open, .failed: break
    }
  }

  /// The device is missing or has disappeared, for the reason in the error.
  mutating func absent(_ error: LocationError) {
    switch phase {
    case .absent: phase = .absent(error)
    case .refused(let place, _):
      actions.append(.stop(.retry))
      actions.append(.tell(.detached(place)))
      phase = .absent(error)
    case .open(let device):
      // The hang-up has not been reported, and will not be, because we close the port here.
      leave(.disconnected(from: device.place))
      actions.append(.tell(.detached(device.place)))
      phase = .absent(error)
    case .opening: phase = .absent(error)
    case .idle, .failed: return
    }
    guard isWanted else { return goIdle() }
    giveUpIfAsked(error)
  }

  mutating func opened(lastGood: Int?) {
    guard case .opening(let place) = phase else { return }
    pauses.succeeded()
    var device = OpenDevice(place: place, listening: .reading(speed: nil))
    switch place.speed {
    case .meaningless: break
    case .fixed(let speed): device.listening = .reading(speed: speed)
    case .unknown:
      let detection = SpeedDetection(lastGood: lastGood, candidates: options.speeds)
      device.listening = .detecting(detection)
      actions.append(.start(.trial, SpeedDetection.trial))
    }
    evidence = SpeedEvidence()
    phase = .open(device)
    actions.append(.tell(.opened(place, speed: speed(of: place, lastGood: lastGood))))
    actions.append(.start(.silence, options.silence))
    if !isWanted { actions.append(.start(.linger, options.linger)) }
  }

  mutating func openFailed(_ error: LocationError) {
    guard case .opening(let place) = phase else { return }
    actions.append(.tell(.openFailed(error)))
    guard isWanted else { return goIdle() }
    refuse(place, error)
    giveUpIfAsked(error)
  }

  /// The stream ended; `error` is nil if it ended without a fault.
  mutating func ended(_ error: LocationError?) {
    guard case .open(let device) = phase else { return }
    let error = error ?? .ended(device.place)
    leave(error)
    guard isWanted else { return goIdle() }
    refuse(device.place, error)
    giveUpIfAsked(error)
  }

  /// Requests opening the device.
  private mutating func open(_ place: DevicePlace, lastGood: Int?) {
    phase = .opening(place)
    actions.append(.open(place, speed: speed(of: place, lastGood: lastGood)))
  }

  private func speed(of place: DevicePlace, lastGood: Int?) -> Int? {
    switch place.speed {
    case .meaningless: nil
    case .fixed(let speed): speed
    case .unknown: SpeedDetection(lastGood: lastGood, candidates: options.speeds).speed
    }
  }

  private mutating func refuse(_ place: DevicePlace, _ error: LocationError) {
    phase = .refused(place, error)
    actions.append(.start(.retry, pauses.next()))
  }

  /// Closes the open device because of an error.
  private mutating func leave(_ error: LocationError) {
    actions += [.stop(.trial), .stop(.silence), .stop(.linger), .close, .tell(.disconnected(error))]
  }

  private mutating func goIdle() {
    actions += [.stop(.retry), .unfollow]
    phase = .idle
  }

  private mutating func giveUpIfAsked(_ error: LocationError) {
    guard options.reconnect == .never || error.isFinal else { return }
    actions += [.stop(.retry), .unfollow]
    phase = .failed(error)
    // `finish` must be the last action, so report the state before it.
    noteState()
    actions.append(.finish(error))
  }

  // MARK: - Listening

  /// Evaluates everything decoded since the current speed was set.
  mutating func heard(_ evidence: SpeedEvidence) {
    guard summary.standing != nil else { return }
    self.evidence = evidence
    if evidence.bytes > 0 { reopenings = 0 }
    guard !summary.isReading, case .open(var device) = phase else { return }
    if device.isSilent, device.hasSpoken(evidence) {
      device.quietFor = .zero
      actions.append(.tell(.speaking))
    }
    if case .detecting(var detection) = device.listening {
      let answer = detection.take(evidence)
      device.listening = .detecting(detection)
      if case .found(let speed, let language) = answer { found(speed, language, &device) }
    } else if case .binary(let speed, _) = device.listening,
      evidence.since(device.evidenceAtCheck).isReadable
    {
      device.listening = .reading(speed: speed)
    }
    phase = .open(device)
  }

  private mutating func found(_ speed: Int, _ language: BinaryProtocol?, _ device: inout OpenDevice) {
    actions += [.stop(.trial), .tell(.speedFound(speed)), .remember(speed, device: device.place.key)]
    device.listening = .reading(speed: speed)
    if let language { binary(language, speed, &device) }
  }

  /// Notes whether there is a fix, none, or one that is too old.
  mutating func stands(_ standing: OpenDevice.Standing) {
    guard let before = summary.standing, before != standing, case .open(var device) = phase else { return }
    device.standing = standing
    phase = .open(device)
  }

  /// A timer fired; `lastGood` is the speed at which the device was last read.
  mutating func timerFired(_ timer: Timer, lastGood: Int?) {
    switch (timer, phase) {
    case (.linger, .open) where !isWanted:
      actions += [.stop(.trial), .stop(.silence), .close, .tell(.closed)]
      goIdle()
    case (.retry, .refused(let place, _)): open(place, lastGood: lastGood)
    case (.trial, .open(var device)):
      trialEnded(&device)
      phase = .open(device)
    case (.silence, .open(let device)): checkSilence(device, lastGood: lastGood)
    default: break
    }
  }

  private mutating func trialEnded(_ device: inout OpenDevice) {
    guard case .detecting(var detection) = device.listening else { return }
    let answer = detection.trialEnded()
    device.listening = .detecting(detection)
    switch answer {
    case .next(let speed): tryNext(speed, &device)
    case .roundEnded(let speed, let heard):
      actions.append(.tell(.speedNotFound(heard: heard)))
      tryNext(speed, &device)
    case .listening, .found: break
    }
  }

  private mutating func tryNext(_ speed: Int, _ device: inout OpenDevice) {
    forgetEvidence(of: &device)
    actions += [.setSpeed(speed), .tell(.speedTried(speed)), .start(.trial, SpeedDetection.trial)]
  }

  /// Discards the evidence when the speed changes: it proves nothing about the new speed.
  private mutating func forgetEvidence(of device: inout OpenDevice) {
    device.forget(evidence)
    evidence = SpeedEvidence()
  }

  private mutating func binary(_ language: BinaryProtocol, _ speed: Int, _ device: inout OpenDevice) {
    device.listening = .binary(speed: speed, language)
    actions.append(.tell(.binary(language)))
  }

  private mutating func checkSilence(_ device: OpenDevice, lastGood: Int?) {
    var device = device
    let before = device.evidenceAtCheck
    let now = evidence
    let hasSpoken = device.hasSpoken(now)
    device.noteCheck(now)
    actions.append(.start(.silence, options.silence))
    if !hasSpoken {
      device.quietFor += options.silence
      if device.quietFor == options.silence { actions.append(.tell(.silent(device.quietFor))) }
      phase = .open(device)
      reopenIfAsleep(device, lastGood: lastGood)
      return
    }
    if device.isSpeedOnTrial {
      // The exchange of settings started the trial and ends it.
    } else if case .reading(let speed?) = device.listening, device.place.speed == .unknown,
      now.isGarbage(since: before)
    {
      // Something, such as a configuration tool or a brown-out, changed the receiver's speed.
      actions.append(.tell(.speedLost(speed)))
      device.listening = .detecting(SpeedDetection(lastGood: speed, candidates: options.speeds))
      tryNext(speed, &device)
    } else if case .reading(let speed) = device.listening,
      let language = now.since(before).onlyBinary ?? now.withoutEpochs
    {
      binary(language, speed ?? 0, &device)
    }
    phase = .open(device)
  }

  /// Reopens a silent device: the host may have suspended it, and opening wakes it.
  ///
  /// Silence is normal while speeds are tried, and nothing suspends a pipe. The pauses grow, because each
  /// opening may pulse the control lines of a device that has nothing to send.
  private mutating func reopenIfAsleep(_ device: OpenDevice, lastGood: Int?) {
    if case .detecting = device.listening { return }
    guard !device.place.isRecording else { return }
    guard device.quietFor >= options.reopenAfterSilence * (1 << min(reopenings, 5)) else { return }
    reopenings += 1
    actions += [.stop(.silence), .close, .tell(.reopened)]
    open(device.place, lastGood: lastGood)
  }

  // MARK: - Speed

  // Changes of speed agreed upon with the receiver, rather than searched for.

  /// Tries a different speed; garbage is expected and does not start a search for the speed.
  mutating func trySpeed(_ speed: Int) { change(to: speed, onTrial: true) }

  /// Ends the trial of a speed: whole sentences arrived, so the speed stays.
  mutating func keepSpeed(_ speed: Int) {
    guard case .open(var device) = phase, device.isSpeedOnTrial else { return }
    device.isSpeedOnTrial = false
    phase = .open(device)
    actions += [.tell(.speedFound(speed)), .remember(speed, device: device.place.key)]
  }

  /// Returns to the old speed, because no sentences arrived; if that fails too, the usual search begins.
  mutating func returnToSpeed(_ speed: Int) { change(to: speed, onTrial: false) }

  private mutating func change(to speed: Int, onTrial: Bool) {
    guard case .open(var device) = phase else { return }
    switch device.listening {
    case .reading, .binary(_, .ubx), .binary(_, .sirf), .binary(_, .casic): break
    case .detecting, .binary: return
    }
    device.listening = .reading(speed: speed)
    device.isSpeedOnTrial = onTrial
    forgetEvidence(of: &device)
    phase = .open(device)
    actions += [.setSpeed(speed), .tell(.speedTried(speed)), .start(.silence, options.silence)]
  }
}

/// The parts of a phase that each read of the device needs; stored, because a look at the phase copies it.
private struct PhaseSummary: Sendable {
  let state: ReceiverState
  let line: LineCondition
  let standing: OpenDevice.Standing?
  /// Whether bytes arrive, and their speed and protocol are known.
  let isReading: Bool

  init(_ phase: ReceiverMachine.Phase, before: ReceiverState) {
    line = phase.lineCondition
    var (standing, isReading): (OpenDevice.Standing?, Bool) = (nil, false)
    switch phase {
    case .idle: state = .idle
    case .absent(let error): state = .waitingForDevice(error)
    case .refused(_, let error): state = .waitingToRetry(error)
    case .opening: state = before
    case .open(let device):
      state = device.state
      standing = device.standing
      if case .reading = device.listening { isReading = !device.isSilent }
    case .failed(let error): state = .failed(error)
    }
    (self.standing, self.isReading) = (standing, isReading)
  }
}
