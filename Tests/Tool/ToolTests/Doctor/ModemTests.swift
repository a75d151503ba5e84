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

  @Test func `is found as that where it is named, silent until somebody switches it on`() throws {
    let found = try findings(.port("/dev/ttyUSB1"))
    #expect(found.map(\.code) == ["modem_receiver"])
    #expect(found.map(\.level) == [.warning])
    #expect(found.first?.fix == "mmcli -m 0 --location-enable-gps-unmanaged")
  }

  @Test func `is all right where it speaks`() throws {
    let found = try findings(.port("/dev/ttyUSB1")) { $0.heard = .good { _ in } }
    #expect(found.map(\.code) == ["modem_receiver"])
    #expect(found.map(\.level) == [.fine])
    #expect(found.first?.what.hasSuffix("is the GPS port of a modem, and it is switched on") == true)
  }

  @Test func `is named where nothing else is plugged in`() throws {
    let found = try findings(.automatic)
    #expect(found.map(\.code) == ["no_device"])
    #expect(found.first?.what == "no GPS receiver is plugged in except a modem's")
    #expect(
      found.first?.fix == "mmcli -m 0 --location-enable-gps-unmanaged && gpsbridge doctor /dev/ttyUSB1")
  }
}
