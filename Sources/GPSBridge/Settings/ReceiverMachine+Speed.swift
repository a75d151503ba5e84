// A speed that was agreed upon with the receiver, not searched for.

extension ReceiverMachine {
  /// Reads at another speed, on trial: garbage is expected, and nobody begins to search because of it.
  mutating func trySpeed(_ speed: Int) { change(to: speed, onTrial: true) }

  /// Whole sentences came: this is the speed from now on.
  mutating func keepSpeed(_ speed: Int) {
    guard case .open(var device) = phase, device.isSpeedOnTrial else { return }
    device.isSpeedOnTrial = false
    phase = .open(device)
    actions += [.tell(.speedFound(speed)), .remember(speed, device: device.place.key)]
  }

  /// None came: the speed is what it was, and if that is wrong too, the search begins as always.
  mutating func returnToSpeed(_ speed: Int) { change(to: speed, onTrial: false) }

  private mutating func change(to speed: Int, onTrial: Bool) {
    guard case .open(var device) = phase else { return }
    switch device.listening {
    case .reading, .binary(_, .ubx): break
    case .detecting, .binary: return
    }
    device.listening = .reading(speed: speed)
    device.isSpeedOnTrial = onTrial
    device.forgetEvidence()
    phase = .open(device)
    actions += [.setSpeed(speed), .tell(.speedTried(speed)), .start(.silence, options.silence)]
  }
}
