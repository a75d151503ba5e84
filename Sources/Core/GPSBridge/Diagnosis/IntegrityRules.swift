internal import GPSBase

/// Rules about faulty reception: antenna, interference, spoofing, time.
enum IntegrityRules {
  static let all: [DiagnosisRule] = [antennaFault, spoofed, jammed, usb3, stuckTime, wrongTime, rollover]

  private static let antennaFault: DiagnosisRule = { facts in
    guard case .known(let report) = facts.integrity.antenna else { return nil }
    let antenna = report.uppercased()
    let isShort = antenna.holds("SHORT")
    // A passive antenna draws no current, so it is reported as open although it works.
    guard isShort || antenna.holds("OPEN") && facts.fix.hasFix != .yes else { return nil }
    return Verdict(
      .antennaFault, what: isShort ? "The antenna cable is short-circuited." : "No antenna draws current.",
      why: "The receiver reports the antenna as \(ShortText.quoted(antenna)).",
      remedy: isShort
        ? "Unplug the antenna at once and look for a crushed cable or a bent pin; try another one."
        : "Screw the antenna on firmly; look for a broken cable; if a board switches the antenna's power, check that it is on.",
      expectation: "Satellites within half a minute of a good antenna.", expectedTime: .seconds(30),
      evidence: [.hardware("antenna \(ShortText.quoted(antenna))")])
  }

  private static let spoofed: DiagnosisRule = { facts in
    let seen = SpoofingHints.found(facts)
    // The signs of the last minute still count: a spoofer rarely pauses.
    let latest = facts.integrity.latestSpoofingSigns
    let hints = seen.count >= 2 || latest.isEmpty ? seen : latest
    let isReported = facts.integrity.isSpoofingReported == .yes
    // Each sign alone can have a harmless cause; two at once hardly can.
    guard isReported || hints.count >= 2 else { return nil }
    let reasons = (isReported ? ["the receiver reports forged signals"] : []) + hints
    return Verdict(
      .spoofed, what: "The signals are probably forged: do not trust the position.",
      why: "The signs are: \(reasons.joined(separator: "; ")).",
      remedy:
        "Compare with another receiver or a landmark, or leave the place; a test generator nearby looks the same.",
      expectation: "A true position within a few minutes of leaving the forged signals.",
      expectedTime: .seconds(300),
      evidence: (isReported ? [.hardware("forged signals")] : [])
        + hints.map { Verdict.Evidence("satellites, positions and times of the last minute", $0) })
  }

  private static let jammed: DiagnosisRule = { facts in
    let integrity = facts.integrity
    if let fall = integrity.signalFall { return drowned(fall) }
    let isTroubled = facts.fix.hasFix == .no || facts.sky.median.isBelow(SignalRules.usable)
    // Below "critical", the indicator reacts to every lamp, so it counts only if reception is already bad.
    guard
      integrity.jamming == .known(.critical)
        || isTroubled && (integrity.jamming == .known(.warning) || integrity.jammingIndicator.isAtLeast(128))
    else { return nil }
    var measured = ""
    if case .known(let value) = integrity.jammingIndicator { measured = " of \(value) out of 255" }
    return Verdict(
      .jammed, what: "Something nearby is louder than the satellites.",
      why: "The receiver measures interference\(measured) in its band.",
      remedy:
        "Move the antenna away from computers, cameras, screens and radios; switch them off one by one to find out which.",
      expectation: "Satellites within half a minute once the interference stops.",
      expectedTime: .seconds(30), evidence: [.hardware("interference\(measured)")])
  }

  /// A drop of all signals, on any receiver; a roof has the same effect, so the verdict names both.
  private static func drowned(_ fall: SignalFall) -> Verdict {
    // A receiver that stands still has not moved under a roof.
    let isStanding = fall.isStandingStill == .yes
    return Verdict(
      .jammed,
      what: isStanding
        ? "Something nearby has become louder than the satellites, or something covers the antenna."
        : "Something nearby has become louder than the satellites, or you went under a roof.",
      why: fallWords(fall),
      remedy:
        "Under the open sky, move the antenna away from computers, cameras, screens and radios, and from vehicles with jammers.",
      expectation:
        "Satellites within half a minute once \(isStanding ? "the interference stops or the view is free" : "the interference stops or you leave the roof").",
      expectedTime: .seconds(30),
      evidence: [.init("GSV or satellite messages of the last minute", fallWords(fall))])
  }

  private static func fallWords(_ fall: SignalFall) -> String {
    let satellites = Wording.count(fall.satellites, "satellite")
    guard let before = fall.levelBefore, let after = fall.levelAfter, let time = fall.time else {
      return
        "\(satellites) fell together by \(fall.decibels) dB within seconds; nothing else has changed."
    }
    return
      "All signals fell together from \(before) to \(after) dB-Hz within \(Wording.time(max(time, .seconds(1))));"
      + " nothing else has changed."
  }

  private static let usb3: DiagnosisRule = { facts in
    guard facts.port.hasSuperSpeedNeighbor == .yes, let searched = SignalRules.searched(facts),
      searched >= SignalRules.patience, let words = SignalRules.heardWords(facts),
      facts.sky.heard == .known(0) || facts.sky.best.isBelow(SignalRules.usable)
    else { return nil }
    return Verdict(
      .usb3Interference, what: "A USB 3 device next to the receiver may drown out the satellites.",
      why: "\(words), and USB 3 makes noise in the satellites' band.",
      remedy: "Put the receiver on a USB 2 extension of a meter, or into a port far from the USB 3 device.",
      expectation: "About 10 dB-Hz more within a minute, if that was the cause.", expectedTime: .seconds(60),
      evidence: SignalRules.searchEvidence(facts) + [.init("list of USB devices", "a USB 3 device beside it")]
    )
  }

  private static let stuckTime: DiagnosisRule = { facts in
    guard case .known(let time) = facts.integrity.timeStoodStill, time >= .seconds(5) else { return nil }
    return Verdict(
      .stuckTime, what: "The receiver repeats the same time.",
      why: "Its time has not changed for \(Wording.time(time)), although it keeps sending.",
      remedy: "Unplug it, wait ten seconds and plug it in again.",
      expectation: "Its time advances again within seconds.", expectedTime: .seconds(10),
      evidence: [
        .all(facts, "one time, repeated"),
        .init("arrival clock", "\(Wording.time(time)) of epochs with that time"),
      ])
  }

  /// A receiver on a cable reports the time up to one second late.
  private static let mostSecondsOff = 2.0

  private static let wrongTime: DiagnosisRule = { facts in
    guard case .known(let ahead) = facts.integrity.secondsAheadOfHost, abs(ahead) > mostSecondsOff else {
      return nil
    }
    let off = Wording.time(.seconds(min(abs(ahead), 1e12)))
    let (cause, remedy) =
      switch ClockStep.ordinaryKind(ahead) {
      case .localTime:
        ("That is a whole number of quarter hours: it sends local time.", "Set the receiver to UTC.")
      case .rollover:
        (
          "That is a multiple of 1024 weeks: its week counter is wrong.",
          "Do not rely on its date; look for newer firmware."
        )
      case nil:
        (
          "A receiver with a fix is at most a second late.",
          "Unplug it for ten seconds; a simulator or a replayed log has a time of its own."
        )
      }
    return Verdict(
      .wrongTime,
      what: "The receiver's time is \(off) \(ahead > 0 ? "ahead of" : "behind") this computer's clock.",
      why: "The kernel reports this computer's clock as synchronized. \(cause)", remedy: remedy,
      expectation: "The two agree within two seconds.",
      evidence: [
        .time(facts), .init("kernel's clock state (adjtimex)", "the computer's clock is synchronized"),
      ])
  }

  private static let rollover: DiagnosisRule = { facts in
    guard case .known(let weeks) = facts.integrity.rolloverWeeks, weeks != 0 else { return nil }
    return Verdict(
      .rollover, what: "The receiver's date is \(weeks) weeks behind, and has been corrected.",
      why: "Its week counter has overflowed; its firmware does not allow for today's date.",
      remedy: "Nothing to do here; other programs may show the wrong date.",
      expectation: "The receiver keeps sending wrong dates unless newer firmware corrects them.",
      evidence: [.all(facts, "a date \(weeks) weeks before the reference date")])
  }
}
