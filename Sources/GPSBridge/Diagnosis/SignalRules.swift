/// Rules about the satellites, for receivers whose port and bytes are in order.
enum SignalRules {
  /// The first that holds; they exclude each other in this order.
  static let first: DiagnosisRule = { facts in
    let rules = [
      noSignal, weakSignal, fewSatellites, badMemory, searching, plane, poorGeometry, weakFix, good,
    ]
    return rules.lazy.compactMap { $0(facts) }.first
  }

  /// The dB-Hz at which a satellite's message becomes readable; a first fix takes four such satellites.
  static let usable = 30
  /// The least dB-Hz of the median satellite in good reception; weaker ones are soon lost.
  static let healthy = 24
  /// Fewer satellites make no position in space.
  static let needed = 4
  /// Losing every signal for this long is more than a missed epoch.
  static let loss = Duration.seconds(2)
  /// A receiver may search this long before anybody asks why.
  static let patience = Duration.seconds(30)
  /// Satellites send their orbits every 30 seconds; this allows for missed parts.
  static let warmStart = Duration.seconds(90)
  /// Longer than any receiver takes to start from nothing: the almanac takes 12.5 minutes to send.
  static let coldStart = Duration.seconds(20 * 60)
  /// A larger dilution means errors of tens of meters.
  static let poorDilution = 5.0

  /// `4 satellites are heard, the best with 24 dB-Hz`.
  static func heardWords(_ facts: ReceiverFacts) -> String {
    let heard = facts.sky.heard ?? 0
    guard heard > 0 else { return "No satellite is heard" }
    let best = facts.sky.best.map { ", the best with \($0) dB-Hz" } ?? ""
    return "\(Wording.count(heard, "satellite")) \(heard == 1 ? "is" : "are") heard\(best)"
  }

  /// Whether the receiver speaks and says that it has no fix.
  private static func isSearching(_ facts: ReceiverFacts) -> Bool { facts.fix.hasFix == false }

  private static func searched(_ facts: ReceiverFacts) -> Duration { facts.fix.searching ?? .zero }

  private static let noSignal: DiagnosisRule = { facts in
    guard isSearching(facts), (facts.sky.heard ?? 0) == 0 else { return nil }
    // A receiver that had a fix knows where to listen, so hearing nothing matters at once.
    let isLost = facts.fix.hadFix == true && facts.sky.heard != nil && searched(facts) >= loss
    guard isLost || searched(facts) >= patience else { return nil }
    return Verdict(
      .noSignal, what: "The receiver works and hears no satellite.",
      why:
        "In \(Wording.time(searched(facts))) not one signal came through: something covers it, or interference drowns all.",
      advice:
        "Take it outside, or put it on a window sill with a view of the sky; under the open sky look for what disturbs.",
      expectation: "The first satellites within half a minute under the sky, a fix one or two minutes later.",
      expectedTime: .seconds(120))
  }

  private static let weakSignal: DiagnosisRule = { facts in
    guard isSearching(facts), searched(facts) >= patience, let heard = facts.sky.heard, heard > 0,
      let best = facts.sky.best, best < usable
    else { return nil }
    return Verdict(
      .weakSignal, what: "The receiver hears \(Wording.count(heard, "satellite")), too weakly for a fix.",
      why: "The best comes with \(best) dB-Hz, and about \(usable) are needed from \(needed) of them.",
      advice: "Move the antenna to a window or outside, away from metal and USB 3 devices.",
      expectation: "A fix within a minute once \(needed) satellites come in well.", expectedTime: .seconds(60)
    )
  }

  private static let fewSatellites: DiagnosisRule = { facts in
    guard isSearching(facts), searched(facts) >= patience, let well = facts.sky.heardWell, well < needed,
      (facts.sky.best ?? 0) >= usable
    else { return nil }
    return Verdict(
      .fewSatellites, what: "The receiver hears too few satellites well: \(well) of the \(needed) it needs.",
      why: "\(heardWords(facts)), and only \(well) with \(usable) or more.",
      advice:
        "Give it more of the sky: away from the wall, out of the street's canyon, or wait for the satellites to move.",
      expectation: "A fix within a minute once \(needed) come in well.", expectedTime: .seconds(60))
  }

  private static let badMemory: DiagnosisRule = { facts in
    guard isSearching(facts), searched(facts) > coldStart, (facts.sky.heardWell ?? 0) >= needed else {
      return nil
    }
    return Verdict(
      .badMemory,
      what: "The receiver hears enough and does not find itself: what it remembers must be wrong.",
      why:
        "\(heardWords(facts)), for \(Wording.time(searched(facts))); from nothing it takes \(Wording.time(coldStart)) at most.",
      advice:
        "Make it start from nothing: send it a cold start with its maker's program, or leave it without power for an hour.",
      expectation: "A fix within 15 minutes under the open sky.", expectedTime: .seconds(15 * 60))
  }

  /// It hears enough, or what it hears is not known yet: the advice is to wait.
  private static let searching: DiagnosisRule = { facts in
    guard isSearching(facts) else { return nil }
    let isCold = facts.fix.isTimeKnown == false && facts.fix.hadFix != true || searched(facts) > warmStart
    let well = facts.sky.heardWell ?? 0
    let isHeard = well >= needed
    let why =
      isHeard
      ? "\(Wording.count(well, "satellite")) come in well; the receiver now listens for where they are."
      : searched(facts) < .seconds(1)
        ? "It has only just begun to search."
        : "It has searched for \(Wording.time(searched(facts))), and that is not long."
    let rest = max(.seconds(30), (isCold ? coldStart : warmStart) - searched(facts))
    let what: String
    if facts.sky.heard == 0 {
      let word = facts.fix.hadFix == true ? "any more" : "yet"
      what = "The receiver searches, and hears no satellite \(word)."
    } else if isCold {
      what = "The receiver searches, and starts from nothing."
    } else {
      what = isHeard ? "The receiver is about to find itself." : "The receiver searches."
    }
    // How soon is only known where enough is heard.
    let condition = isHeard || facts.sky.heard == nil ? "" : " once \(needed) satellites come in well"
    return Verdict(
      isCold ? .searchingCold : .searchingWarm, what: what,
      why: why, advice: "Wait, and leave it where it is, under the open sky.",
      expectation: "A fix within \(Wording.time(rest))\(condition).", expectedTime: rest)
  }

  private static let plane: DiagnosisRule = { facts in
    guard facts.fix.hasFix == true, facts.fix.isThreeDimensional == false else { return nil }
    guard let count = facts.sky.used, count < needed else {
      let used = facts.sky.used.map { "\(Wording.count($0, "satellite")) take part, which is enough; " } ?? ""
      return Verdict(
        .noHeight, what: "There is a fix, but the receiver gives no height.",
        why: "\(used)the receiver says that its fix has two dimensions.",
        advice:
          "Give the antenna more of the sky; if it stays, see that its maker's program has not set it to 2D.",
        expectation: "A height within a minute under the open sky.", expectedTime: .seconds(60))
    }
    guard count > 0 else {
      return Verdict(
        .fewSatellites, what: "The position is reckoned from an earlier one.",
        why: "No satellite takes part in it; it gets worse with each second.",
        advice: "Give the antenna more of the sky.",
        expectation: "A true fix as soon as \(needed) come in well.")
    }
    let used = Wording.count(count, "satellite")
    return Verdict(
      .fewSatellites, what: "There is a fix, but without a height.",
      why: "It is made of \(used), and a height takes \(needed).",
      advice: "Give the antenna more of the sky.", expectation: "A height as soon as one more comes in well.")
  }

  private static let poorGeometry: DiagnosisRule = { facts in
    guard facts.fix.hasFix == true, let dilution = facts.fix.horizontalDilution, dilution > poorDilution
    else { return nil }
    return Verdict(
      .poorGeometry, what: "There is a fix, but it may be tens of metres off.",
      why:
        "The satellites stand close together: the dilution is \(FixedText.of(dilution, decimals: 1)), and 1 or 2 is usual.",
      advice: "Give the antenna a wider view of the sky, or wait for the satellites to move.",
      expectation: "It changes within half an hour.", expectedTime: .seconds(1800))
  }

  /// A fix with weak signals: below this level they are lost one by one.
  private static let weakFix: DiagnosisRule = { facts in
    guard facts.fix.hasFix == true, let median = facts.sky.median, median < healthy else { return nil }
    return Verdict(
      .weakSignal, what: "There is a fix, but the satellites come in weakly.",
      why: "The middle one comes with \(median) dB-Hz; 35 to 45 are usual under the open sky.",
      advice: "Move the antenna to a window or outside, away from metal and USB 3 devices.",
      expectation: "Some 10 dB-Hz more within seconds of a better place.", expectedTime: .seconds(10))
  }

  private static let good: DiagnosisRule = { facts in
    guard facts.fix.hasFix == true else { return nil }
    let used =
      facts.sky.used.map { "\(Wording.count($0, "satellite")) take part" } ?? "The receiver has a fix"
    let median = facts.sky.median.map { ", the middle one with \($0) dB-Hz" } ?? ""
    return Verdict(
      .good, what: "The receiver knows where it is.", why: "\(used)\(median).", advice: "Nothing.",
      expectation: "It goes on like this.")
  }
}
