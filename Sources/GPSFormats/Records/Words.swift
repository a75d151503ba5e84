internal import GNSS

// The words of our records for what the fix has as cases: they stay, whatever the cases are called.

extension FixMode {
  package var word: String {
    switch self {
    case .none: "none"
    case .twoDimensional: "2d"
    case .threeDimensional: "3d"
    case .time: "time"
    }
  }
}

extension FixQuality {
  package var word: String {
    switch self {
    case .autonomous: "gnss"
    case .differential: "dgnss"
    case .precise: "pps"
    case .rtkFixed: "rtk_fixed"
    case .rtkFloat: "rtk_float"
    case .deadReckoning: "dead_reckoning"
    case .manual: "manual"
    case .simulated: "simulated"
    }
  }
}

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
    return words
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
