internal import GNSS

// The names of cases in records; these strings are stable, even if the cases are renamed.

extension ErrorEstimate.Source {
  package var word: String {
    switch self {
    case .gst: "gst"
    case .dilution: "dop"
    default: "receiver"
    }
  }
}

extension TimeCorrections {
  package var words: [String] {
    var words: [String] = []
    if rolloverWeeks != 0 { words.append("rollover+\(rolloverWeeks)w") }
    if midnight { words.append("midnight") }
    if leapSecond { words.append("leap_second") }
    if century { words.append("century") }
    if isCoarse { words.append("coarse_time") }
    if let assumedLeapSeconds { words.append("leap_seconds_\(assumedLeapSeconds)_assumed") }
    return words
  }
}

extension HardwareCondition.Antenna {
  package var word: String {
    switch self {
    case .starting: "starting"
    case .unknown: "unknown"
    case .ok: "ok"
    case .open: "open"
    case .short: "short"
    }
  }
}

extension HardwareCondition.Disturbance {
  package var word: String {
    switch self {
    case .notWatched: "not_watched"
    case .nothingFound: "none"
    case .warning: "warning"
    case .critical: "critical"
    }
  }
}

extension HardwareCondition.Forgery {
  package var word: String {
    switch self {
    case .notWatched: "not_watched"
    case .nothingFound: "none"
    case .indicated: "indicated"
    case .affirmed: "affirmed"
    }
  }
}

extension Constellation {
  package var word: String {
    switch self {
    case .gps: "gps"
    case .sbas: "sbas"
    case .galileo: "galileo"
    case .beidou: "beidou"
    case .imes: "imes"
    case .qzss: "qzss"
    case .glonass: "glonass"
    case .navic: "navic"
    }
  }
}

extension Signal {
  /// The usual name of a signal, in capitals without punctuation: L1 C/A is `L1CA`.
  package var word: String {
    switch self {
    case .l1CA: "L1CA"
    case .l1P: "L1P"
    case .l1M: "L1M"
    case .l2P: "L2P"
    case .l2CA: "L2CA"
    case .l2CM: "L2CM"
    case .l2CL: "L2CL"
    case .l5I: "L5I"
    case .l5Q: "L5Q"
    case .l1CD: "L1CD"
    case .l1CP: "L1CP"
    case .l1S: "L1S"
    case .l6D: "L6D"
    case .l6E: "L6E"
    case .e5A: "E5A"
    case .e5B: "E5B"
    case .e5AB: "E5AB"
    case .e6A: "E6A"
    case .e6BC: "E6BC"
    case .e1A: "E1A"
    case .e1BC: "E1BC"
    case .b1I: "B1I"
    case .b1Q: "B1Q"
    case .b1C: "B1C"
    case .b1A: "B1A"
    case .b2A: "B2A"
    case .b2B: "B2B"
    case .b2AB: "B2AB"
    case .b3I: "B3I"
    case .b3Q: "B3Q"
    case .b3A: "B3A"
    case .b2I: "B2I"
    case .b2Q: "B2Q"
    case .l5SPS: "L5SPS"
    case .sSPS: "SSPS"
    case .l5RS: "L5RS"
    case .sRS: "SRS"
    case .l1SPS: "L1SPS"
    }
  }
}
