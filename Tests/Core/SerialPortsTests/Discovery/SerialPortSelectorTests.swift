import Testing

@testable import SerialPorts

@Suite struct `A selector` {
  @Test(arguments: [
    ("auto", SerialPortSelector.auto), ("/dev/ttyACM0", .node("/dev/ttyACM0")),
    ("/dev/pts/3", .node("/dev/pts/3")), ("/dev/gps0", .node("/dev/gps0")),
    ("id:usb-u-blox_AG-if00", .id("usb-u-blox_AG-if00")),
    ("id:/dev/serial/by-id/usb-x", .id("usb-x")),
    ("path:pci-0000:00:14.0-usb-0:1.2:1.0", .path("pci-0000:00:14.0-usb-0:1.2:1.0")),
    ("path:/dev/serial/by-path/pci-1", .path("pci-1")), ("serial:AB 12:3", .serial("AB 12:3")),
    ("usb:1546:01a8", .usb(vendor: 0x1546, product: 0x01A8)),
    ("usb:10C4:EA60", .usb(vendor: 0x10C4, product: 0xEA60)), ("usb:3:a", .usb(vendor: 3, product: 10)),
  ])
  func `is read as it is written`(_ text: String, expected: SerialPortSelector) throws {
    let selector = try SerialPortSelector(text)
    #expect(selector == expected)
    #expect(try SerialPortSelector(selector.description) == selector)
  }

  @Test(arguments: [
    ("", "\"\" names no port: expected auto, /dev/…, id:…, path:…, serial:… or usb:VVVV:PPPP."),
    ("ttyACM0", "\"ttyACM0\" names no port: expected auto, /dev/…, id:…, path:…, serial:… or usb:VVVV:PPPP."),
    ("AUTO", "\"AUTO\" names no port: expected auto, /dev/…, id:…, path:…, serial:… or usb:VVVV:PPPP."),
    ("com:3", "\"com:3\" names no port: expected auto, /dev/…, id:…, path:…, serial:… or usb:VVVV:PPPP."),
    ("id:", "\"id:\" names no port: expected something after the colon."),
    (
      "usb:1546",
      "\"usb:1546\" names no USB device: expected two hexadecimal numbers of up to four digits, as in usb:1546:01a8."
    ),
    (
      "usb:+546:01a8",
      "\"usb:+546:01a8\" names no USB device: expected two hexadecimal numbers of up to four digits, as in "
        + "usb:1546:01a8."
    ),
    (
      "\u{1B}[2J",
      "\"\\x1b[2J\" names no port: expected auto, /dev/…, id:…, path:…, serial:… or usb:VVVV:PPPP."
    ),
  ])
  func `that cannot be read is refused with what was found and expected`(_ text: String, message: String) {
    let error = #expect(throws: SerialPortSelectionError.self) { try SerialPortSelector(text) }
    #expect(error?.code == .malformed && error?.description == message)
  }

  @Test(arguments: ["usb:15460:1", "usb::1", "usb:1:", "usb:1:2:3", "usb:g:1", "usb:\u{FF11}:1", "usb:0x1:2"])
  func `takes nothing for a number that is none`(_ text: String) {
    #expect(throws: SerialPortSelectionError.self) { try SerialPortSelector(text) }
  }

  @Test func `matches by every name of a port`() throws {
    let port = stick(1, serial: "AB12")
    for text in [
      "/dev/ttyACM0", "/dev/serial/by-id/usb-stick-if00", "id:usb-stick-if00",
      "/dev/serial/by-path/pci-0000:00:14.0-usb-0:1:1.0", "path:pci-0000:00:14.0-usb-0:1:1.0",
      "path:pci-0000:00:14.0-usb-0:1", "serial:AB12", "usb:1546:01A8", "auto",
    ] {
      #expect(try SerialPortSelector(text).matches(port), "\(text)")
    }
    for text in [
      "/dev/ttyACM1", "id:usb-stick", "path:pci-0000:00:14.0-usb-0", "serial:ab12", "usb:1546:01a7", "path:1",
    ] {
      #expect(try !SerialPortSelector(text).matches(port), "\(text)")
    }
  }

  @Test func `of a place means the second port of an adapter by its link and by its key`() throws {
    var port = stick(1)
    port.portNumber = 1
    port.links = ["/dev/serial/by-path/pci-0000:00:14.0-usb-0:1:1.0-port1"]
    #expect(try SerialPortSelector("path:pci-0000:00:14.0-usb-0:1:1.0-port1").matches(port))
    port.links = []
    #expect(try SerialPortSelector("path:\(port.key)").matches(port))
  }

  @Test func `names a port by what lives longest and is its alone`() {
    let telling = stick(1, "ttyACM0", serial: "AB12")
    let lying = stick(2, "ttyUSB0", 0x10C4, 0xEA60, serial: "0001")
    let twin = stick(3, "ttyACM1", serial: "AB12")
    var soldered = SerialPortDescription(node: "/dev/ttyS0", devicePath: "/devices/pnp0/tty/ttyS0")
    soldered.pathName = "pnp-00:00"
    #expect(SerialPortSelector.naming(telling, among: [telling, lying]) == .serial("AB12"))
    #expect(
      SerialPortSelector.naming(lying, among: [telling, lying]) == .path("pci-0000:00:14.0-usb-0:2:1.0"))
    #expect(SerialPortSelector.naming(twin, among: [telling, twin]) == .path("pci-0000:00:14.0-usb-0:3:1.0"))
    #expect(SerialPortSelector.naming(soldered, among: [telling, soldered]) == .node("/dev/ttyS0"))
  }
}
