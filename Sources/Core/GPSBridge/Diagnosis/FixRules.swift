internal import GNSS
internal import GPSBase

enum FixRules {
  /// The rules in order of precedence; at most one applies.
  static let all: [DiagnosisRule] = [deadReckoning, plane, noHeight, poorGeometry, multipath, weak, good]

  /// A larger dilution means errors of tens of meters.
  private static let poorDilution = 5.0
  /// The lowest median level in dB-Hz that counts as strong.
  private static let strong = 35

  private static let deadReckoning: DiagnosisRule = { facts in
    guard facts.fix.hasFix == .yes, facts.fix.isDeadReckoning == .yes else { return nil }
    var evidence: [Verdict.Evidence] = [.epoch(facts, .quality, "dead reckoning")]
    if let used = Verdict.Evidence.used(facts) { evidence.append(used) }
    return Verdict(
      .deadReckoning, what: "The position is dead reckoning, extrapolated from an earlier fix.",
      why: "The receiver reports this; the position gets worse with each second.",
      remedy: "Give the antenna a wider view of the sky.",
      expectation: "A true fix as soon as \(SignalRules.needed) satellites come in well.",
      evidence: evidence)
  }

  /// The receiver reports a 2D fix.
  private static let plane: DiagnosisRule = { facts in
    guard facts.fix.hasFix == .yes, facts.fix.dimensions == .known(2) else { return nil }
    var evidence: [Verdict.Evidence] = [.epoch(facts, .dimensions, "two dimensions")]
    if let used = Verdict.Evidence.used(facts) { evidence.append(used) }
    if case .known(let count) = facts.sky.used, 1..<SignalRules.needed ~= count {
      return Verdict(
        .fewSatellites, what: "There is a fix, but without a height.",
        why: "It uses \(Wording.count(count, "satellite")), and a height needs \(SignalRules.needed).",
        remedy: "Give the antenna a wider view of the sky.",
        expectation: "A height as soon as \(SignalRules.needed) satellites come in well.", evidence: evidence)
    }
    var used = ""
    if case .known(let count) = facts.sky.used, count > 0 {
      used = "\(Wording.count(count, "satellite")) are used, which is enough, but "
    }
    let report = "the receiver reports a 2D fix."
    return Verdict(
      .noHeight, what: "There is a fix, but without a height.",
      why: used.isEmpty ? Wording.sentence(report) : used + report,
      remedy:
        "Give the antenna a wider view of the sky; if that changes nothing, check in its maker's program that it is not set to 2D.",
      expectation: "A height within a minute under the open sky.", expectedTime: .seconds(60),
      evidence: evidence)
  }

  /// The receiver sends no altitude, however good the fix is.
  private static let noHeight: DiagnosisRule = { facts in
    guard facts.fix.hasFix == .yes, facts.fix.hasHeight == .no else { return nil }
    let sent = facts.fix.sources.intersection([.gga, .gns]).names
    let reason =
      sent.isEmpty
      ? "It sends no height (no GGA or GNS)" : "There is no height in its \(sent.joined(separator: " and "))"
    return Verdict(
      .noHeight, what: "There is a fix, but the receiver sends no height.",
      why: "\(reason); the position itself is not affected.",
      remedy: sent.isEmpty
        ? "If you need a height, enable GGA: gpsbridge configure --sentences."
        : "If you need a height, use another receiver, or enable heights with its maker's program.",
      expectation: sent.isEmpty ? "A height with the first GGA." : "A height once the field is filled.",
      evidence: [.all(facts, "no height")])
  }

  private static let poorGeometry: DiagnosisRule = { facts in
    guard facts.fix.hasFix == .yes, case .known(let dilution) = facts.fix.horizontalDilution,
      dilution > poorDilution
    else { return nil }
    let text = FixedText.of(dilution, decimals: 1)
    return Verdict(
      .poorGeometry, what: "There is a fix, but it may be tens of meters off.",
      why: "The satellites are close together in the sky: the dilution is \(text), and 1 or 2 is usual.",
      remedy: "Give the antenna a wider view of the sky, or wait for the satellites to move.",
      expectation: "The geometry changes within half an hour.", expectedTime: .seconds(1800),
      evidence: [.epoch(facts, .dilution, "horizontal dilution \(text)")])
  }

  /// Direct signals and echoes, with hardly any levels in between: the position follows the echoes.
  private static let multipath: DiagnosisRule = { facts in
    guard facts.fix.hasFix == .yes, facts.sky.hasEchoes == .yes else { return nil }
    return Verdict(
      .multipath, what: "There is a fix, but some of the signals are echoes.",
      why: "Some signals are strong, the others 18 dB or more weaker, with hardly any in between: houses or"
        + " rocks hide satellites and reflect their signals.",
      remedy: "Move the antenna away from walls, or allow for errors of ten meters and more.",
      expectation: "Better positions within half a minute of an open sky.", expectedTime: .seconds(30),
      evidence: [.sky(facts), .fix(facts)])
  }

  /// A fix with weak signals, which are easily lost.
  ///
  /// If enough signals for a fix are strong, weak ones do not matter: more systems bring more low satellites.
  private static let weak: DiagnosisRule = { facts in
    guard facts.fix.hasFix == .yes, case .known(let median) = facts.sky.median, median < SignalRules.healthy,
      facts.sky.heardWell.isBelow(SignalRules.needed)
    else { return nil }
    return Verdict(
      .weakSignal, what: "There is a fix, but its satellite signals are weak.",
      why: "The median is \(median) dB-Hz; 35 to 45 are usual under the open sky.",
      remedy: "Move the antenna to a window or outside, away from metal and USB 3 devices.",
      expectation: "About 10 dB-Hz more within seconds in a better place.", expectedTime: .seconds(10),
      evidence: [.sky(facts), .fix(facts)])
  }

  /// The numbers are in the evidence only; the text would show older ones next to them.
  private static let good: DiagnosisRule = { facts in
    guard facts.fix.hasFix == .yes else { return nil }
    let why: String
    if case .known(let median) = facts.sky.median {
      why = median >= strong ? "The signals are strong." : "The signals are strong enough."
    } else {
      why = "It reports a fix."
    }
    var evidence: [Verdict.Evidence] = [.fix(facts)]
    if let used = Verdict.Evidence.used(facts) { evidence.append(used) }
    if facts.sky.heard != .unknown { evidence.append(.sky(facts)) }
    return Verdict(
      .good, what: "The receiver has a fix.", why: why, remedy: "", expectation: "",
      evidence: evidence)
  }
}
