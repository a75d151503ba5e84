internal import GPSBase

/// Rules about faults that prevent any data.
enum PortRules {
  static let all: [DiagnosisRule] = [absent, gone, denied, busy, shared, takenForModem]

  private static let absent: DiagnosisRule = { facts in
    guard facts.port.state == .absent else { return nil }
    if let sought = facts.port.sought { return missing(ShortText.harmless(sought), facts.port.loss) }
    return Verdict(
      .noDevice, what: "No receiver is plugged in.", why: "None of the serial ports belongs to a receiver.",
      remedy: "Plug it in; if it has a plain USB serial adapter, name its port.",
      expectation: "It is found within a second of being plugged in.", expectedTime: .seconds(1),
      evidence: [.init("list of serial ports", "no receiver")])
  }

  /// The requested port is missing; other receivers may be present.
  private static func missing(_ name: String, _ loss: PortFacts.Loss?) -> Verdict {
    Verdict(
      .noDevice, what: "\(name) is not there.",
      why: loss.map { sentence($0.reason) } ?? "No serial port has this name.",
      remedy: loss.map { sentence($0.remedy) }
        ?? "Plug the receiver in; gpsbridge devices lists the ports that are there.",
      expectation: loss == nil
        ? "It is found within a second of being plugged in." : "Positions as soon as that is done.",
      expectedTime: loss == nil ? .seconds(1) : nil, evidence: [.init("list of serial ports", "no \(name)")])
  }

  private static func sentence(_ words: String) -> String {
    Wording.sentence(VisibleText.replaced(words, limit: 220))
  }

  private static let gone: DiagnosisRule = { facts in
    guard facts.port.state == .gone else { return nil }
    return Verdict(
      .deviceGone, what: "The receiver was unplugged.", why: "\(path(facts)) has disappeared.",
      remedy: "Plug it in again; if it was not pulled out, try another cable or a powered hub.",
      expectation: "The program reopens it by itself, whatever its new name.",
      evidence: [.port(facts, "hung up or removed")])
  }

  private static let denied: DiagnosisRule = { facts in
    guard facts.port.state == .denied else { return nil }
    let group = facts.port.group.map(ShortText.harmless)
    return Verdict(
      .permissionDenied, what: "This user has no permission to open the receiver's port.",
      why: facts.port.denial.map { sentence($0.reason) } ?? "This user may not read and write \(path(facts))"
        + (group.map { " (its group is \($0))." } ?? "."),
      remedy: facts.port.denial.map { sentence($0.remedy) }
        ?? "gpsbridge doctor examines the rights and names a remedy.",
      expectation: "Positions as soon as the port can be opened.",
      evidence: [.port(facts, "opening: permission denied")])
  }

  private static let busy: DiagnosisRule = { facts in
    guard facts.port.state == .busy else { return nil }
    let holder = facts.port.holder.map(ShortText.harmless) ?? "another program"
    let process = facts.port.holderProcess.map { " (process \($0))" } ?? ""
    guard !facts.port.isTerminalOfHolder else {
      return Verdict(
        .portBusy, what: "\(path(facts)) is the terminal of \(holder)\(process), not a receiver.",
        why: "It was not opened: reading it would take typed input away from its program.",
        remedy: "Name the port of a receiver, or the link that its simulator makes.",
        expectation: "Positions as soon as a receiver's port is named.",
        evidence: [.port(facts, "terminal of \(holder)\(process)")])
    }
    return Verdict(
      .portBusy, what: "The receiver's port is in use by \(holder)\(process).",
      why: "Two programs on one port would each receive only part of the bytes.",
      remedy: remedy(facts.port.holderRemedy),
      expectation: "The port opens as soon as it is free.",
      evidence: [.port(facts, "opening: in use by \(holder)\(process)")])
  }

  private static let shared: DiagnosisRule = { facts in
    guard facts.port.state == .opened, let reader = facts.port.otherReader else { return nil }
    let name = ShortText.harmless(reader)
    let process = facts.port.otherReaderProcess.map { " (process \($0))" } ?? ""
    return Verdict(
      .portShared, what: "Another program also reads from the receiver's port: \(name)\(process).",
      why: "Each of the two receives only part of the bytes: no byte reaches both.",
      remedy: remedy(facts.port.otherReaderRemedy),
      expectation: "Complete sentences within two seconds after that program ends.",
      expectedTime: .seconds(2), evidence: [.port(facts, "also open in \(name)\(process)")])
  }

  /// The remedy for the program that has the port open, as a sentence.
  private static func remedy(_ remedy: String?) -> String {
    sentence(remedy ?? "close the port in that program")
  }

  private static let takenForModem: DiagnosisRule = { facts in
    guard case .known(let commands) = facts.stream.modemCommands, commands > 0 else { return nil }
    return Verdict(
      .takenForModem, what: "Another program treats the receiver as a modem and sends it commands.",
      why: "\(Wording.count(commands, "modem command")) came back from the line, such as AT+GCAP.",
      remedy:
        "Run: sudo systemctl stop ModemManager; to keep it, set ID_MM_DEVICE_IGNORE=1 for this device in a udev rule.",
      expectation:
        "The disturbance ends at once; with ModemManager it lasts about 30 seconds after each plug-in.",
      expectedTime: .seconds(30),
      evidence: [.init("received bytes", "\(Wording.count(commands, "modem command"))")])
  }

  private static func path(_ facts: ReceiverFacts) -> String {
    facts.port.path.map(ShortText.harmless) ?? "The port"
  }
}
