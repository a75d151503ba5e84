import SerialPorts
import Testing

@Suite(.enabled(if: PrivateUdev.obstacle == nil, "\(PrivateUdev.obstacle ?? "")"))
struct `The rules, by their effect` {
  // Claimed devices, one of each sort.
  private static let stick = FakeUSBPort(node: "ttyACM0", place: "1-1", vendor: "1546", product: "01a8")
  private static let twin = FakeUSBPort(node: "ttyACM1", place: "1-2.1", vendor: "1546", product: "01a8")
  private static let pharos = FakeUSBPort(
    node: "ttyUSB0", place: "1-3", vendor: "067b", product: "aaa0", serial: "A5")
  private static let board = FakeUSBPort(
    node: "ttyUSB1", place: "1-4", vendor: "1546", product: "0506", serial: "B7", interface: 2)
  private static let garmin = FakeUSBPort(node: "ttyUSB2", place: "1-5", vendor: "091e", product: "0003")
  private static let gateway = FakeUSBPort(
    node: "ttyUSB3", place: "1-6", vendor: "0403", product: "fd4b", serial: "C9")
  private static let novatel = [3, 4, 5].map {
    FakeUSBPort(
      node: "ttyUSB\($0 + 1)", place: "1-7", vendor: "09d7", product: "0100", serial: "N1", port: $0 - 3)
  }
  private static let liars = ["0001", "00000000", "0123456789ABCDEF", "1:2:3"].enumerated().map {
    FakeUSBPort(node: "ttyACM\($0 + 2)", place: "1-8.\($0 + 1)", vendor: "1546", product: "01a9", serial: $1)
  }
  // Devices that are left alone.
  private static let spi = FakeUSBPort(
    node: "ttyUSB9", place: "1-4", vendor: "1546", product: "0506", serial: "B7")
  private static let strangers = [
    ("10c4", "ea60"), ("1a86", "7523"), ("067b", "2303"), ("0403", "6001"), ("2341", "0043"),
    ("1546", "1102"),
    ("1546", "0503"), ("152a", "8400"), ("152a", "85c0"), ("2c7c", "0125"), ("091e", "2459"),
  ].enumerated().map {
    FakeUSBPort(
      node: $1.0 == "10c4" || $1.0 == "0403" ? "ttyUSB\($0 + 10)" : "ttyACM\($0 + 10)",
      place: "1-9.\($0 + 1)", vendor: $1.0, product: $1.1, serial: "S\($0)")
  }

  /// All of them at once, as on a machine with a big hub.
  private static let result = Result {
    try PrivateUdev.test(
      [stick, twin, pharos, board, garmin, gateway, spi] + novatel + liars + strangers,
      rules: [RulesFolder.main: try RulesFolder.text(RulesFolder.main)])
  }
  private let report: UdevReport

  init() throws { report = try Self.result.get() }

  private func port(_ port: FakeUSBPort) throws -> UdevVerdict {
    try #require(report.verdicts[port.portPath])
  }
  private func device(_ port: FakeUSBPort) throws -> UdevVerdict {
    try #require(report.verdicts[port.devicePath])
  }

  @Test func `are read by udev without a complaint`() {
    #expect(report.complaints == [])
    #expect(report.verdicts.count == 2 + 2 + 2 + 2 + 2 + 2 + 1 + 4 + 8 + 2 * Self.strangers.count)
    for (path, verdict) in report.verdicts {
      #expect(verdict.failure == nil, "\(path)")
      let words = [" LINK '", " ATTR '"]
      #expect(
        verdict.mentions.allSatisfy { mention in words.contains { mention.contains($0) } },
        "\(verdict.mentions)")
      #expect(verdict.properties["ACTION"] == "add", "\(path) was not looked at")
    }
  }

  @Test func `let a person open a u-blox stick and tell ModemManager to keep away`() throws {
    let port = try port(Self.stick)
    #expect(port.properties["GPSBRIDGE_CLASS"] == "gnss")
    #expect(port.properties["GPSBRIDGE_MODEL"] == "u-blox 8")
    #expect(port.properties["ID_MM_DEVICE_IGNORE"] == "1")
    #expect(port.properties["ID_MM_PORT_IGNORE"] == "1")
    #expect(port.tags.isSuperset(of: ["uaccess", "systemd"]))
    #expect(port.properties["SYSTEMD_WANTS"] == nil)
  }

  @Test func `mark the USB device, keep it awake, and leave its node alone`() throws {
    let device = try device(Self.stick)
    #expect(device.properties["GPSBRIDGE_CLASS"] == "gnss")
    #expect(device.properties["GPSBRIDGE_MODEL"] == "u-blox 8")
    #expect(device.properties["ID_MM_DEVICE_IGNORE"] == "1")
    #expect(device.properties["ID_MM_PORT_IGNORE"] == nil && device.power == "on")
    #expect(!device.tags.contains("uaccess") && device.links == [])
  }

  @Test func `give two sticks of one kind, and two drivers' ports, names of their own`() throws {
    let links = [
      "by-path/\(Self.stick.pathTag)", "by-path/\(Self.twin.pathTag)", "by-path/\(Self.pharos.pathTag)",
    ]
    #expect(Set(links).count == 3)
    #expect(try port(Self.stick).links == [links[0]])
    #expect(try port(Self.twin).links == [links[1]])
    #expect(try port(Self.pharos).links == [links[2], "by-serial/A5"])
    #expect(links.map { report.links[$0] } == ["ttyACM0", "ttyACM1", "ttyUSB0"])
    #expect(report.links["by-serial/A5"] == "ttyUSB0")
  }

  @Test func `never make a name with a colon, or one that two ports share`() {
    #expect(!report.links.keys.contains { $0.contains(":") })
    let wanted = report.verdicts.values.flatMap(\.links)
    #expect(wanted.count == Set(wanted).count)
    #expect(Set(wanted) == Set(report.links.keys))
  }

  @Test(arguments: liars)
  func `make no name of a serial number that tells nothing apart`(_ port: FakeUSBPort) throws {
    let verdict = try self.port(port)
    #expect(verdict.properties["GPSBRIDGE_CLASS"] == "gnss")
    #expect(verdict.properties["ID_SERIAL_SHORT"]?.isEmpty == false)
    #expect(verdict.links == ["by-path/\(port.pathTag)"])
  }

  @Test func `agree with the library on which serial numbers to believe`() throws {
    for port in [Self.pharos, Self.gateway] + Self.liars {
      let serial = try #require(port.serial)
      let hasLink = try self.port(port).links.contains { $0.hasPrefix("by-serial/") }
      // A colon is no lie, but Docker could not be given the name.
      #expect(hasLink == (KnownDevices.tellsApart(serial: serial) && !serial.contains(":")), "\(serial)")
    }
  }

  @Test func `take one interface of the EVK-M101, and not the other`() throws {
    let receiver = try port(Self.board)
    #expect(receiver.properties["GPSBRIDGE_MODEL"] == "u-blox EVK-M101")
    #expect(receiver.links == ["by-path/\(Self.board.pathTag)", "by-serial/B7-if02"])
    #expect(try port(Self.spi).isUntouched)
    #expect(try device(Self.board).power == "on")
  }

  @Test func `number the ports of a driver that has several`() throws {
    let path = "by-path/\(Self.novatel[0].pathTag)"
    #expect(
      try Self.novatel.map { try port($0).links } == [
        [path, "by-serial/N1"], ["\(path)-port1", "by-serial/N1-port1"],
        ["\(path)-port2", "by-serial/N1-port2"],
      ])
  }

  @Test func `tell a Garmin's protocol, and that a gateway is no receiver`() throws {
    let garmin = try port(Self.garmin)
    #expect(garmin.properties["GPSBRIDGE_CLASS"] == "gnss-binary")
    #expect(garmin.tags.contains("uaccess"))
    #expect(try device(Self.garmin).power == "on")
    let gateway = try port(Self.gateway)
    #expect(gateway.properties["GPSBRIDGE_CLASS"] == "nmea-gateway")
    #expect(gateway.properties["ID_MM_PORT_IGNORE"] == "1" && gateway.tags.contains("uaccess"))
    #expect(gateway.links == ["by-path/\(Self.gateway.pathTag)", "by-serial/C9"])
    #expect(try device(Self.gateway).power == "")
  }

  @Test(arguments: strangers)
  func `leave no trace on an adapter, a modem, a camera or a handheld`(_ port: FakeUSBPort) throws {
    let verdict = try self.port(port)
    #expect(verdict.isUntouched)
    #expect(try device(port).isUntouched)
    // udev itself has looked at it: this is not silence of another sort.
    #expect(verdict.properties["ID_SERIAL_SHORT"] == port.serial)
  }
}
