internal import UBX

// Converts numbers and texts to the states of a receiver's parts.

extension HardwareCondition.Antenna {
  /// The severity, for reporting the worst of several antennas.
  var severity: Int {
    switch self {
    case .unknown: 0
    case .starting: 1
    case .ok: 2
    case .open: 3
    case .short: 4
    }
  }

  init(_ state: AntennaState) {
    switch state {
    case .initializing: self = .starting
    case .ok: self = .ok
    case .short: self = .short
    case .open: self = .open
    default: self = .unknown
    }
  }

  /// Parses a text such as u-blox's `ANTSTATUS=OK` or CASIC's `ANTENNA OPEN`; nil for any other text.
  init?(text: [UInt8]) {
    guard let word = text.word(behind: "ANTSTATUS=") ?? text.word(behind: "ANTENNA ") else { return nil }
    for (spelled, state) in Self.words where word.elementsEqual(spelled.utf8) {
      self = state
      return
    }
    return nil
  }

  private static let words: [(String, HardwareCondition.Antenna)] = [
    ("OK", .ok), ("OPEN", .open), ("SHORT", .short), ("SHORTED", .short), ("INIT", .starting),
    ("DONTKNOW", .unknown),
  ]
}

extension HardwareCondition.Disturbance {
  /// The severity, for reporting the worst of several bands.
  var severity: Int {
    switch self {
    case .notWatched: 0
    case .nothingFound: 1
    case .warning: 2
    case .critical: 3
    }
  }

  init(_ state: JammingState) {
    switch state {
    case .none: self = .nothingFound
    case .warning: self = .warning
    case .critical: self = .critical
    default: self = .notWatched
    }
  }
}

extension HardwareCondition.Forgery {
  init(_ state: SpoofingState) {
    switch state {
    case .none: self = .nothingFound
    case .indicated: self = .indicated
    case .affirmed: self = .affirmed
    default: self = .notWatched
    }
  }
}

extension [UInt8] {
  /// The capital letters after a mark; nil without the mark.
  fileprivate func word(behind mark: String) -> ArraySlice<UInt8>? {
    let mark = mark.utf8
    guard count >= mark.count else { return nil }
    for start in 0...(count - mark.count) where self[start..<(start + mark.count)].elementsEqual(mark) {
      return self[(start + mark.count)...].prefix { 65...90 ~= $0 }
    }
    return nil
  }
}
