enum StreamRules {
  static let all: [DiagnosisRule] = [
    noData, binaryMode, refusedFields, wrongSums, badChecksums, sevenBits, wrongSpeed, notAGPS,
  ]

  /// A receiver that reports once per second has sent two reports in this time.
  static let enoughListening = Duration.seconds(3)
  /// The longest interval between epochs of any receiver.
  static let slowest = Duration.seconds(15)
  /// The largest fraction of damaged sentences that is normal; a good line damages one in a million.
  static let mostBroken = 0.05
  /// Fewer refused sentences of a type may be chance.
  static let fewestRefused = 3

  private static func isHeard(_ facts: ReceiverFacts) -> Bool {
    facts.stream.listened.isAtLeast(enoughListening)
  }

  private static let noData: DiagnosisRule = { facts in
    guard case .known(let listened) = facts.stream.listened, listened >= enoughListening,
      facts.stream.bytesPerSecond == .known(0)
    else { return nil }
    return Verdict(
      .noData, what: "The port is open, but the receiver sends nothing.",
      why: "Not one byte in \(Wording.time(listened)); a receiver sends every second, with or without a fix.",
      remedy:
        "Unplug it, wait ten seconds and plug it in again; if it has an adapter, check the wires and power.",
      expectation: "Bytes within two seconds of plugging it in.", expectedTime: .seconds(2),
      evidence: [.rate(facts)])
  }

  private static let binaryMode: DiagnosisRule = { facts in
    let stream = facts.stream
    guard isHeard(facts), !stream.isUnderstood, !stream.formats.isEmpty else { return nil }
    let languages = stream.formats.sorted { $0.name < $1.name }
    let names = languages.map(\.name).joined(separator: " and ")
    let speed = facts.port.speed.map { " at \($0) bits per second" } ?? ""
    if let language = languages.first(where: \.isRead) {
      return Verdict(
        .binaryMode, what: "The receiver sends \(names)\(speed), without positions yet.",
        why:
          "Its messages are valid, but the program reads no position from them; gpsd may have set it this way.",
        remedy: language.remedy, expectation: "Positions as soon as it sends them, or NMEA sentences.",
        evidence: [.stream(facts), .init("frame checksums", names)])
    }
    // The receiver may send corrections in addition to its vendor's protocol, which matters more.
    let language = languages.first { $0 != .rtcm } ?? .rtcm
    // TSIP has no checksums: its messages are recognized by their lengths.
    let source = languages.contains(.tsip) ? "frames" : "frame checksums"
    return Verdict(
      .binaryMode, what: "The receiver sends \(names)\(speed), not NMEA sentences.",
      why: "Its messages are recognized, but the program reads no position from them.",
      remedy: language.remedy, expectation: "Positions as soon as it sends NMEA.",
      evidence: [.stream(facts), .init(source, names)])
  }

  /// All sentences of some types are refused, and no other one reports a position.
  private static let refusedFields: DiagnosisRule = { facts in
    let types = facts.stream.failingTypes.filter { $0.refusal != nil }
    guard isHeard(facts), facts.fix.hasFix == .unknown, let first = types.first, first.count >= fewestRefused
    else { return nil }
    let names = types.map { ShortText.harmless($0.name) }.joined(separator: " and ")
    let counts = types.map { type in
      let words = type.refusal?.words ?? ""
      return
        "\(Wording.count(type.count, "\(ShortText.harmless(type.name)) sentence")) \(type.count == 1 ? "was" : "were") refused: \(words)"
    }
    return Verdict(
      .noPositions, what: "Every \(names) sentence has an impossible field.",
      why: counts.joined(separator: "; ") + ".",
      remedy:
        "Correct the device or program that sends \(names); a position is written 4807.038,N,01131.000,E.",
      expectation: "A position with the first correct sentence.", evidence: [.stream(facts)])
  }

  /// All sentences of some types fail while others pass; a bad line would damage all types alike.
  private static let wrongSums: DiagnosisRule = { facts in
    let failing = facts.stream.failingTypes.filter { $0.refusal == nil }
    guard isHeard(facts), !failing.isEmpty, case .known(let right) = facts.stream.sentences, right > 0 else {
      return nil
    }
    let names = failing.map { ShortText.harmless($0.name) }.joined(separator: " and ")
    let count = failing.reduce(0) { $0 + $1.count }
    return Verdict(
      .badChecksums, what: "Every \(names) sentence has a wrong checksum.",
      why:
        "All \(count) are wrong, and \(right) of other types are correct: the sender computes the checksum wrongly.",
      remedy: "Update the device or program that sends \(names); --no-checksum reads such sentences.",
      expectation: "Their values with the first correct checksum.",
      evidence: [.init(names, "\(Wording.count(count, "wrong checksum")), none right"), .stream(facts)])
  }

  private static let badChecksums: DiagnosisRule = { facts in
    if isHeard(facts), let count = facts.stream.onlyBadChecksums { return onlyBadChecksums(count, facts) }
    // A full line loses output, which looks like damage.
    guard isHeard(facts), facts.stream.isUnderstood, facts.line.isFull != .yes, facts.line.isDamaged != .no,
      let part = facts.line.damagedPart.value ?? facts.stream.brokenPart
    else { return nil }
    let isRecent = facts.line.isDamaged == .yes
    guard part > mostBroken || isRecent && part >= facts.line.lostPart.value ?? 0 else {
      return lostBytes(facts)
    }
    let hasCut = facts.stream.cutSentences.isAtLeast(1)
    let kind = facts.stream.sentences.isAtLeast(1) ? "sentences" : "messages"
    let when = isRecent ? " of the last seconds" : ""
    let percent = Verdict.Evidence.percent(part)
    return Verdict(
      .badChecksums, what: "Many \(kind) arrive damaged.",
      why: hasCut
        ? "\(percent) of 100\(when) arrive damaged or cut off; on a good line, none do."
        : "\(percent) of 100\(when) have a wrong checksum; on a good line, none do.",
      remedy:
        "Check that no other program reads the port; try another cable, and on a slow line a higher speed.",
      expectation: "Fewer than one damaged sentence a day.",
      evidence: isRecent ? [.line(facts), .stream(facts)] : [.stream(facts)])
  }

  /// Damage may destroy the beginnings of sentences; then only bytes can be counted.
  private static func lostBytes(_ facts: ReceiverFacts) -> Verdict? {
    let recent = facts.line.lostPart.value
    guard let part = recent ?? facts.stream.lostPart, part > mostBroken || facts.line.isDamaged == .yes else {
      return nil
    }
    return Verdict(
      .badChecksums, what: "Many bytes are not part of a complete sentence.",
      why:
        "\(Verdict.Evidence.percent(part)) of 100 bytes\(recent == nil ? "" : " of the last seconds") are outside sentences, and some sentences are damaged.",
      remedy:
        "Check that no other program reads the port; try another cable, and on a slow line a higher speed.",
      expectation: "Fewer than one damaged sentence a day.", evidence: [.stream(facts), .rate(facts)])
  }

  /// While no sentence is valid, the cause may be the line or the sender.
  private static func onlyBadChecksums(_ count: Int, _ facts: ReceiverFacts) -> Verdict {
    Verdict(
      .badChecksums, what: "No sentence has a correct checksum.",
      why: "All \(count) are wrong: the line damages them, or their sender computes the checksum wrongly.",
      remedy: "Try another cable; if nothing changes, update the device, or read with --no-checksum.",
      expectation: "Correct checksums at once.", evidence: [.stream(facts)])
  }

  /// The speed is right, and the number of data bits is not.
  private static let sevenBits: DiagnosisRule = { facts in
    guard isHeard(facts), !facts.stream.isUnderstood, case .known(let count) = facts.stream.sevenBitSentences,
      count >= 3
    else { return nil }
    return Verdict(
      .wrongSpeed, what: "The receiver sends 7 data bits and a parity bit.",
      why: "\(count) sentences are correct once bit 7 of each byte is cleared; as received, none is.",
      remedy: "Set the receiver to 8 data bits and no parity.",
      expectation: "Correct sentences at once.", evidence: [.stream(facts)])
  }

  private static let wrongSpeed: DiagnosisRule = { facts in
    guard isGarbled(facts), let speed = facts.port.speed, facts.port.speedsTried.count < 4 else { return nil }
    return Verdict(
      .wrongSpeed, what: "The bytes that arrive make no sense at \(speed) bits per second.",
      why:
        "Not one sentence is correct, which is typical of a wrong line speed.",
      remedy:
        "Let the program find the speed: it tries each for 2.2 seconds; usual ones are 9600, 4800, 38400 and 115200.",
      expectation: "Sentences within 20 seconds.", expectedTime: .seconds(20), evidence: [.stream(facts)])
  }

  private static let notAGPS: DiagnosisRule = { facts in
    guard isGarbled(facts), facts.port.speed == nil || facts.port.speedsTried.count >= 4 else { return nil }
    let tried = facts.port.speedsTried.sorted().map(String.init).joined(separator: ", ")
    return Verdict(
      .notAGPS, what: "The data does not come from a GPS receiver.",
      why: tried.isEmpty
        ? "Bytes arrive, but no complete sentence or known message is among them."
        : "Nothing was understood at \(tried) bits per second.",
      remedy: "Check that the port belongs to the receiver and not to another device.",
      expectation: "A receiver is recognized by its second sentence.", evidence: [.stream(facts)])
  }

  /// Whether bytes arrive that cannot be decoded.
  private static func isGarbled(_ facts: ReceiverFacts) -> Bool {
    isHeard(facts) && facts.stream.bytesPerSecond.isAtLeast(.leastNonzeroMagnitude)
      && !facts.stream.isUnderstood && facts.stream.formats.isEmpty && facts.stream.sentences == .known(0)
      // Valid checksums of messages prove that the speed is right.
      && !facts.stream.messages.isAtLeast(2) && facts.stream.onlyBadChecksums == nil
      && !facts.stream.sevenBitSentences.isAtLeast(3)
      && !facts.stream.failingTypes.contains { $0.refusal != nil && $0.count >= fewestRefused }
  }
}
