/// Finds out why there is no fix, or why it is a bad one, and what to do about it.
///
/// It is a function of ``ReceiverFacts`` and nothing else: the same facts give the same verdict, in the tool, in a
/// program and in a test. The causes are checked in the order of the data's way: a user who can't open a port need not
/// move an antenna.
public enum Diagnosis {
  /// The verdict that matters most; there always is one.
  public static func verdict(_ facts: ReceiverFacts) -> Verdict { verdicts(facts)[0] }

  /// All verdicts that the facts support, the most important one first; there always is one.
  ///
  /// There is at most one about satellites: a receiver that hears too few also searches, but for the same cause. A
  /// position that cannot be trusted is not called good.
  public static func verdicts(_ facts: ReceiverFacts) -> [Verdict] {
    if let only = RecordingRules.verdict(facts) ?? NetworkRules.verdict(facts) { return [only] }
    let rules =
      [refused] + PortRules.all + LoadRules.first + StreamRules.all + IntegrityRules.all + LoadRules.all
      + [SignalRules.first]
    var found = rules.compactMap { $0(facts) }
    // Last: its position is right, whatever it refuses. While nothing is known of that, it would only come and go.
    if !found.isEmpty, let verdict = SettingRules.notAsSet(facts) { found.append(verdict) }
    if found.contains(where: { troubles.contains($0.code) }) { found.removeAll { $0.code == .good } }
    return found.isEmpty ? [noPositions(facts) ?? listening(facts)] : found
  }

  /// Conditions under which not all is well, although there is a fix: it is in doubt, or comes as nobody wants it.
  private static let troubles: Set<Verdict.Code> = [.spoofed, .jammed, .stuckTime, .wrongTime, .notAsSet]

  private static let refused: DiagnosisRule = { facts in
    guard facts.fix.isRefused == .yes else { return nil }
    return Verdict(
      .refusedPosition, what: "The receiver claims to be at 0°, 0°: that is refused.",
      why: "It names this place in the Gulf of Guinea when it has lost its memory, and calls it a fix.",
      advice: "Wait a minute for a real fix; if it stays, unplug it for ten seconds.",
      expectation: "A fix half a minute to a minute later.", expectedTime: .seconds(60),
      evidence: [.epoch(facts, .position, "a fix at 0°, 0°")])
  }

  /// The signs of forged signals that the facts show, in words.
  ///
  /// Each has an innocent cause, too; two at once hardly have.
  public static func spoofingSigns(_ facts: ReceiverFacts) -> [String] { SpoofingHints.found(facts) }

  /// Sentences or messages come, and none of them is about the position, or none is anymore.
  private static let noPositions: DiagnosisRule = { facts in
    guard facts.port.state == .opened, facts.fix.hasFix == .unknown, facts.stream.isUnderstood,
      facts.stream.listened.isAtLeast(StreamRules.slowest)
    else { return nil }
    let hasSentences = facts.stream.sentences.isAtLeast(1)
    return Verdict(
      .noPositions,
      what: "\(hasSentences ? "Sentences" : "Messages") come, and none of them reports a position.",
      why: facts.stream.epochs.isAtLeast(1)
        ? "No epoch of the last \(Wording.time(StreamRules.slowest)) reports on a fix."
        : "No GGA, RMC, GLL or GNS has come: AIS, a compass or a depth sounder sends other sentences.",
      advice: hasSentences
        ? "See that a GPS receiver is connected to this line, and that it sends GGA or RMC."
        : "See that it sends its messages of the position, as NAV-PVT of u-blox.",
      expectation: "A position with the first such sentence.", evidence: [.stream(facts)])
  }

  private static func listening(_ facts: ReceiverFacts) -> Verdict {
    Verdict(
      .listening, what: "Not enough is known yet to say anything.",
      why: "The receiver has not been listened to for long enough.", advice: "Wait a few seconds.",
      expectation: "A verdict within five seconds of listening.", expectedTime: .seconds(5),
      evidence: [.stream(facts)])
  }
}

/// The condition of a recording: it has no plug and no repair.
private enum RecordingRules {
  /// Silence that a receiver reports; shorter gaps are part of any line.
  private static let pause = Duration.seconds(3)

  static func verdict(_ facts: ReceiverFacts) -> Verdict? {
    guard facts.port.isRecording else { return nil }
    if facts.port.state == .gone {
      return Verdict(
        .recordingOver, what: "The recording is over.",
        why: "All of it has been played; this is how it ended.", advice: "", expectation: "",
        evidence: [.port(facts, "the end of the recording")])
    }
    guard facts.stream.bytesPerSecond == .known(0), facts.stream.listened.isAtLeast(pause) else { return nil }
    return Verdict(
      .recordingPauses, what: "Nothing comes at the moment.",
      why: "The recording has a pause here, or the program that it comes from says nothing.",
      advice: "Wait; a recording goes on by itself.", expectation: "It goes on where its pause ends.",
      evidence: [.rate(facts)])
  }
}

/// The condition of a receiver that a server on the network has, when nothing comes of it.
private enum NetworkRules {
  static func verdict(_ facts: ReceiverFacts) -> Verdict? {
    guard facts.port.isOnNetwork else { return nil }
    if let fault = facts.port.serverFault {
      return Verdict(
        .notServed, what: "The server that has the receiver gives nothing.", why: "\(fault).",
        advice: "See that the server runs, can be reached from here, and has its receiver.",
        expectation: "It is joined again by itself, after half a minute at most.",
        evidence: [.port(facts, fault)])
    }
    guard facts.port.state == .opened, facts.stream.bytesPerSecond == .known(0),
      case .known(let listened) = facts.stream.listened, listened >= StreamRules.enoughListening
    else { return nil }
    return Verdict(
      .notServed, what: "The server is joined, and nothing comes from its receiver.",
      why: "Not one byte in \(Wording.time(listened)); a receiver speaks every second, fix or not.",
      advice: "Look at the receiver where it is plugged in.",
      expectation: "Its position comes as soon as it speaks again.", evidence: [.rate(facts)])
  }
}

/// A rule for one cause; it returns nil if the facts do not support it.
typealias DiagnosisRule = @Sendable (ReceiverFacts) -> Verdict?
