internal import GNSS

extension ReceiverFacts {
  /// Updates the facts from a receiver's hardware report; a monitor that is switched off gives no fact.
  mutating func take(_ hardware: HardwareCondition) {
    integrity.antenna = Fact(hardware.antenna?.fact)
    integrity.jamming = Fact(hardware.jamming.flatMap { IntegrityFacts.Jamming($0) })
    integrity.jammingIndicator = Fact(hardware.interference)
    integrity.isSpoofingReported = Fact(hardware.spoofing.flatMap(\.fact))
    load.sending = Fact(hardware.load.sending)
    load.hasDropped = Fact(hardware.load.hasDropped)
  }
}

extension HardwareCondition.Antenna {
  fileprivate var fact: String? {
    switch self {
    case .starting, .unknown: nil
    case .ok: "OK"
    case .open: "OPEN"
    case .short: "SHORT"
    }
  }
}

extension IntegrityFacts.Jamming {
  fileprivate init?(_ disturbance: HardwareCondition.Disturbance) {
    switch disturbance {
    case .notWatched: return nil
    case .nothingFound: self = .none
    case .warning: self = .warning
    case .critical: self = .critical
    }
  }
}

extension HardwareCondition.Forgery {
  fileprivate var fact: Bool? {
    switch self {
    case .notWatched: nil
    case .nothingFound: false
    case .indicated, .affirmed: true
    }
  }
}

extension HardwareCondition.Notice {
  /// Whether this is u-blox's text for a full transmit buffer.
  var tellsOfOverload: Bool { text.hasPrefix("txbuf alloc") }
}
