/// All decisions of a receiver, without their effects: events go in, actions come out.
///
/// ```
///  idle ─demand─▶ waiting ─present─▶ (open) ─▶ detecting speed ─▶ silent · no fix · fix · lost
///    ▲               ▲  ▲              │                             │
///    └──── linger ───┴──┴── refused ───┴────────── gone ─────────────┘
/// ```
///
/// It reads no clock: pauses are actions, and their end is an input. So its tests never wait.
struct ReceiverMachine: Sendable {
  /// Pauses that the engine waits for on the machine's behalf.
  enum Timer: Sendable, Hashable, CaseIterable { case linger, retry, trial, silence }

  /// Actions for the engine, in this order.
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
    /// Followed and not there.
    case absent(LocationError)
    /// There, and to be tried again after a pause.
    case refused(DevicePlace, LocationError)
    /// Asked to be opened; the answer is on its way.
    case opening(DevicePlace)
    case open(OpenDevice)
    case failed(LocationError)
  }

  private let options: ReceiverOptions
  private(set) var phase = Phase.idle
  private(set) var isWanted = false
  /// How often the device was refused in a row.
  private var refusals = 0
  /// How often a silent device was opened again without a byte since.
  private var reopenings = 0
  private var actions: [Action] = []
  private(set) var state = ReceiverState.idle

  init(_ options: ReceiverOptions) { self.options = options }

  /// Takes the actions since the last call.
  mutating func takeActions() -> [Action] {
    noteState()
    guard !actions.isEmpty else { return [] }
    defer { actions = [] }
    return actions
  }

  /// Notes the receiver's state, if it has changed.
  private mutating func noteState() {
    let now = currentState
    guard now != state else { return }
    state = now
    actions.append(.tell(.state(now)))
  }

  private var currentState: ReceiverState {
    switch phase {
    case .idle: .idle
    case .absent(let error): .waitingForDevice(error)
    case .refused(_, let error): .waitingToRetry(error)
    case .opening: state
    case .open(let device): device.state
    case .failed(let error): .failed(error)
    }
  }
}

// MARK: - Device

extension ReceiverMachine {
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

  /// The device is there, at this place; `lastGood` is the speed at which it was last understood.
  mutating func present(_ place: DevicePlace, lastGood: Int?) {
    switch phase {
    case .absent:
      actions.append(.tell(.attached(place)))
      refusals = 0
      open(place, lastGood: lastGood)
    case .refused(let old, _):
      // Its name or its permissions changed: that is worth a try at once.
      guard old != place || refusals > 0 else { return }
      if old != place { actions.append(.tell(.attached(place))) }
      actions.append(.stop(.retry))
      open(place, lastGood: lastGood)
    case .open(let device) where device.place.node != place.node:
      // The old node is dead, its hang-up is only not told yet: the kernel never renames an open port.
      leave(.disconnected(from: device.place))
      actions.append(.tell(.attached(place)))
      open(place, lastGood: lastGood)
    case .idle, .opening, .open, .failed: break
    }
  }

  /// Takes the absence of the device.
  mutating func absent(_ error: LocationError) {
    switch phase {
    case .absent: phase = .absent(error)
    case .refused(let place, _):
      actions.append(.stop(.retry))
      actions.append(.tell(.detached(place)))
      phase = .absent(error)
    case .open(let device):
      // The hang-up has not been told yet, and will not be: the port is closed here.
      leave(.disconnected(from: device.place))
      actions.append(.tell(.detached(device.place)))
      phase = .absent(error)
    case .opening: phase = .absent(error)
    case .idle, .failed: return
    }
    guard isWanted else { return goIdle() }
    giveUpIfAsked(error)
  }

  /// The device that was to be opened is open.
  mutating func opened(lastGood: Int?) {
    guard case .opening(let place) = phase else { return }
    refusals = 0
    var device = OpenDevice(place: place, listening: .reading(speed: nil))
    switch place.speed {
    case .meaningless: break
    case .fixed(let speed): device.listening = .reading(speed: speed)
    case .unknown:
      let detection = SpeedDetection(lastGood: lastGood, candidates: options.speeds)
      device.listening = .detecting(detection)
      actions.append(.start(.trial, SpeedDetection.trial))
    }
    phase = .open(device)
    actions.append(.tell(.opened(place, speed: speed(of: place, lastGood: lastGood))))
    actions.append(.start(.silence, options.silence))
    if !isWanted { actions.append(.start(.linger, options.linger)) }
  }

  /// The device that was to be opened refused.
  mutating func openFailed(_ error: LocationError) {
    guard case .opening(let place) = phase else { return }
    actions.append(.tell(.openFailed(error)))
    guard isWanted else { return goIdle() }
    refuse(place, error)
    giveUpIfAsked(error)
  }

  /// The stream broke off.
  mutating func ended(_ error: LocationError?) {
    guard case .open(let device) = phase else { return }
    let error = error ?? .ended(device.place)
    leave(error)
    guard isWanted else { return goIdle() }
    refuse(device.place, error)
    giveUpIfAsked(error)
  }

  /// Asks for the device to be opened.
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
    let pauses = options.retryPauses
    let pause = pauses.isEmpty ? .seconds(1) : pauses[min(refusals, pauses.count - 1)]
    refusals += 1
    phase = .refused(place, error)
    actions.append(.start(.retry, pause))
  }

  /// Closes the open device for a fault.
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
    // Nothing is told after the end, so tell this before it.
    noteState()
    actions.append(.finish(error))
  }
}

// MARK: - Listening

extension ReceiverMachine {
  /// Takes everything that was understood since the present speed was set.
  mutating func heard(_ evidence: SpeedEvidence) {
    guard case .open(var device) = phase else { return }
    device.evidence = evidence
    if evidence.bytes > 0 { reopenings = 0 }
    if device.isSilent, device.hasSpoken {
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

  /// There is a fix, there is none, or the last one has become too old.
  mutating func stands(_ standing: OpenDevice.Standing) {
    guard case .open(var device) = phase, device.standing != standing else { return }
    device.standing = standing
    phase = .open(device)
  }

  /// A pause that was asked for is over.
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
    device.forgetEvidence()
    actions += [.setSpeed(speed), .tell(.speedTried(speed)), .start(.trial, SpeedDetection.trial)]
  }

  private mutating func binary(_ language: BinaryProtocol, _ speed: Int, _ device: inout OpenDevice) {
    device.listening = .binary(speed: speed, language)
    actions.append(.tell(.binary(language)))
  }

  private mutating func checkSilence(_ device: OpenDevice, lastGood: Int?) {
    var device = device
    let before = device.evidenceAtCheck
    let now = device.evidence
    let hasSpoken = device.hasSpoken
    device.noteCheck()
    actions.append(.start(.silence, options.silence))
    if !hasSpoken {
      device.quietFor += options.silence
      if device.quietFor == options.silence { actions.append(.tell(.silent(device.quietFor))) }
      phase = .open(device)
      reopenIfAsleep(device, lastGood: lastGood)
      return
    }
    if device.isSpeedOnTrial {
      // The exchange of settings began the trial and ends it.
    } else if case .reading(let speed?) = device.listening, device.place.speed == .unknown,
      now.isGarbage(since: before)
    {
      // Something (a configuration tool, a brown-out) has changed the receiver's speed.
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

  /// Reopens a silent device: the host may have put it to sleep, and opening wakes it.
  ///
  /// While speeds are tried, silence is normal. The pauses grow, since each opening may pulse the lines of a device
  /// that has nothing to say.
  private mutating func reopenIfAsleep(_ device: OpenDevice, lastGood: Int?) {
    if case .detecting = device.listening { return }
    guard device.quietFor >= options.reopenAfterSilence * (1 << min(reopenings, 5)) else { return }
    reopenings += 1
    actions += [.stop(.silence), .close, .tell(.reopened)]
    open(device.place, lastGood: lastGood)
  }
}

// MARK: - Speed

// A speed that was agreed upon with the receiver, not searched for.

extension ReceiverMachine {
  /// Reads at another speed, on trial: garbage is expected, and starts no search for the speed.
  mutating func trySpeed(_ speed: Int) { change(to: speed, onTrial: true) }

  /// Whole sentences came: this is the speed from now on.
  mutating func keepSpeed(_ speed: Int) {
    guard case .open(var device) = phase, device.isSpeedOnTrial else { return }
    device.isSpeedOnTrial = false
    phase = .open(device)
    actions += [.tell(.speedFound(speed)), .remember(speed, device: device.place.key)]
  }

  /// None came: the old speed is back, and if that is wrong too, the search begins as always.
  mutating func returnToSpeed(_ speed: Int) { change(to: speed, onTrial: false) }

  private mutating func change(to speed: Int, onTrial: Bool) {
    guard case .open(var device) = phase else { return }
    switch device.listening {
    case .reading, .binary(_, .ubx), .binary(_, .sirf), .binary(_, .casic): break
    case .detecting, .binary: return
    }
    device.listening = .reading(speed: speed)
    device.isSpeedOnTrial = onTrial
    device.forgetEvidence()
    phase = .open(device)
    actions += [.setSpeed(speed), .tell(.speedTried(speed)), .start(.silence, options.silence)]
  }
}
