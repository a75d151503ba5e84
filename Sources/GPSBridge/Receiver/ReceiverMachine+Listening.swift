extension ReceiverMachine {
  /// Bytes came: all that was understood since the present speed was set.
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
      // Whoever began the trial ends it.
    } else if case .reading(let speed?) = device.listening, device.place.speed == .unknown,
      now.isGarbage(since: before)
    {
      // Somebody (a configuration tool, a brown-out) has changed the receiver's speed under our feet.
      actions.append(.tell(.speedLost(speed)))
      device.listening = .detecting(SpeedDetection(lastGood: speed, candidates: options.speeds))
      tryNext(speed, &device)
    } else if case .reading(let speed) = device.listening,
      let language = now.since(before).onlyBinary ?? (now.isOnlyUBX ? .ubx : nil)
    {
      binary(language, speed ?? 0, &device)
    }
    phase = .open(device)
  }

  /// A device that is open and says nothing may have been put to sleep by the host: opening it again wakes it.
  ///
  /// Not while speeds are tried, for silence belongs to that; and more and more rarely, since each opening may pulse
  /// the lines of a device that has nothing to say.
  private mutating func reopenIfAsleep(_ device: OpenDevice, lastGood: Int?) {
    if case .detecting = device.listening { return }
    guard device.quietFor >= options.reopenAfterSilence * (1 << min(reopenings, 5)) else { return }
    reopenings += 1
    actions += [.stop(.silence), .close, .tell(.reopened)]
    open(device.place, lastGood: lastGood)
  }
}

extension SpeedEvidence {
  /// What came after an earlier moment.
  func since(_ earlier: SpeedEvidence) -> SpeedEvidence {
    SpeedEvidence(
      bytes: bytes - earlier.bytes, sentences: sentences - earlier.sentences,
      messages: messages - earlier.messages, corrections: corrections - earlier.corrections,
      sirf: sirf - earlier.sirf, epochs: epochs - earlier.epochs)
  }

  /// Whether plenty came since then, and nothing of it was whole.
  func isGarbage(since earlier: SpeedEvidence) -> Bool {
    let news = since(earlier)
    return news.bytes > 200 && news.sentences + news.messages + news.corrections + news.sirf == 0
  }
}
