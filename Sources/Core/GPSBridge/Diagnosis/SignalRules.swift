/// Rules about satellites, for receivers whose port and data are in order.
enum SignalRules {
  /// Returns the verdict of the first rule that applies; later rules assume that earlier ones did not.
  static let first: DiagnosisRule = { facts in
    for rule in rules { if let verdict = rule(facts) { return verdict } }
    return nil
  }
  /// Whether only the rule for a good fix applies.
  static func isGood(_ facts: ReceiverFacts) -> Bool {
    facts.fix.hasFix == .yes && rules.dropLast().allSatisfy { $0(facts) == nil }
  }

  private static let rules =
    [noSignal, weakSignal, fewSatellites, badMemory, SearchRules.searching] + FixRules.all

  /// The level in dB-Hz at which a satellite's message can be decoded; a first fix needs four of them.
  static let usable = 30
  /// The lowest median level in dB-Hz in good reception; weaker satellites are soon lost.
  static let healthy = 24
  /// The number of satellites for a 3D position.
  static let needed = 4
  /// Losing every signal for this long after the last fix is more than a missed epoch.
  static let loss = Duration.seconds(3)
  /// How long a receiver may search before a verdict gives a reason.
  static let patience = Duration.seconds(30)
  /// How long a warm start may take: satellites send their orbits every 30 seconds, and parts may be missed.
  static let warmStart = Duration.seconds(90)
  /// Longer than any cold start; the almanac alone takes 12.5 minutes to transmit.
  static let coldStart = Duration.seconds(20 * 60)

  /// `4 satellites are heard, the best with 24 dB-Hz`; nil where the receiver does not report it.
  static func heardWords(_ facts: ReceiverFacts) -> String? {
    guard case .known(let heard) = facts.sky.heard else { return nil }
    guard heard > 0 else { return "No satellite is heard" }
    var words = "\(Wording.count(heard, "satellite")) \(heard == 1 ? "is" : "are") heard"
    if case .known(let best) = facts.sky.best { words += ", the best with \(best) dB-Hz" }
    return words
  }

  /// How long the receiver has searched; nil unless it reports that it has no fix.
  static func searched(_ facts: ReceiverFacts) -> Duration? {
    guard facts.fix.hasFix == .no else { return nil }
    switch facts.fix.searching {
    case .known(let time): return time
    // The search has just begun or was not measured, so no time limit has passed.
    case .unknown: return .zero
    }
  }

  /// The evidence of a search: the satellites in view, the lack of a fix, and the time since the last one.
  static func searchEvidence(_ facts: ReceiverFacts) -> [Verdict.Evidence] {
    (facts.sky.heard == .unknown ? [] : [.sky(facts)]) + [.fix(facts), .search(facts)]
  }

  private static let noSignal: DiagnosisRule = { facts in
    guard let searched = searched(facts), facts.sky.heard == .known(0) else { return nil }
    let silence = min(searched, facts.sky.sinceSignal.value ?? searched)
    // A receiver that had a fix knows which satellites to expect, so a total loss matters immediately.
    let isLost = facts.fix.hadFix == .yes && silence >= loss
    guard isLost || silence >= patience else { return nil }
    let isWhole = silence >= searched
    let time =
      isWhole
      ? isLost ? "Since the last fix" : "In \(Wording.time(searched))"
      : "For the last \(Wording.time(silence))"
    return Verdict(
      .noSignal, what: "The receiver works, but receives no satellite signals.",
      why:
        "\(time) not one signal was received: something covers the antenna, or interference drowns out all signals.",
      remedy: isLost
        ? "A tunnel, a bridge or a garage? Wait. Under the open sky, look for a source of interference."
        : "Take it outside, or put it on a window sill with a view of the sky; under the open sky, look for a source of interference.",
      expectation: isLost
        ? "Under the open sky, a fix within seconds after a short loss, or within a minute or two after a long one."
        : "The first satellites within half a minute under the open sky, a fix one or two minutes later.",
      expectedTime: .seconds(120), evidence: searchEvidence(facts))
  }

  private static let weakSignal: DiagnosisRule = { facts in
    guard let searched = searched(facts), searched >= patience, case .known(let heard) = facts.sky.heard,
      case .known(let best) = heard > 0 ? facts.sky.best : facts.sky.bestOfSearch, best < usable
    else { return nil }
    let satellites = heard > 0 ? Wording.count(heard, "satellite") : "the satellites"
    return Verdict(
      .weakSignal, what: "The signals of \(satellites) are too weak for a fix.",
      why: heard > 0
        ? "The best has \(best) dB-Hz; a fix needs about \(usable) from \(needed) of them."
        : "The best of this search had \(best) dB-Hz, and none is received now; a fix needs about \(usable) from \(needed) satellites.",
      remedy: "Move the antenna to a window or outside, away from metal and USB 3 devices.",
      expectation: "A fix within a minute once \(needed) satellites come in well.",
      expectedTime: .seconds(60),
      evidence: searchEvidence(facts))
  }

  private static let fewSatellites: DiagnosisRule = { facts in
    guard let searched = searched(facts), searched >= patience, let words = heardWords(facts),
      case .known(let well) = facts.sky.heardWell, well < needed, facts.sky.best.isAtLeast(usable)
    else { return nil }
    return Verdict(
      .fewSatellites, what: "Too few satellites come in well: \(well) of the \(needed) that a fix needs.",
      why: "\(words), and only \(well) with \(usable) or more.",
      remedy:
        "Give the antenna a wider view of the sky, away from walls and narrow streets, or wait for the satellites to move.",
      expectation: "A fix within a minute once \(needed) come in well.", expectedTime: .seconds(60),
      evidence: searchEvidence(facts))
  }

  private static let badMemory: DiagnosisRule = { facts in
    guard let searched = searched(facts), searched > coldStart, facts.sky.heardWell.isAtLeast(needed),
      let words = heardWords(facts)
    else { return nil }
    return Verdict(
      .badMemory,
      what: "The receiver receives enough satellites but has no fix: its stored data must be wrong.",
      why:
        "\(words), for \(Wording.time(searched)); a cold start takes \(Wording.time(coldStart)) at most.",
      remedy:
        "Force a cold start with its maker's program, or leave the receiver without power for an hour.",
      expectation: "A fix within 15 minutes under the open sky.", expectedTime: .seconds(15 * 60),
      evidence: searchEvidence(facts))
  }
}

/// Rules about a receiver that searches with enough signals, or does not report them: the remedy is to wait.
enum SearchRules {
  static let searching: DiagnosisRule = { facts in
    guard let searched = SignalRules.searched(facts) else { return nil }
    let code = code(facts, searched)
    let isHeard = facts.sky.heardWell.isAtLeast(SignalRules.needed)
    var evidence = SignalRules.searchEvidence(facts)
    if facts.fix.isTimeKnown == .no { evidence.append(.epoch(facts, .timed, "no date and time")) }
    if facts.fix.isTimeKnown == .yes { evidence.append(.time(facts)) }
    if facts.fix.hadFix == .yes { evidence.append(.init("earlier epochs", "a fix")) }
    return Verdict(
      code, what: what(code, facts, isHeard), why: why(facts, searched),
      // After a fix it may be moving, and need not stop.
      remedy: facts.fix.hadFix == .yes
        ? "Wait; under the open sky the receiver finds its fix again."
        : "Wait, and leave the receiver where it is, under the open sky.",
      expectation: expectation(code, facts, searched, isHeard),
      expectedTime: code == .searchingWarm ? .seconds(30) : .seconds(60), evidence: evidence)
  }

  /// The kind of start is known if the receiver reports the time, had a fix, or has searched for a while.
  private static func code(_ facts: ReceiverFacts, _ searched: Duration) -> Verdict.Code {
    if facts.sky.heardWell.isAtLeast(SignalRules.needed), searched > SignalRules.warmStart {
      return .searchingCold
    }
    if facts.fix.hadFix == .yes || facts.fix.isTimeKnown == .yes {
      return searched > SignalRules.warmStart ? .searching : .searchingWarm
    }
    return facts.fix.isTimeKnown == .no && searched >= SignalRules.patience ? .searchingCold : .searching
  }

  private static func what(_ code: Verdict.Code, _ facts: ReceiverFacts, _ isHeard: Bool) -> String {
    if facts.sky.heard == .known(0) {
      return
        "The receiver is searching, and receives no satellite \(facts.sky.sinceSignal == .unknown && facts.fix.hadFix != .yes ? "yet" : "anymore")."
    }
    switch code {
    case .searchingCold: return "The receiver is searching, as after a cold start."
    case .searchingWarm: return isHeard ? "The receiver is about to get a fix." : "The receiver is searching."
    default:
      return facts.fix.hadFix == .yes
        ? "The receiver is searching." : "The receiver has no position yet."
    }
  }

  private static func why(_ facts: ReceiverFacts, _ searched: Duration) -> String {
    if case .known(let well) = facts.sky.heardWell, well >= SignalRules.needed {
      return "\(Wording.count(well, "satellite")) come in well; the receiver is now receiving their orbits."
    }
    if let words = SignalRules.heardWords(facts) {
      return searched < .seconds(1) ? "\(beginning(facts, searched))." : "\(words)."
    }
    guard searched >= SignalRules.patience else {
      return "\(beginning(facts, searched)), and has not reported its satellites."
    }
    return "It has reported no satellites for half a minute (no GSV), so the reason is unknown."
  }

  /// How long the search has certainly lasted; it may have begun long before we received data.
  private static func beginning(_ facts: ReceiverFacts, _ searched: Duration) -> String {
    if facts.fix.hadFix == .yes { return "It has only just begun searching" }
    return searched < .seconds(1)
      ? "It was first received just now" : "It was first received \(Wording.time(searched)) ago"
  }

  private static func expectation(
    _ code: Verdict.Code, _ facts: ReceiverFacts, _ searched: Duration, _ isHeard: Bool
  ) -> String {
    // The time can be estimated only with enough signals.
    let condition =
      isHeard || facts.sky.heard == .unknown ? "" : " once \(SignalRules.needed) satellites come in well"
    if code == .searchingWarm { return "Usually a fix within half a minute\(condition)." }
    let rest = SignalRules.coldStart - searched
    let most =
      rest >= .seconds(60) ? "; after a cold start \(Wording.time(max(rest, .seconds(120)))) at worst" : ""
    return "Usually a fix within a minute under the open sky\(condition)\(most)."
  }
}
