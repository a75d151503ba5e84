import DiscoverySupport
import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `The receiver that is examined` {
  private func found(_ fill: (Machine) throws -> Void, _ source: SourceName = .automatic) throws -> [Finding]
  {
    let machine = try Machine()
    try fill(machine)
    return ReceiverChecks.receiver(machine.facts(source))
  }

  @Test func `is found or missed in words that were read and found right`() throws {
    try Transcript.expect(
      "receiver-findings",
      [
        (
          "counted among its like, and the others are named",
          try found {
            try $0.plug(.ublox())
            try $0.plug(.ublox("ttyACM1", at: "1-6"))
          }
        ), ("alone", try found { try $0.plug(.ublox()) }),
        ("behind an adapter", try found { try $0.plug(.cp210x()) }),
        ("behind an adapter that was named", try found({ try $0.plug(.cp210x()) }, .port("/dev/ttyUSB0"))),
        ("simulated, without its options", try found({ _ in }, .simulated("sim:walk?seed=7&rate=10"))),
        ("simulated, and moves no cursor", try found({ _ in }, .simulated("sim:a\u{1B}[2J"))),
        ("not there", try found { _ in }),
      ])
  }
}

@Suite struct `A finding` {
  @Test func `has a code and sentences, and needs something done where it is not fine`() throws {
    for finding in try EveryFinding.all() {
      #expect(finding.code.wholeMatch(of: /[a-z][a-z0-9]*(_[a-z0-9]+)*/) != nil, "\(finding.code)")
      #expect(
        (finding.remedy == nil) == (finding.level == .fine) && finding.remedy?.isEmpty != true, "\(finding)")
      for text in [finding.what, finding.why, finding.remedy].compactMap({ $0 }) {
        // A command at the end of a remedy is there to be copied.
        let isCopied =
          text == finding.remedy && text.contains(/(^|: )(gpsbridge|kill|mmcli|sudo|apt) [^,;]+$/)
        #expect(text.hasSuffix(".") != isCopied, "\(finding.code): \(text)")
        // Lower case begins only a name, such as gpsd (process 30), or a command.
        #expect(
          text.prefixMatch(of: /(?!gpsbridge|kill|mmcli|sudo|apt)[a-z]+ [^(]/) == nil,
          "\(finding.code): \(text)")
        #expect(!text.contains("\n") && !text.contains("  "), "\(finding.code): \(text)")
      }
    }
  }

  @Test func `has a remedy that is a sentence, or ends with a command`() {
    let remedies = [
      "plug it in", "Plug it in.", "kill 30", "sudo modprobe cdc_acm, then plug it in", "stop it: kill 30",
      "stop it: kill 30; then go on", "u-blox 8 is its model", "cat (process 3) has it",
    ]
    #expect(
      remedies.map { Finding.warning("a", "b", remedy: $0).remedy } == [
        "Plug it in.", "Plug it in.", "kill 30", "sudo modprobe cdc_acm, then plug it in.",
        "Stop it: kill 30",
        "Stop it: kill 30; then go on.", "u-blox 8 is its model.", "cat (process 3) has it.",
      ])
  }
}

@Suite struct `This computer's clock` {
  @Test func `agrees as far as a cable can tell, or is wrong by what people count in`() throws {
    let agreeing = [-0.5, -0.1, 0, 0.14, 1, 2]
    let wrong = [2.5, -0.6, 599, -601, -1800, 7200, 61_290, 172_800, -619_315_200, 1e300]
    let cases: [(Double?, Bool)] = (agreeing + wrong).map { ($0, false) } + [(nil, false), (9, true)]
    let rows = cases.map { ahead, isSimulated in
      var facts = HostFacts()
      facts.heard = .good { ($0.clockAhead, $0.isSimulated) = (ahead, isSimulated) }
      let claim = "\(ahead.map { "\($0) s" } ?? "unknown")\(isSimulated ? ", simulated" : "")"
      return (claim, ClockChecks.clock(facts))
    }
    try Transcript.expect("clock-findings", rows)
  }
}
