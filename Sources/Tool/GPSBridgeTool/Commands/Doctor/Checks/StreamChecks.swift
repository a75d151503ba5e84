internal import GNSS
internal import GPSBridge
internal import GPSFormats
internal import SerialPorts
internal import GPSBase

/// Checks of the receiver's stream, and of its condition.
enum StreamChecks {
  static let opening: Check = { facts in
    guard let heard = facts.heard, let refusal = heard.refusal else { return [] }
    let words = VisibleText.escaped((refusal.underlying?.found ?? refusal.message).utf8)
    let remedy = refusal.underlying?.remedy ?? refusal.remedy
    return [
      .failure(
        refusal.code.rawValue, words,
        remedy: remedy.map { VisibleText.escaped($0.utf8) }
          ?? "unplug the receiver, wait ten seconds and plug it in again",
        device: heard.node ?? facts.port?.node)
    ]
  }

  static let stream: Check = { facts in
    guard let heard = facts.heard else { return [] }
    let isSentences = heard.facts.stream.sentences.isAtLeast(1) && heard.counts.sentences > 0
    // A few messages may be chance: noise, or corrections among sentences.
    guard isSentences || heard.counts.messages > 1 else { return [] }
    var parts: [String] = []
    if isSentences { parts.append(Plural.of(heard.counts.sentences, "sentence")) }
    if heard.counts.messages > 1 { parts.append(Plural.of(heard.counts.messages, "binary message")) }
    parts.append(Plural.of(heard.counts.badChecksums, "bad checksum"))
    parts += GoodPart.remarks(cut: heard.counts.cutSentences, heard.counts.goodPart)
    if let rate = heard.rate { parts.append("\(NumberText.of(rate, decimals: 2)) Hz") }
    if let speed = heard.facts.port.speed { parts.append("\(speed) baud") }
    return [.fine("stream", "the stream has \(parts.joined(separator: ", "))", device: heard.node)]
  }

  /// Impossible positions: programs that trust them show the boat in the Gulf of Guinea.
  static let refused: Check = { facts in
    guard let heard = facts.heard, heard.counts.refusedPositions > 0 else { return [] }
    let count = heard.counts.refusedPositions
    let isFound = heard.hasFix
    return [
      .warning(
        "refused_positions",
        "\(Plural.of(count, "position")) at 0°, 0° \(count == 1 ? "was" : "were") refused",
        why: "receivers report that place as a fix after they have lost their memory",
        remedy: isFound
          ? "nothing to do: it has had a fix since" : "unplug it for ten seconds; then give it a minute",
        device: heard.node)
    ]
  }

  static let verdicts: Check = { facts in
    guard let heard = facts.heard, heard.refusal == nil else { return [] }
    var known = heard.facts
    known.port.hasSuperSpeedNeighbor = .known(!NeighborChecks.neighbors(facts).isEmpty)
    let now = Diagnosis.verdicts(known).map { finding($0, heard) }
    return now + heard.past.map { past(finding($0.verdict, heard), $0) }
  }

  /// The receiver's reports about itself, even without a fault.
  static let hardware: Check = { facts in
    guard let heard = facts.heard, heard.refusal == nil else { return [] }
    let lines = HardwareWords.lines(heard.hardware).map { "\($0.label) \($0.words)" }
    guard !lines.isEmpty else { return [] }
    let words = "the receiver reports: \(lines.joined(separator: "; "))"
    // An antenna without an amplifier reads as open but works: only the user knows which one it is.
    guard heard.hardware.antenna == .open, heard.hasFix else {
      return [.fine("condition", words, device: heard.node)]
    }
    return [
      .warning(
        "antenna_open", words, why: "an antenna without an amplifier also reads as open, and there is a fix",
        remedy: "nothing with such an antenna; with another, screw it on firmly and look for a broken cable",
        device: heard.node)
    ]
  }

  /// A condition of a recording that had ended before its end: reported, but no longer a failure.
  private static func past(_ finding: Finding, _ past: PastVerdict) -> Finding {
    let when = past.from.map { " from \(Timestamp.text($0))" } ?? ""
    var finding = finding
    finding.level = .warning
    let lasted = "It lasted \(DurationText.of(past.lasted))\(when)."
    finding.why = ToolError.joined(lasted, finding.why)
    finding.remedy = finding.remedy ?? "Nothing to do: it has passed."
    return finding
  }

  /// A recording in which the receiver only searches, and the positions that it marks as invalid.
  private static func withoutFix(_ heard: HeardFacts, _ why: String) -> Finding {
    let marked = heard.counts.markedInvalid
    let positions =
      "\(Plural.of(marked, "position")) came, and the receiver marks \(marked == 1 ? "it" : "them")"
    return .failure(
      "no_fix", "the recording has no fix in \(Plural.of(heard.counts.epochs, "epoch"))",
      why: marked > 0 ? "\(positions) as invalid" : why,
      remedy: "record under the open sky, from when gpsbridge fix reports a position on", device: heard.node)
  }

  private static func finding(_ verdict: Verdict, _ heard: HeardFacts) -> Finding {
    let (device, code) = (heard.node, verdict.code.rawValue)
    let (what, why, remedy) = (verdict.what, verdict.why, verdict.remedy)
    switch verdict.code {
    case .good:
      let figures = verdict.evidence.dropFirst().map(\.finding).joined(separator: ", ")
      return .fine(code, what, why: figures.isEmpty ? why : figures, device: device)
    case .searching, .searchingCold, .searchingWarm:
      // A recording will have no fix later.
      if heard.isRecording, heard.counts.fixes == 0 { return withoutFix(heard, why) }
      return .fine(code, what, why: "\(why) \(verdict.expectation)", device: device)
    case .listening:
      return .warning(
        code, "the receiver was not observed for long enough to judge it",
        remedy: heard.isRecording ? "record it for a minute" : "gpsbridge doctor --duration 40s",
        device: device)
    case .rollover, .badChecksums, .poorGeometry, .multipath, .noHeight, .takenForModem:
      return .warning(code, what, why: why, remedy: remedy, device: device)
    // The rest is tolerable with a fix, except for forged signals, and for silence, which ends each fix.
    case let code
    where heard.hasFix && code != .spoofed && !(heard.hasStopped && [.noData, .notServed].contains(code)):
      return .warning(code.rawValue, what, why: why, remedy: remedy, device: device)
    default: return .failure(code, what, why: why, remedy: remedy, device: device)
    }
  }
}

/// Compares this computer's clock with the receiver's time from the satellites.
enum ClockChecks {
  /// In seconds; a serial line delays the receiver's time by up to one second, so more is the clock's error.
  static let most = 2.0

  static let clock: Check = { facts in
    // A simulated receiver has its own date.
    guard let heard = facts.heard, !heard.isSimulated, let ahead = heard.clockAhead else { return [] }
    guard ahead > most || ahead < -0.5 else {
      return [
        .fine(
          "clock", "the system clock agrees with GPS within the delay of the cable (\(text(ahead)))",
          device: heard.node)
      ]
    }
    // If the kernel vouches for the system clock, the verdict already names the receiver.
    if case .known(let off) = heard.facts.integrity.secondsAheadOfHost, abs(off) > most { return [] }
    return [
      .warning(
        "clock",
        "the system clock is \(text(ahead.magnitude)) \(ahead > 0 ? "ahead of" : "behind") the receiver's time",
        why: "the kernel does not report the system clock as synchronized, so either may be wrong",
        remedy: "compare both with another clock; sudo timedatectl set-ntp true keeps the system clock right",
        device: heard.node)
    ]
  }

  /// Seconds, or a larger unit for long times.
  private static func text(_ seconds: Double) -> String {
    switch seconds.magnitude {
    case ..<600: return NumberText.of(seconds, decimals: 2) + " s"
    case ..<7200: return Plural.of(Int(seconds.magnitude / 60), "minute")
    case ..<172_800: return Plural.of(Int(seconds.magnitude / 3600), "hour")
    default: return Plural.of(Int(min(seconds.magnitude / 86_400, 1e9)), "day")
    }
  }
}
