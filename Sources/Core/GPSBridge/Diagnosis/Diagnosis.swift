/// Finds out why there is no fix or only a poor one, and what to do about it.
///
/// It is a pure function of ``ReceiverFacts``: the same facts give the same verdict in the tool, in a program
/// and in a test. The rules follow the path of the data: a user who can't open a port is not told to move an
/// antenna.
public enum Diagnosis {
  /// The most important verdict; there is always one.
  public static func verdict(_ facts: ReceiverFacts) -> Verdict { verdicts(facts)[0] }

  /// All verdicts that the facts support, the most important one first; there is always at least one.
  ///
  /// At most one verdict is about satellites: a receiver with too few satellites also searches, for the same
  /// reason. A position that cannot be trusted is never called good.
  public static func verdicts(_ facts: ReceiverFacts) -> [Verdict] {
    if let only = RecordingRules.verdict(facts) ?? NetworkRules.verdict(facts) { return [only] }
    var found = rules.compactMap { $0(facts) }
    // Last, since the position is correct anyway. Added only to other verdicts, or it would come and go.
    if !found.isEmpty, let verdict = SettingRules.notAsSet(facts) { found.append(verdict) }
    if found.contains(where: { troubles.contains($0.code) }) { found.removeAll { $0.code == .good } }
    return found.isEmpty ? [noPositions(facts) ?? listening(facts)] : found
  }

  /// Whether the only verdict is ``Verdict/Code/good``; this makes no text for it.
  public static func isGood(_ facts: ReceiverFacts) -> Bool {
    guard facts.fix.hasFix == .yes, RecordingRules.verdict(facts) == nil, NetworkRules.verdict(facts) == nil,
      SettingRules.notAsSet(facts) == nil
    else { return false }
    return rules.dropLast().allSatisfy { $0(facts) == nil } && SignalRules.isGood(facts)
  }

  /// All rules that may apply together, in the order of the data's path.
  private static let rules =
    [refused] + PortRules.all + LoadRules.first + StreamRules.all + IntegrityRules.all + LoadRules.all
    + [SignalRules.first]

  /// Verdicts that rule out `good` although there is a fix: the fix is in doubt, or the settings are wrong.
  private static let troubles: Set<Verdict.Code> = [
    .noData, .spoofed, .jammed, .stuckTime, .wrongTime, .notAsSet,
  ]

  private static let refused: DiagnosisRule = { facts in
    guard facts.fix.isRefused == .yes else { return nil }
    return Verdict(
      .refusedPosition, what: "The receiver reports a position at 0°, 0°, which is refused.",
      why: "Receivers report this place in the Gulf of Guinea as a fix after they have lost their memory.",
      remedy: "Wait a minute for a real fix; if none comes, unplug the receiver for ten seconds.",
      expectation: "A fix half a minute to a minute later.", expectedTime: .seconds(60),
      evidence: [.epoch(facts, .position, "a fix at 0°, 0°")])
  }

  /// The signs of spoofed signals in the facts, as text.
  ///
  /// Each sign can have a harmless cause; two at once hardly can.
  static func spoofingSigns(_ facts: ReceiverFacts) -> [String] { SpoofingHints.found(facts) }

  /// Sentences or messages arrive, but never had a position, or have had none for some time.
  private static let noPositions: DiagnosisRule = { facts in
    guard facts.port.state == .opened, facts.fix.hasFix == .unknown, facts.stream.isUnderstood,
      facts.stream.listened.isAtLeast(StreamRules.slowest)
    else { return nil }
    let hasSentences = facts.stream.sentences.isAtLeast(1)
    return Verdict(
      .noPositions,
      what: "\(hasSentences ? "Sentences" : "Messages") arrive, but none of them reports a position.",
      why: facts.stream.epochs.isAtLeast(1)
        ? "No epoch of the last \(Wording.time(StreamRules.slowest)) reports whether there is a fix."
        : "No GGA, RMC, GLL or GNS has arrived: AIS, a compass or a depth sounder sends other sentences.",
      remedy: hasSentences
        ? "Check that a GPS receiver is connected to this line, and that it sends GGA or RMC."
        : facts.stream.formats.filter(\.isRead).sorted { $0.name < $1.name }.first?.remedy
          ?? "Check that it sends its position messages.",
      expectation: "A position with the first such sentence.", evidence: [.stream(facts)])
  }

  private static func listening(_ facts: ReceiverFacts) -> Verdict {
    Verdict(
      .listening, what: "It is too early for a verdict.",
      why: "The program has not been reading from the receiver for long enough.",
      remedy: "Wait a few seconds.",
      expectation: "A verdict within five seconds.", expectedTime: .seconds(5),
      evidence: [.stream(facts)])
  }
}

/// Rules for a recording, which cannot be unplugged or repaired.
private enum RecordingRules {
  /// The shortest silence to report; shorter gaps are normal on any line.
  private static let pause = Duration.seconds(3)

  static func verdict(_ facts: ReceiverFacts) -> Verdict? {
    guard facts.port.isRecording else { return nil }
    if facts.port.state == .gone {
      return Verdict(
        .recordingOver, what: "The recording is over.",
        why: "All of it has been played; this is how it ended.", remedy: "", expectation: "",
        evidence: [.port(facts, "the end of the recording")])
    }
    guard facts.stream.bytesPerSecond == .known(0), facts.stream.listened.isAtLeast(pause) else { return nil }
    return Verdict(
      .recordingPauses, what: "No data arrives at the moment.",
      why: "The recording has a pause here, or the program that writes it sends nothing.",
      remedy: "Wait; the recording continues by itself.", expectation: "It continues when the pause ends.",
      evidence: [.rate(facts)])
  }
}

/// Rules for a receiver on a network server that delivers nothing.
private enum NetworkRules {
  static func verdict(_ facts: ReceiverFacts) -> Verdict? {
    guard facts.port.isOnNetwork else { return nil }
    if let fault = facts.port.serverFault {
      return Verdict(
        .notServed, what: "The server that has the receiver sends nothing.", why: "\(fault).",
        remedy: "Check that the server runs, can be reached from here, and has its receiver.",
        expectation: "The program reconnects by itself within half a minute.",
        evidence: [.port(facts, fault)])
    }
    guard facts.port.state == .opened, facts.stream.bytesPerSecond == .known(0),
      case .known(let listened) = facts.stream.listened, listened >= StreamRules.enoughListening
    else { return nil }
    return Verdict(
      .notServed, what: "The server is connected, but its receiver sends nothing.",
      why: "Not one byte in \(Wording.time(listened)); a receiver sends every second, with or without a fix.",
      remedy: "Check the receiver at the machine that it is plugged into.",
      expectation: "Positions as soon as the receiver sends again.", evidence: [.rate(facts)])
  }
}

/// A rule for one cause; it returns nil if the facts do not support it.
typealias DiagnosisRule = @Sendable (ReceiverFacts) -> Verdict?
