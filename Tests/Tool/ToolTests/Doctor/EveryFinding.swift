import DiscoverySupport
import GPSBridge
import SerialPorts

@testable import GPSBridgeTool
@testable import GPSServiceVerbs

/// What was heard of receivers, as tests need it.
extension HeardFacts {
  static var good: HeardFacts {
    var heard = HeardFacts()
    heard.node = "/dev/ttyACM0"
    heard.counts.sentences = 412
    heard.counts.bytes = 28_000
    heard.counts.epochs = 60
    heard.counts.fixes = 60
    heard.rate = 1
    heard.clockAhead = 0.14
    heard.facts.port.state = .opened
    heard.facts.stream.listened = .seconds(60)
    heard.facts.stream.bytesPerSecond = 470
    heard.facts.stream.sentences = 412
    heard.facts.stream.badChecksums = 0
    heard.facts.stream.epochs = 60
    heard.facts.fix.hasFix = true
    heard.facts.fix.dimensions = 3
    heard.facts.sky.inView = 19
    heard.facts.sky.heard = 16
    heard.facts.sky.used = 11
    heard.facts.sky.best = 46
    heard.facts.sky.median = 38
    return heard
  }

  /// The same, changed.
  static func good(_ change: (inout HeardFacts) -> Void) -> HeardFacts {
    var heard = good
    change(&heard)
    return heard
  }
}

/// Everything that the doctor may find, on machines that are made for it.
enum EveryFinding {
  static func all() throws -> [Finding] { try machines().flatMap { Checks.findings($0) } }

  static func machines() throws -> [HostFacts] {
    var all: [HostFacts] = []
    for port in [FakePort.ublox(), .cp210x(), .modem("ttyUSB1"), FakePort("ttyACM0", 0x1546, 0x1102)] {
      let machine = try Machine()
      try machine.plug(port)
      try machine.plug("1-7", "1546", "01a8", name: "u-blox", speed: "12")
      try machine.run("ModemManager", number: 20)
      all += [machine.facts(), machine.facts(.port(port.node)), machine.facts(.port("/dev/ttyS99"))]
      for name in ["gpsd", "brltty", "screen"] {
        try machine.run(name, number: 30, open: [port.node])
        all.append(machine.facts(.port(port.node)))
      }
      for change in changes {
        let machine = try Machine()
        try machine.plug(port)
        var facts = machine.facts(.port(port.node))
        facts.heard = .good(change)
        all.append(facts)
      }
      var facts = machine.facts(.port(port.node))
      for user in [
        UserFacts(), UserFacts(number: 1000, session: [20]), UserFacts(number: 1000, listed: [20]),
      ] {
        facts.target = .port(denied(facts.port, group: 20))
        facts.user = user
        all.append(facts)
      }
    }
    var facts = HostFacts()
    facts.examination.findings = StoreFacts.all.flatMap(StoreChecks.findings)
    return all + [facts]
  }

  private static func denied(_ port: ExaminedPort?, group: UInt32) -> ExaminedPort {
    var port = port ?? ExaminedPort(port: .init(node: "/dev/ttyACM0"))
    port.port.isAccessible = false
    port.owner = MachineFiles.Owner(user: 0, group: group, mode: 0o660)
    return port
  }

  private static let changes: [@Sendable (inout HeardFacts) -> Void] = [
    { $0.refusal = LocationError(.portFailed, "the port failed") },
    { $0.facts.integrity.rolloverWeeks = 1024 },
    { $0.facts.stream.badChecksums = 100 },
    { $0.facts.fix.horizontalDilution = 20 },
    { $0.facts.stream.modemCommands = 2 },
    { $0.facts.stream = StreamFacts() },
    { $0.facts.integrity.isSpoofingReported = true },
    { $0.facts.integrity.antenna = "SHORT" },
    { $0.hardware.antenna = .short },
    { ($0.hardware.antenna, $0.hardware.jamming) = (.open, .notWatched) },
    { $0.facts.load.hasDropped = true },
    { ($0.facts.fix.heldBack, $0.facts.fix.hasFix) = (.seconds(60), false) },
    {
      var fall = SignalFall(decibels: 16, satellites: 9)
      (fall.levelBefore, fall.levelAfter, fall.time) = (41, 25, .seconds(8))
      $0.facts.integrity.signalFall = fall
    },
    {
      $0.facts.stream.sentences = 0
      $0.facts.stream.messages = 40
      $0.facts.stream.epochs = 0
      $0.facts.stream.formats = [.ubx]
      $0.facts.fix.hasFix = .unknown
    },
    { $0.clockAhead = 86_400 * 20 },
    { $0.clockAhead = -7 },
    {
      $0.facts.stream.bytesPerSecond = 0
      $0.facts.fix.hasFix = .unknown
    },
    {
      $0.facts.fix.hasFix = false
      $0.facts.fix.searching = .seconds(60)
      $0.facts.sky.heard = 0
    },
  ]
}

extension Transcript {
  /// Compares what the doctor prints of some findings, behind each claim, with a file.
  static func expect(_ name: String, _ rows: [(claim: String, findings: [Finding])]) throws {
    let text = rows.map { claim, findings in
      let texts = findings.map { "\($0.code):\n\(DoctorReport.text($0))" }
      return "# \(claim)\n\(texts.isEmpty ? "nothing\n" : texts.joined())"
    }
    try expect(text.joined(), is: name)
  }
}
