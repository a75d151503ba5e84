internal import UBX

/// A UBX message that a u-blox receiver can send with each epoch.
public enum OutputMessage: String, Sendable, Hashable, CaseIterable {
  /// Position, velocity and time, since u-blox 7: everything that a fix needs.
  case navPVT = "NAV-PVT"
  /// The solution in Earth-centered coordinates, up to u-blox 8.
  case navSOL = "NAV-SOL"
  /// A position.
  case navPOSLLH = "NAV-POSLLH"
  /// A velocity.
  case navVELNED = "NAV-VELNED"
  /// Whether there is a fix, and how long the first one took.
  case navSTATUS = "NAV-STATUS"
  /// Dilutions of precision.
  case navDOP = "NAV-DOP"
  /// Covariances, since u-blox 9.
  case navCOV = "NAV-COV"
  /// The satellites in view, up to u-blox 8.
  case navSVINFO = "NAV-SVINFO"
  /// The satellites in view, since u-blox 8.
  case navSAT = "NAV-SAT"
  /// The signals in view, since u-blox 9.
  case navSIG = "NAV-SIG"
  /// The time in GPS weeks.
  case navTIMEGPS = "NAV-TIMEGPS"
  /// The time in UTC.
  case navTIMEUTC = "NAV-TIMEUTC"
  /// Leap seconds, since u-blox 8.
  case navTIMELS = "NAV-TIMELS"
  /// The end of an epoch, since u-blox 8.
  case navEOE = "NAV-EOE"
  /// Antenna and jamming, up to u-blox 9.
  case monHW = "MON-HW"
  /// Antenna and jamming, since u-blox 9.
  case monRF = "MON-RF"
  /// Jamming and spoofing, in newer firmware.
  case secSIG = "SEC-SIG"

  /// The message's class and identifier.
  var kind: MessageKind {
    switch self {
    case .navPVT: .navPVT
    case .navSOL: .navSOL
    case .navPOSLLH: .navPOSLLH
    case .navVELNED: .navVELNED
    case .navSTATUS: .navSTATUS
    case .navDOP: .navDOP
    case .navCOV: .navCOV
    case .navSVINFO: .navSVINFO
    case .navSAT: .navSAT
    case .navSIG: .navSIG
    case .navTIMEGPS: .navTIMEGPS
    case .navTIMEUTC: .navTIMEUTC
    case .navTIMELS: .navTIMELS
    case .navEOE: .navEOE
    case .monHW: .monHW
    case .monRF: .monRF
    case .secSIG: .secSIG
    }
  }

  /// Whether receivers of a generation have this message.
  func isKnown(to generation: ReceiverGeneration) -> Bool {
    switch self {
    case .navPVT: generation.hasPVT
    case .navSOL, .navSVINFO: generation.hasSOL
    case .navSAT, .navEOE, .navTIMELS: generation.hasSAT
    case .navSIG, .navCOV, .monRF, .secSIG: generation.hasSIG
    case .monHW: generation.takesOldSettings
    case .navPOSLLH, .navVELNED, .navSTATUS, .navDOP, .navTIMEGPS, .navTIMEUTC: true
    }
  }

  /// The messages that a generation has.
  static func known(to generation: ReceiverGeneration) -> [OutputMessage] {
    allCases.filter { $0.isKnown(to: generation) }
  }

  /// The messages that a generation needs for a complete fix with satellites when it sends no sentences.
  static func forWholeFix(_ generation: ReceiverGeneration) -> Set<OutputMessage> {
    let fix: Set<OutputMessage> = generation.hasPVT ? [.navPVT] : [.navSOL, .navTIMEUTC]
    return fix.union(generation.hasSAT ? [.navDOP, .navSAT, .navEOE] : [.navDOP, .navSVINFO])
  }
}

extension Set<OutputMessage> {
  /// The names in alphabetical order.
  var inWords: String { map(\.rawValue).sorted().joined(separator: " ") }
}
