/// Rules about the bytes.
enum StreamRules {
  static let all: [DiagnosisRule] = [noData, binaryMode, badChecksums, wrongSpeed, notAGPS]

  /// A receiver that reports once a second has spoken twice in this time.
  static let enoughListening = Duration.seconds(3)
  /// The largest normal part of broken sentences; a good line breaks one in a million.
  static let mostBroken = 0.05

  private static func isHeard(_ facts: ReceiverFacts) -> Bool {
    (facts.stream.listened ?? .zero) >= enoughListening
  }

  private static let noData: DiagnosisRule = { facts in
    guard isHeard(facts), let rate = facts.stream.bytesPerSecond, rate == 0 else { return nil }
    let listened = Wording.time(facts.stream.listened ?? .zero)
    return Verdict(
      .noData, what: "The port is open, and nothing comes from it.",
      why: "Not one byte in \(listened); a receiver speaks every second, fix or not.",
      advice:
        "Unplug it, wait ten seconds and plug it in again; behind an adapter, check its wires and power.",
      expectation: "Bytes within two seconds of plugging it in.", expectedTime: .seconds(2))
  }

  private static let binaryMode: DiagnosisRule = { facts in
    let stream = facts.stream
    guard isHeard(facts), !stream.isUnderstood, !stream.formats.isEmpty else { return nil }
    let languages = stream.formats.sorted { $0.name < $1.name }
    let names = languages.map(\.name).joined(separator: " and ")
    let speed = facts.port.speed.map { " at \($0) bits per second" } ?? ""
    if let language = languages.first(where: \.isRead) {
      return Verdict(
        .binaryMode, what: "The receiver speaks \(names)\(speed), without positions yet.",
        why: "Its messages come whole, and none of them tells a position; gpsd leaves receivers like this.",
        advice: language.advice, expectation: "Positions as soon as it sends them, or sentences.")
    }
    // Corrections may come beside a maker's own language, which says more.
    let language = languages.first { $0 != .rtcm } ?? .rtcm
    return Verdict(
      .binaryMode, what: "The receiver speaks \(names)\(speed), and no sentences.",
      why: "Its messages are recognised; no position is read from them.", advice: language.advice,
      expectation: "Positions as soon as it speaks NMEA.")
  }

  private static let badChecksums: DiagnosisRule = { facts in
    guard isHeard(facts), facts.stream.isUnderstood, let part = facts.stream.brokenPart, part > mostBroken
    else { return nil }
    let percent = Int((part * 100).rounded())
    let hasCut = (facts.stream.cutSentences ?? 0) > 0
    return Verdict(
      .badChecksums, what: "Many sentences come broken.",
      why: hasCut
        ? "\(percent) of 100 come damaged or cut off; on a good line not one does."
        : "\(percent) of 100 have a wrong checksum; on a good line not one has.",
      advice:
        "See that no other program reads the port; try another cable, and on a slow line a higher speed.",
      expectation: "Fewer than one broken sentence in a day.")
  }

  private static let wrongSpeed: DiagnosisRule = { facts in
    guard isGarbled(facts), let speed = facts.port.speed, facts.port.speedsTried.count < 4 else { return nil }
    return Verdict(
      .wrongSpeed, what: "Bytes come, and they make no sense at \(speed) bits per second.",
      why:
        "Not one right sentence; that is what a line looks like that is read at another speed than it is written.",
      advice:
        "Let the speed be found: each is tried for 2.2 seconds; usual ones are 9600, 4800, 38400 and 115200.",
      expectation: "Sentences within 20 seconds.", expectedTime: .seconds(20))
  }

  private static let notAGPS: DiagnosisRule = { facts in
    guard isGarbled(facts), facts.port.speed == nil || facts.port.speedsTried.count >= 4 else { return nil }
    let tried = facts.port.speedsTried.sorted().map(String.init).joined(separator: ", ")
    return Verdict(
      .notAGPS, what: "What is plugged in does not speak like a receiver.",
      why: tried.isEmpty
        ? "Bytes come, and nothing in them is known." : "Nothing was understood at \(tried) bits per second.",
      advice: "See that the port is the receiver's and not that of another device.",
      expectation: "A receiver is recognised by its second sentence.")
  }

  /// Whether bytes come, but none are understood.
  private static func isGarbled(_ facts: ReceiverFacts) -> Bool {
    isHeard(facts) && (facts.stream.bytesPerSecond ?? 0) > 0 && !facts.stream.isUnderstood
      && facts.stream.formats.isEmpty && facts.stream.sentences != nil
      // Valid checksums of messages prove that the speed is right.
      && (facts.stream.messages ?? 0) < 2
  }
}
