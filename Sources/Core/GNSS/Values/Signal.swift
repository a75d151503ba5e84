/// A signal that satellites transmit, by its usual name.
public enum Signal: UInt8, Sendable, Hashable, CaseIterable {
  /// GPS, GLONASS, QZSS, SBAS: coarse acquisition on L1.
  case l1CA
  /// GPS, GLONASS: P code on L1.
  case l1P
  /// GPS: M code on L1.
  case l1M
  /// GPS, GLONASS: P code on L2.
  case l2P
  /// GLONASS: coarse acquisition on L2.
  case l2CA
  /// GPS, QZSS: civil code on L2, moderate length.
  case l2CM
  /// GPS, QZSS: civil code on L2, long.
  case l2CL
  /// GPS, QZSS: L5, in phase.
  case l5I
  /// GPS, QZSS: L5, quadrature.
  case l5Q
  /// QZSS: L1C, data.
  case l1CD
  /// QZSS: L1C, pilot.
  case l1CP
  /// QZSS: submeter augmentation on L1.
  case l1S
  /// QZSS: centimeter augmentation on L6, D.
  case l6D
  /// QZSS: centimeter augmentation on L6, E.
  case l6E
  /// Galileo E5a.
  case e5A
  /// Galileo E5b.
  case e5B
  /// Galileo E5a and E5b together.
  case e5AB
  /// Galileo E6-A.
  case e6A
  /// Galileo E6-BC.
  case e6BC
  /// Galileo E1-A.
  case e1A
  /// Galileo E1-BC.
  case e1BC
  /// BeiDou B1I.
  case b1I
  /// BeiDou B1Q.
  case b1Q
  /// BeiDou B1C.
  case b1C
  /// BeiDou B1A.
  case b1A
  /// BeiDou B2a.
  case b2A
  /// BeiDou B2b.
  case b2B
  /// BeiDou B2a and B2b together.
  case b2AB
  /// BeiDou B3I.
  case b3I
  /// BeiDou B3Q.
  case b3Q
  /// BeiDou B3A.
  case b3A
  /// BeiDou B2I.
  case b2I
  /// BeiDou B2Q.
  case b2Q
  /// NavIC: standard positioning on L5.
  case l5SPS
  /// NavIC: standard positioning on S.
  case sSPS
  /// NavIC: restricted service on L5.
  case l5RS
  /// NavIC: restricted service on S.
  case sRS
  /// NavIC: standard positioning on L1.
  case l1SPS

  /// The signal with NMEA 4.11's number in a constellation; nil for 0, which means "all of them".
  init?(number: Int?, of constellation: Constellation) {
    guard let number, let signal = Signal.table(constellation, number) else { return nil }
    self = signal
  }

  /// NMEA 4.11's number for this signal of a constellation; 0 if it has none.
  package func number(of constellation: Constellation) -> Int {
    Signal.names(constellation).firstIndex(of: self).map { $0 + 1 } ?? 0
  }

  private static func table(_ constellation: Constellation, _ number: Int) -> Signal? {
    let names = names(constellation)
    return names.indices ~= number - 1 ? names[number - 1] : nil
  }

  private static func names(_ constellation: Constellation) -> [Signal] {
    switch constellation {
    case .gps, .sbas: gps
    case .glonass: glonass
    case .galileo: galileo
    case .beidou: beidou
    case .qzss: qzss
    case .navic: navic
    case .imes: imes
    }
  }

  private static let gps: [Signal] = [.l1CA, .l1P, .l1M, .l2P, .l2CM, .l2CL, .l5I, .l5Q]
  private static let glonass: [Signal] = [.l1CA, .l1P, .l2CA, .l2P]
  private static let galileo: [Signal] = [.e5A, .e5B, .e5AB, .e6A, .e6BC, .e1A, .e1BC]
  private static let beidou: [Signal] = [
    .b1I, .b1Q, .b1C, .b1A, .b2A, .b2B, .b2AB, .b3I, .b3Q, .b3A, .b2I, .b2Q,
  ]
  private static let qzss: [Signal] = [.l1CA, .l1CD, .l1CP, .l1S, .l2CM, .l2CL, .l5I, .l5Q, .l6D, .l6E]
  private static let navic: [Signal] = [.l5SPS, .sSPS, .l5RS, .sRS, .l1SPS]
  private static let imes: [Signal] = [.l1CA]
}
