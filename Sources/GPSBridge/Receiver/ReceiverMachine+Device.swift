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
      // Something about it changed (its name, its rights): that is worth a try at once.
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

  /// The device is not there, or not any more.
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
  mutating func open(_ place: DevicePlace, lastGood: Int?) {
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
  mutating func leave(_ error: LocationError) {
    actions += [.stop(.trial), .stop(.silence), .stop(.linger), .close, .tell(.disconnected(error))]
  }

  mutating func goIdle() {
    actions += [.stop(.retry), .unfollow]
    phase = .idle
  }

  private mutating func giveUpIfAsked(_ error: LocationError) {
    guard options.reconnect == .never else { return }
    actions += [.stop(.retry), .unfollow]
    phase = .failed(error)
    // Nothing is told behind the end, so this is told before.
    noteState()
    actions.append(.finish(error))
  }
}
