internal import GPSBridge
internal import UBX

/// Encodes an epoch as UBX messages, with the same content as the sentences.
struct MessageSpeaker: Sendable {
  let chip: UBloxChip
  /// The day after the scenario's leap second.
  private let leapDay: CivilDate?
  /// The start of the scenario, in seconds since 1970.
  private let start: Int64
  /// The last measured course.
  private var heading = 0.0

  init(_ chip: UBloxChip, _ scenario: Scenario) {
    self.chip = chip
    leapDay = scenario.leapSecond
    start = scenario.start.secondsSince1970
  }

  /// Computes the values that the messages of a new epoch share.
  mutating func solution(_ epoch: SimulatedEpoch, _ state: UBloxState, isGood: Bool) -> Solution {
    if epoch.hasFix, epoch.motion.speed >= 0.3 { heading = epoch.motion.course }
    return reading(epoch, state, isGood: isGood)
  }

  /// Computes the same values again for an epoch already sent, for a poll.
  func reading(_ epoch: SimulatedEpoch, _ state: UBloxState, isGood: Bool) -> Solution {
    // A receiver learns the time of the week before the date; without a date, use the scenario's.
    let time = epoch.timeOfDay.map { time in
      let today = UTC(secondsSince1970: start + epoch.instant.wholeNanoseconds / 1_000_000_000).date
      return GPSTime(epoch.date ?? today, time, leapDay: leapDay)
    }
    return Solution(
      epoch, time ?? GPSTime(sinceStart: state.uptime), isFixOK: isGood, heading: heading,
      isFused: chip.hasSensors)
  }

  /// Returns one message, or nil if this chip lacks it.
  func message(_ kind: MessageKind, _ solution: Solution, _ state: UBloxState) -> [UInt8]? {
    guard chip.says(kind) else { return nil }
    return switch kind {
    case .navPVT: pvt(solution).encoded()
    case .navSOL: sol(solution).encoded()
    case .navPOSLLH: posllh(solution).encoded()
    case .navPOSECEF: posecef(solution).encoded()
    case .navVELNED: velned(solution).encoded()
    case .navVELECEF: velecef(solution).encoded()
    case .navDOP: dop(solution).encoded()
    case .navSTATUS: status(solution, state).encoded()
    case .navCOV: cov(solution).encoded()
    case .navTIMEGPS: timegps(solution).encoded()
    case .navTIMEUTC: timeutc(solution).encoded()
    case .navTIMELS: timels(solution).encoded()
    case .navCLOCK: clock(solution).encoded()
    case .navSAT: sat(solution).encoded()
    case .navSIG: sig(solution).encoded()
    case .navSVINFO: svinfo(solution).encoded()
    case .navORB: orb(solution).encoded()
    case .hnrPVT: hnr(solution).encoded()
    case .navEOE: NavEOE { $0.timeOfWeek = solution.timeOfWeek }.encoded()
    default: report(kind, state)
    }
  }
}

extension UBloxChip {
  /// Whether the chip sends a message, periodically or when polled.
  func says(_ kind: MessageKind) -> Bool { kind == .hnrPVT ? hasSensors : generation.says(kind) }

  /// The default messages of a scenario with UBX output, each with its period in epochs.
  func usualMessages(skyPeriod: Int) -> [(MessageKind, Int)] {
    generation.usualMessages(skyPeriod: skyPeriod) + (hasSensors ? [(.hnrPVT, 1)] : [])
  }
}

extension ReceiverGeneration {
  /// Whether a chip of this generation sends a message, periodically or when polled.
  fileprivate func says(_ kind: MessageKind) -> Bool {
    switch kind {
    case .navPVT: hasPVT
    case .navSOL, .navSVINFO: hasSOL
    case .navSAT, .navEOE, .navTIMELS, .navORB, .secUNIQID: hasSAT
    case .navSIG, .navCOV, .monRF, .monCOMMS, .monSYS, .secSIG: hasSIG
    case .navPOSLLH, .navPOSECEF, .navVELNED, .navVELECEF, .navDOP, .navSTATUS, .navTIMEGPS, .navTIMEUTC,
      .navCLOCK, .monVER, .monHW:
      true
    case .monRXBUF, .monTXBUF: self <= .ublox9
    case .monGNSS: self == .ublox8 || self == .ublox9
    default: false
    }
  }

  /// The messages of an epoch in the order of this generation, before and after the sentences.
  ///
  /// NAV-EOE ends the epoch, and the messages about the receiver follow it.
  var order: (beforeSentences: [MessageKind], behindSentences: [MessageKind]) {
    let solution: [MessageKind] = [.navPVT, .navPOSECEF, .navPOSLLH, .navVELECEF, .navVELNED]
    let rest: [MessageKind] = [
      .navDOP, .navSTATUS, .navCOV, .navTIMEGPS, .navTIMEUTC, .navCLOCK, .navTIMELS,
    ]
    let itself: [MessageKind] = [
      .navEOE, .monHW, .monRF, .monTXBUF, .monRXBUF, .monCOMMS, .monSYS, .secSIG,
    ]
    return self >= .ublox9
      ? (solution, [.navSAT, .navSIG, .navORB] + rest + itself)
      : (
        [.navSOL] + solution + rest + [.navSVINFO, .navSAT, .navORB], itself
      )
  }

  /// The default messages of a scenario with UBX output, each with its period in epochs.
  fileprivate func usualMessages(skyPeriod: Int) -> [(MessageKind, Int)] {
    let sky = max(1, skyPeriod)
    let common: [(MessageKind, Int)] = [(.navDOP, 1), (.navSTATUS, 1), (.navTIMEGPS, 1)]
    return switch self {
    case .ublox5, .ublox6:
      [(.navSOL, 1), (.navPOSLLH, 1), (.navVELNED, 1)] + common
        + [(.navTIMEUTC, 1), (.navCLOCK, 1), (.navSVINFO, sky), (.monHW, sky)]
    case .ublox7: [(.navPVT, 1)] + common + [(.navSVINFO, sky), (.monHW, sky)]
    case .ublox8: [(.navPVT, 1)] + common + [(.navTIMELS, sky), (.navSAT, sky), (.navEOE, 1), (.monHW, sky)]
    case .ublox9, .ublox10, .x20:
      [(.navPVT, 1)] + common
        + [(.navCOV, 1), (.navTIMELS, sky), (.navSAT, sky), (.navSIG, sky), (.navEOE, 1), (.monRF, sky)]
    }
  }
}
