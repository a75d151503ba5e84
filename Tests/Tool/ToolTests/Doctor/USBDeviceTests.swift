import DiscoverySupport
import SerialPorts
import Testing

@testable import GPSBridgeTool

@Suite struct `The neighbors of a receiver` {
  /// A machine with a receiver at a place, and a USB 3 disk at another.
  private func machine(receiver: String, disk: String, speed: String = "5000") throws -> Machine {
    let machine = try Machine()
    try machine.plug(.ublox("ttyACM0", at: receiver))
    try machine.plug(disk, "0781", "5588", name: "Extreme SSD", speed: speed, driver: "uas")
    return machine
  }

  private func names(_ machine: Machine) -> [String] {
    NeighborChecks.neighbors(machine.facts()).map(\.place)
  }

  @Test(arguments: [
    // Both in the computer's own sockets.
    ("1-1", "2-2", "5000", true), ("1-1", "2-1", "10000", true),
    // A disk that runs at the old speed makes no noise.
    ("1-1", "2-2", "480", false),
  ]) func `are USB 3 devices in the same housing`(
    receiver: String, disk: String, speed: String, isNeighbor: Bool
  ) throws {
    let machine = try machine(receiver: receiver, disk: disk, speed: speed)
    #expect(names(machine) == (isNeighbor ? [disk] : []))
  }

  private func device(_ place: String, controller: String = "pci/0", fasterHub: String? = nil) -> USBDevice {
    var device = USBDevice(place: place, identity: USBIdentity(vendor: 1, product: 1))
    device.controller = controller
    device.fasterHub = fasterHub
    return device
  }

  @Test func `are those on the same hub, whose two halves are two hubs`() {
    #expect(device("1-4.2").isNeighbor(of: device("2-4.1")))
    #expect(device("1-4.2").isNeighbor(of: device("1-4.3")))
    #expect(!device("1-4.2").isNeighbor(of: device("2-3.1")))
    #expect(!device("1-4.2").isNeighbor(of: device("2-4")))
    #expect(!device("1-4.2").isNeighbor(of: device("1-4.2")))
  }

  @Test func `are told by the kernel where it knows the sockets`() {
    let receiver = device("1-5.2", fasterHub: "2-1")
    #expect(receiver.isNeighbor(of: device("2-1.3")) && !receiver.isNeighbor(of: device("2-5.3")))
  }

  @Test func `hang on the same controller`() {
    #expect(!device("1-1").isNeighbor(of: device("3-1", controller: "pci/1")))
  }

  @Test func `are found by the links between sockets`() throws {
    let machine = try machine(receiver: "1-1", disk: "2-2")
    let folder = "/sys/bus/usb/devices/1-0:1.0"
    try machine.folder("\(folder)/usb1-port1")
    try machine.link("\(folder)/usb1-port1/peer", to: "../../../usb2/2-0:1.0/usb2-port2")
    #expect(machine.facts().device?.fasterHub == "usb2" && names(machine) == ["2-2"])
  }
}
