import DiscoverySupport
import FoundationEssentials
import GPSBase
import GPSSystemCalls
import Testing

@testable import SerialPorts

@Suite struct `A serial port's description` {
  let system: FakeSystem

  init() throws { system = try FakeSystem() }

  private func described(_ port: FakePort) throws -> SerialPortDescription {
    try system.plug(port)
    let ports = SerialPortList.current(roots: system.roots).ports
    return try #require(ports.first { $0.node == port.node })
  }

  @Test func `is stored and comes back whole`() throws {
    let port = try described(.ublox())
    let data = try JSONEncoder().encode(port)
    let stored = try JSONDecoder().decode(SerialPortDescription.self, from: data)
    #expect(stored == port)
  }

  @Test func `is its node and its name in one line, and so is what happens to it`() throws {
    let port = try described(.ublox())
    #expect("\(port)" == "/dev/ttyACM0 (u-blox 8)")
    var moved = port
    moved.node = "/dev/ttyACM1"
    #expect("\(SerialPortEvent.appeared(port))" == "appeared: /dev/ttyACM0 (u-blox 8)")
    #expect("\(SerialPortEvent.changed(from: port, to: port))" == "changed: /dev/ttyACM0 (u-blox 8)")
    let change = SerialPortEvent.changed(from: port, to: moved)
    #expect("\(change)" == "changed: /dev/ttyACM1 (u-blox 8), was /dev/ttyACM0")
    #expect("\(SerialPortEvent.disappeared(moved))" == "disappeared: /dev/ttyACM1 (u-blox 8)")
  }

  @Test func `has all that a u-blox stick tells of itself`() throws {
    let stick = FakePort.ublox()
    let port = try described(stick)
    #expect([port.node, port.name, port.driver] == ["/dev/ttyACM0", "ttyACM0", "cdc_acm"])
    #expect(port.devicePath == stick.path)
    #expect(port.deviceNumber == DeviceNumber(major: 166, minor: 0) && port.portNumber == nil)
    let usb = try #require(port.usb)
    #expect(usb.identity == USBIdentity(vendor: 0x1546, product: 0x01A8, interface: 0))
    #expect([usb.vendorName, usb.productName] == ["u-blox AG - www.u-blox.com", "u-blox GNSS receiver"])
    #expect(usb.serialNumber == nil && !usb.hasTellingSerialNumber)
    #expect(usb.speed == 12 && usb.place == "1-1" && usb.hub == nil)
    #expect(port.classification.kind == .receiver && port.isAccessible)
  }

  @Test func `finds the same name for a place as udev does`() throws {
    for stick in [FakePort.ublox(), .ftdi(at: "1-2.4"), .modem()] {
      let port = try described(stick)
      #expect(port.pathName == stick.pathName && port.linksByPath == [stick.linkByPath])
      #expect(port.linksByID == [stick.linkByID])
    }
  }

  @Test(arguments: [
    (FakePort.ftdi(), "ftdi_sio", "DK0A1B2C" as String?, true), (.cp210x(), "cp210x", "0001", false),
    (.pl2303(), "pl2303", nil, false),
  ])
  func `says of a bridge that anything may be behind it`(
    _ bridge: FakePort, driver: String, serial: String?, tells: Bool
  ) throws {
    let port = try described(bridge)
    #expect(port.driver == driver && port.usb?.serialNumber == serial)
    #expect(port.usb?.hasTellingSerialNumber == tells && port.portNumber == 0)
    #expect(port.classification.kind == .bridge)
    #expect(port.durableKey == (tells ? serial.map { "serial:" + $0 } : nil))
    var other = port
    other.portNumber = 2
    other.usb?.identity.interface = 1
    #expect(other.durableKey == port.durableKey.map { $0 + "-if1-port2" })
  }

  @Test func `knows the hub that a stick is plugged into`() throws {
    var stick = FakePort.ublox(at: "1-2.3.1")
    stick.speed = "1.5"
    let port = try described(stick)
    #expect(port.usb?.hub == "1-2.3" && port.usb?.speed == 1.5)
    #expect(port.pathName == "pci-0000:00:14.0-usb-0:2.3.1:1.0")
  }

  @Test func `is the same by its key when the name has changed, and another at another place or port`() throws
  {
    let first = try described(.ublox("ttyACM0"))
    #expect(first.key == "pci-0000:00:14.0-usb-0:1:1.0")
    try system.unplug(.ublox("ttyACM0"))
    #expect(try described(.ublox("ttyACM1")).key == first.key)
    #expect(try described(.ublox("ttyACM2", at: "1-2")).key != first.key)
    var second = FakePort.ftdi("ttyUSB1", at: "1-3")
    second.port = 1
    let one = try described(.ftdi("ttyUSB0", at: "1-3"))
    #expect(try described(second).key == one.key + "-port1")
  }

  @Test func `makes a key of the path when the place has no name`() {
    let usb = USBDescription(identity: USBIdentity(vendor: 1, product: 2))
    let before = SerialPortDescription(
      node: "/dev/ttyUSB0", devicePath: "/devices/odd/1-1/1-1:1.0/ttyUSB0/tty/ttyUSB0", usb: usb)
    let after = SerialPortDescription(
      node: "/dev/ttyUSB7", devicePath: "/devices/odd/1-1/1-1:1.0/ttyUSB7/tty/ttyUSB7", usb: usb)
    #expect(before.key == "/devices/odd/1-1/1-1:1.0" && before.key == after.key)
  }

  @Test func `does not take a fast hub's port for the slow one of the same number`() {
    var slow = SerialPortDescription(
      node: "/dev/ttyACM0", usb: USBDescription(identity: USBIdentity(vendor: 1, product: 2), speed: 480))
    slow.pathName = "pci-0000:00:14.0-usb-0:1:1.0"
    var fast = slow
    fast.usb?.speed = 5000
    #expect(slow.key != fast.key)
  }

  @Test func `shows nothing that a device could move a cursor with`() throws {
    var hostile = FakePort.ublox()
    hostile.maker = "  \u{1B}[2JEvil\u{202E} "
    hostile.words = "\t\n"
    hostile.serial = "caf\u{E9}"
    let port = try described(hostile)
    #expect(port.usb?.vendorName == "\\x1b[2JEvil\\xe2\\x80\\xae")
    #expect(port.usb?.productName == nil && port.usb?.serialNumber == "caf\u{E9}")
  }

  @Test func `is called by the best name there is`() throws {
    #expect(
      try described(.ublox()).displayName
        == KnownDevices.classify(USBIdentity(vendor: 0x1546, product: 0x01A8)).model)
    #expect(try described(FakePort("ttyACM5", 0x1234, 0x5678, at: "1-7")).displayName == "Serial thing")
    var nameless = FakePort("ttyACM6", 0x1234, 0x5678, at: "1-8")
    nameless.words = ""
    nameless.maker = ""
    #expect(try described(nameless).displayName == "cdc_acm")
    #expect(SerialPortDescription(node: "/dev/pts/3").displayName == "3")
  }
}

@Suite struct `A device's text` {
  private func read(_ text: String) -> String? { DeviceText.read(Array(text.utf8)) }

  @Test(
    arguments: [
      ("u-blox\\x20GNSS\\x20receiver", "u-blox GNSS receiver"), ("a\\x2fb", "a/b"), ("\\x41", "A"),
      ("\\x4", "\\x4"), ("\\xzz", "\\xzz"), ("\\", "\\"), ("caf\\xc3\\xa9", "caf\u{E9}"),
      ("", nil), ("   ", nil), ("\\x20\\x20", nil), ("\t\r\n", nil), ("\0", nil),
    ] as [(String, String?)])
  func `has udev's escapes undone, and only those, and is none when nothing is in it`(
    _ text: String, expected: String?
  ) {
    #expect(read(text) == expected)
  }

  @Test(arguments: [
    ("\\x1b[31m", "\\x1b[31m"), ("a\nb", "a\\x0ab"), ("\u{9B}x", "\\xc2\\x9bx"),
    ("\u{202E}x", "\\xe2\\x80\\xaex"), ("\u{200B}x", "\\xe2\\x80\\x8bx"), ("\u{FEFF}x", "\\xef\\xbb\\xbfx"),
  ])
  func `moves no cursor and turns no line around`(_ text: String, expected: String) {
    #expect(read(text) == expected)
  }

  @Test func `shows bytes that are no UTF-8 as what they are, and ends somewhere`() {
    #expect(DeviceText.read([0xFF, 0x41, 0xC3]) == "\\xffA\\xc3")
    #expect(DeviceText.read([0xF0, 0x9F, 0x9B, 0xB0]) == "\u{1F6F0}")
    #expect(DeviceText.read([UInt8](repeating: 0x41, count: 5000))?.utf8.count == 256)
  }

  @Test func `is shown by the rule that messages keep`() {
    for value in [UInt32](0..<0x3100) + [0xE000, 0xFEFF, 0xFFFD, 0xFFFE, 0x1F6F0, 0xE0001, 0xE01EF, 0x10FFFF]
    {
      guard let scalar = Unicode.Scalar(value), scalar != "\\" else { continue }
      let isHarmless = VisibleText.isHarmless(scalar)
      #expect((DeviceText.shown(Array("a\(scalar)".utf8)) == "a\(scalar)") == isHarmless)
      #expect((VisibleText.replaced("a\(scalar)") == "a\(scalar)") == (isHarmless || scalar == "\u{FFFD}"))
    }
  }
}

@Suite struct `Natural order` {
  @Test(arguments: [
    ("usb-0:2", "usb-0:10"), ("a", "b"), ("a", "a1"), ("1-1.2", "1-1.10"), ("", "x"), ("ttyS9", "ttyS10"),
    ("0:1:1.0", "0:1:1.2"), ("99999999999999999999998", "99999999999999999999999"),
  ])
  func `puts the smaller number first, however long`(_ first: String, _ second: String) {
    #expect(NaturalOrder.isBefore(first, second))
    #expect(!NaturalOrder.isBefore(second, first))
    #expect(!NaturalOrder.isBefore(first, first))
  }
}

@Suite struct `A list of serial ports` {
  let system: FakeSystem

  init() throws { system = try FakeSystem() }

  private var nodes: [String] { SerialPortList.current(roots: system.roots).ports.map(\.node) }

  @Test func `is empty where there is nothing, or only consoles and terminals without hardware`() throws {
    let nowhere = SystemRoots(devices: "/nowhere", sysfs: "/nowhere", udev: "/nowhere")
    #expect(SerialPortList.current(roots: nowhere).ports == [])
    #expect(nodes == [])
    for name in ["tty", "tty0", "tty63", "console", "ptmx", "ttyprintk"] { try system.addVirtual(name) }
    #expect(nodes == [])
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
    #expect(port.key == "/devices/platform/serial8250/tty/ttyS0" && port.usb == nil)
    #expect(port.driver == "serial8250" && port.classification.kind == .unknown)
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
    #expect(port.node == "/dev/rfcomm0" && port.usb == nil && port.key == path)
    #expect(port.classification.kind == .unknown)
  }

  @Test(arguments: ["/dev/ttyACM0", "/sys" + FakePort.ublox("ttyACM0", at: "1-1").plugPath])
  func `passes over what has half gone`(_ gone: String) throws {
    try system.plug(.ublox("ttyACM0", at: "1-1"))
    try system.plug(.ublox("ttyACM1", at: "1-2"))
    try system.remove(gone)
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
