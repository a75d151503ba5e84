import DiscoverySupport
import GPSSystemCalls
import SerialPorts
import Testing

@Suite struct `A list of serial ports` {
  let system: FakeSystem

  init() throws { system = try FakeSystem() }

  private var nodes: [String] { SerialPortList.current(roots: system.roots).ports.map(\.node) }

  @Test func `is empty where there is nothing`() {
    #expect(nodes == [])
    let nowhere = SystemRoots(devices: "/nowhere", sysfs: "/nowhere", udev: "/nowhere")
    #expect(SerialPortList.current(roots: nowhere).ports == [])
  }

  @Test func `stands in the order of the places, the tenth behind the second`() throws {
    try system.plug(.ublox("ttyACM0", at: "1-10"))
    try system.plug(.ublox("ttyACM1", at: "1-2"))
    try system.plug(.ublox("ttyACM2", at: "1-2.1"))
    #expect(nodes == ["/dev/ttyACM2", "/dev/ttyACM1", "/dev/ttyACM0"])
  }

  @Test func `has a soldered port with hardware, but none that a driver only announces`() throws {
    try system.solder("ttyS0", type: 4)
    try system.solder("ttyS1", type: 0)
    #expect(nodes == ["/dev/ttyS0"])
    let port = try #require(SerialPortList.current(roots: system.roots).ports.first)
    #expect(port.key == "/devices/platform/serial8250/tty/ttyS0")
    #expect(port.usb == nil)
    #expect(port.driver == "serial8250")
    #expect(port.classification.kind == .unknown)
  }

  @Test func `has no consoles and no terminals without hardware`() throws {
    for name in ["tty", "tty0", "tty63", "console", "ptmx", "ttyprintk"] { try system.addVirtual(name) }
    #expect(nodes == [])
  }

  @Test func `has a port over Bluetooth, and does not take it for the adapter`() throws {
    let adapter = FakePort("hci0", 0x0A12, 0x0001, at: "1-6", driver: "cdc_acm")
    for block in adapter.blocks.prefix(2) { try system.add(block) }
    try system.add(FakeBlock(adapter.interfacePath + "/bluetooth/hci0", "bluetooth"))
    let path = adapter.interfacePath + "/bluetooth/hci0/rfcomm0"
    try system.add(FakeBlock(path, "tty", attributes: ["dev": "216:0"]))
    try system.link("/sys/class/tty/rfcomm0", to: "../..\(path)")
    try system.node("rfcomm0")
    let port = try #require(SerialPortList.current(roots: system.roots).ports.first)
    #expect(port.node == "/dev/rfcomm0")
    #expect(port.usb == nil)
    #expect(port.key == path)
    #expect(port.classification.kind == .unknown)
  }

  @Test func `has no port without a node`() throws {
    try system.plug(.ublox())
    try system.remove("/dev/ttyACM0")
    #expect(nodes == [])
  }

  @Test func `passes over what has half gone`() throws {
    try system.plug(.ublox("ttyACM0", at: "1-1"))
    try system.plug(.ublox("ttyACM1", at: "1-2"))
    try system.remove("/sys" + FakePort.ublox("ttyACM0", at: "1-1").plugPath)
    #expect(nodes == ["/dev/ttyACM1"])
  }

  @Test func `says who was asked`() throws {
    #expect(
      SerialPortList.current(roots: system.roots).source.description
        == "the folder of devices, because the devices of \(system.root)/dev were requested")
  }

  @Test func `has only real ports of the computer that runs this`() {
    for port in SerialPortDescription.all() {
      #expect(port.node.hasPrefix("/dev/tty") || port.node.hasPrefix("/dev/rfcomm"))
      #expect(!port.devicePath.hasPrefix("/devices/virtual/"))
    }
  }
}
