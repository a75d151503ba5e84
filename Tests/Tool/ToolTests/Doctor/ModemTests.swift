import DiscoverySupport
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `The GPS port of a modem` {
  private let udev = ["E:ID_MM_PORT_TYPE_GPS=1"]

  private func findings(_ source: SourceName, _ change: (inout HostFacts) -> Void = { _ in }) throws
    -> [Finding]
  {
    let machine = try Machine()
    try machine.plug(.modem("ttyUSB1"), udev: udev)
    var facts = machine.facts(source)
    change(&facts)
    return ReceiverChecks.receiver(facts)
  }

  @Test func `is known by udev's files where udev's library is not there`() throws {
    let machine = try Machine()
    try machine.plug(.modem("ttyUSB1"), udev: udev)
    #expect(machine.facts().ports.map(\.port.classification.kind) == [.modemReceiver])
    let other = try Machine()
    try other.plug(.modem("ttyUSB1"), udev: ["E:ID_MM_PORT_TYPE_AT_PRIMARY=1"])
    #expect(other.facts().ports.map(\.port.classification.kind) == [.unknown])
  }

  @Test func `is found in words that were read and found right`() throws {
    try Transcript.expect(
      "modem-findings",
      [
        ("named, and silent until somebody switches it on", try findings(.port("/dev/ttyUSB1"))),
        ("it speaks", try findings(.port("/dev/ttyUSB1")) { $0.heard = .good { _ in } }),
        ("nothing else is plugged in", try findings(.automatic)),
      ])
  }
}
