import DiscoverySupport
import GPSBridge
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `The page of troubles` {
  private let findings: Set<String>

  init() throws {
    let machine = try Machine()
    try machine.plug(.ublox())
    let troubles: [@Sendable (inout HeardFacts) -> Void] = [
      {
        $0.facts.fix.hasFix = false
        $0.facts.fix.searching = .seconds(300)
        $0.facts.sky.heard = 2
        $0.facts.sky.heardWell = 0
        $0.facts.sky.best = 24
      },
      {
        $0.facts.fix.hasFix = false
        $0.facts.fix.searching = .seconds(40)
        $0.facts.sky.heardWell = 6
      },
      {
        $0.listen(bytesPerSecond: 470)
        $0.facts.stream.sentences = 0
        $0.facts.port.speed = 9600
      },
      {
        $0.listen(bytesPerSecond: 470)
        $0.facts.stream.formats = [.skytraq]
      },
      { $0.listen(bytesPerSecond: 0) },
    ]
    let heard = troubles.map { trouble in
      var facts = machine.facts(.port("/dev/ttyACM0"))
      facts.heard = .good(trouble)
      return facts
    }
    let denied = [[], [20]].map { UserFacts(number: 1000, name: "you", listed: $0) }.map { user in
      var facts = machine.facts(.port("/dev/ttyACM0"))
      var port = facts.port ?? ExaminedPort(port: .init(node: ""))
      port.port.isAccessible = false
      port.owner = MachineFiles.Owner(user: 0, group: 20, mode: 0o660)
      facts.target = .port(port)
      facts.user = user
      facts.user.groupNames = [20: "dialout"]
      return facts
    }
    let nothing = try Machine().facts()
    let all = try EveryFinding.all() + (heard + denied + [nothing]).flatMap { Checks.findings($0) }
    findings = Set(all.map(DoctorReport.text))
  }

  @Test func `quotes the doctor to the letter`() throws {
    let page = String(decoding: try Places.bytes(of: Places.root + "/docs/troubleshooting.md"), as: UTF8.self)
    let quotes = page.split(separator: "```\n").filter { $0.hasPrefix(" FAIL") || $0.hasPrefix(" WARN") }
    #expect(quotes.count > 10)
    #expect(quotes.filter { !findings.contains(String($0)) } == [], "the doctor never says this")
  }
}

extension HeardFacts {
  /// Twenty seconds in which nothing was understood.
  fileprivate mutating func listen(bytesPerSecond rate: Double) {
    (facts.fix, facts.stream) = (FixFacts(), StreamFacts())
    (facts.stream.listened, facts.stream.bytesPerSecond) = (.seconds(20), .known(rate))
  }
}
