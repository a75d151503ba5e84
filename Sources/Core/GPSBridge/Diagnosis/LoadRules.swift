internal import GPSBase

/// Rules about a receiver that sends more than its line can carry, or that rejects its own position.
enum LoadRules {
  /// These rules precede the ones about the stream, because an interruption or a full line causes damage.
  static let first: [DiagnosisRule] = [interrupted, overloaded]
  static let all: [DiagnosisRule] = [notGood]

  /// How long a line is measured before it can be called full.
  static let measured = Duration.seconds(10)
  /// The fraction of a line's capacity that only a saturated sender reaches.
  static let full = 0.985
  /// A real line can't exceed this; a pseudo-terminal has no speed, and a backlog arrives at once.
  static let possible = 1.02

  /// Output that the receiver sent during an interruption is not evidence about the present.
  private static let interrupted: DiagnosisRule = { facts in
    guard case .known(let interruption) = facts.interruption else { return nil }
    let length = Wording.time(interruption.duration)
    let isSleep = interruption.cause == .computerSlept
    return Verdict(
      isSleep ? .computerSlept : .programStopped,
      what: isSleep ? "The computer slept for \(length)." : "This program did not run for \(length).",
      why: "No current position has come since then.", remedy: "Wait for the receiver's next epoch.",
      expectation: "A position within two seconds, if the receiver has a fix.", expectedTime: .seconds(2),
      evidence: [
        .init(
          "clocks",
          isSleep ? "the timer clock stopped for \(length)" : "a timer fired late, after \(length)")
      ])
  }

  private static let overloaded: DiagnosisRule = { facts in
    let reason: String
    let evidence: Verdict.Evidence
    if facts.load.hasDropped == .yes || facts.load.sending.isAtLeast(100) {
      reason = "The receiver reports that it could not send all its output."
      evidence = Verdict.Evidence("MON-COMMS, MON-TXBUF or TXT", "output dropped")
    } else if isFull(facts), let speed = facts.port.speed {
      reason =
        "The line is never idle: \(speed) bits per second carry \(speed / 10) bytes, and all are in use\(lost(facts)).\(needed(facts, speed))"
      evidence = .line(facts)
    } else {
      return nil
    }
    return Verdict(
      .overloaded, what: "The line is too slow for the receiver's output.",
      why: "\(reason) Output that does not fit is lost or late.",
      remedy:
        "Give it \(fasterLine(facts)), fewer sentences or a lower rate: gpsbridge configure --baud, --sentences, --rate.",
      expectation: "Complete epochs from the next one on.", expectedTime: .seconds(1), evidence: [evidence])
  }

  /// The demand as a sentence, if it is known and does not fit.
  private static func needed(_ facts: ReceiverFacts, _ speed: Int) -> String {
    guard case .known(let demand) = facts.load.demand, demand > speed / 10 else { return "" }
    return " It needs about \(demand) bytes a second."
  }

  private static func fasterLine(_ facts: ReceiverFacts) -> String {
    guard case .known(let demand) = facts.load.demand, let speed = facts.port.speed, demand > speed / 10,
      // A tenth is left for answers and longer sentences.
      let enough = speeds.first(where: { $0 / 10 * 9 / 10 >= demand })
    else { return "a faster line" }
    return "a line of \(enough) baud"
  }

  private static let speeds = [9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600]

  private static func isFull(_ facts: ReceiverFacts) -> Bool {
    guard facts.stream.isUnderstood else { return false }
    if case .known(let isFull) = facts.line.isFull { return isFull }
    guard let speed = facts.port.speed, case .known(let rate) = facts.stream.bytesPerSecond,
      facts.stream.listened.isAtLeast(measured)
    else { return false }
    return full...possible ~= rate * 10 / Double(max(speed, 1))
  }

  /// The damage on the line as text, if there is any.
  private static func lost(_ facts: ReceiverFacts) -> String {
    guard case .known(let part) = facts.line.damagedPart, part >= 0.005 else { return "" }
    return "; \(Verdict.Evidence.percent(part)) of 100 sentences and messages arrive damaged"
  }

  /// How long a receiver may reject its position before we report it.
  private static let patience = Duration.seconds(30)

  private static let notGood: DiagnosisRule = { facts in
    guard facts.fix.hasFix == .no, case .known(let time) = facts.fix.heldBack, time >= patience else {
      return nil
    }
    var dilution = ""
    if case .known(let value) = facts.fix.horizontalDilution {
      dilution = ": its dilution is \(FixedText.of(value, decimals: 1)), and 1 or 2 is usual"
    }
    return Verdict(
      .fixNotGood, what: "The receiver computes a position, but marks it as not valid.",
      why: "It has done so for \(Wording.time(time))\(dilution).",
      remedy: "Give the antenna a wider view of the sky; a wall, a roof or a window takes most of it away.",
      expectation: "A fix within seconds in a better place.", expectedTime: .seconds(30),
      evidence: [.epoch(facts, .judging, "a position that is not valid"), .search(facts)])
  }
}
