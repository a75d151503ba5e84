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
    for (port, lines, kind) in [
      (.modem("ttyUSB1"), udev, .modemReceiver),
      (.modem("ttyUSB1"), ["E:ID_MM_PORT_TYPE_AT_PRIMARY=1"], .unknown),
      // As a user marks a cable, and excludes a receiver.
      (.cp210x(), ["E:GPSBRIDGE_CLASS=gnss", "E:GPSBRIDGE_MODEL=GPS on the mast"], .receiver),
      (.ublox(), ["E:GPSBRIDGE_CLASS=none"], .other),
    ] as [(FakePort, [String], SerialPortKind)] {
      let machine = try Machine()
      try machine.plug(port, udev: lines)
      #expect(machine.facts().ports.map(\.port.classification.kind) == [kind])
    }
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
