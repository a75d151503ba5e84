import SimulatedGPS

/// The faults without their numbers, and the happenings that are none: each of them has a trial.
///
/// The switches name every case: who adds a fault is led here by the compiler, and from here to a trial by a test.
enum FaultKind: String, Sendable, Hashable, CaseIterable {
  case wrongChecksum, cut, glued, nulBytes, flippedBit, noise, binary, lost, repeated, shuffled
  case silent, stalled, wrongSpeed
  case frozenTime, frozen, jump, nullIsland, rollover, jamming, spoofing
  case surroundings, unplug, permissionDenied, busy, restart

  init(_ fault: Scenario.Fault) {
    switch fault {
    case .wrongChecksum: self = .wrongChecksum
    case .cut: self = .cut
    case .glued: self = .glued
    case .nulBytes: self = .nulBytes
    case .flippedBit: self = .flippedBit
    case .noise: self = .noise
    case .binary: self = .binary
    case .lost: self = .lost
    case .repeated: self = .repeated
    case .shuffled: self = .shuffled
    case .silent: self = .silent
    case .stalled: self = .stalled
    case .wrongSpeed: self = .wrongSpeed
    case .frozenTime: self = .frozenTime
    case .frozen: self = .frozen
    case .jump: self = .jump
    case .nullIsland: self = .nullIsland
    case .rollover: self = .rollover
    case .jamming: self = .jamming
    case .spoofing: self = .spoofing
    }
  }

  init(_ happening: Scenario.Event.Kind) {
    switch happening {
    case .surroundings: self = .surroundings
    case .fault(let fault, _): self = Self(fault)
    case .unplug: self = .unplug
    case .refusal(.permissionDenied): self = .permissionDenied
    case .refusal(.busy): self = .busy
    case .restart: self = .restart
    }
  }
}
