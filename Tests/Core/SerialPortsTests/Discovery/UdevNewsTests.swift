import DiscoverySupport
import Testing

@testable import SerialPorts

@Suite struct `What udev tells` {
  let system: FakeSystem
  let news: UdevNews

  init() throws {
    system = try FakeSystem()
    news = UdevNews(roots: system.roots)
  }

  private func facts(_ port: FakePort) -> UdevFacts {
    UdevFacts(properties: port.allProperties.mapValues { Array($0.utf8) }, links: [port.linkByPath])
  }

  /// The reports that follow from these receptions, in short words.
  private func words(_ receptions: [UdevStream.Reception]) -> [String] {
    var rest = receptions[...]
    let reports = news.reports(listing: { system.roots.ports() }) { rest.popFirst() ?? .nothing }
    return reports.map { report in
      switch report {
      case .present(let port): "present \(port.name)"
      case .removed(let path): "removed \(path.split(separator: "/").last ?? "")"
      case .hungUp(let node, _): "hung up \(node)"
      case .listing(let ports, let settles): "listing \(ports.map(\.name)) \(settles)"
      }
    }
  }

  @Test(arguments: ["add", "change", "bind", "online"])
  func `of a port that is there is told, whatever has happened to it`(_ action: String) throws {
    let stick = FakePort.ublox()
    try system.plug(stick)
    #expect(words([.device(action: action, path: stick.path, facts(stick))]) == ["present ttyACM0"])
  }

  @Test func `of a removal needs no port to be there`() {
    #expect(
      words([.device(action: "remove", path: "/devices/x/tty/ttyACM0", UdevFacts())]) == ["removed ttyACM0"])
  }

  @Test func `of what has gone in the meantime, and of consoles, is not told`() throws {
    let stick = FakePort.ublox()
    try system.addVirtual("tty7")
    #expect(
      words([
        .device(action: "add", path: stick.path, facts(stick)),
        .device(action: "change", path: "/devices/virtual/tty/tty7", UdevFacts()),
      ]) == [])
  }

  @Test func `and was thrown away is made up for by a listing behind the rest`() throws {
    let stick = FakePort.ublox()
    try system.plug(stick)
    #expect(
      words([.overflow, .device(action: "remove", path: "/devices/x/tty/ttyUSB0", UdevFacts()), .overflow])
        == ["removed ttyUSB0", "listing [\"ttyACM0\"] false"])
  }

  @Test func `is taken in portions`() {
    let flood = UdevStream.Reception.device(action: "remove", path: "/devices/x/tty/ttyACM0", UdevFacts())
    var count = 0
    let reports = news.reports(listing: { [] }) {
      count += 1
      return flood
    }
    #expect(count == UdevNews.mostAtOnce)
    #expect(reports.count == UdevNews.mostAtOnce)
  }

  @Test func `goes before what the kernel's tree says`() throws {
    let modem = FakePort.modem()
    try system.plug(modem)
    var facts = facts(modem)
    facts.properties["ID_MM_DEVICE_IGNORE"] = Array("1".utf8)
    facts.properties["ID_MM_PORT_TYPE_AT_PRIMARY"] = Array("0".utf8)
    facts.properties["ID_MODEL_ENC"] = Array("EG25\\x20by\\x20udev".utf8)
    let device = try #require(SysfsDevice(root: system.roots.sysfs, terminal: "ttyUSB1"))
    let port = try #require(PortReader(roots: system.roots).describe(device, udev: facts))
    #expect(port.modemPortTypes == ["GPS"] && port.isModemReceiver)
    #expect(port.isIgnoredByModemManager && port.classification.kind == .modemReceiver)
    #expect(port.usb?.productName == "EG25 by udev" && port.usb?.vendorName == "Quectel")
    #expect(port.usb?.identity.interface == 1 && port.links == [modem.linkByPath])
  }

  @Test func `marks a cable as a receiver, and excludes a receiver of the table`() throws {
    for (fake, word, kind) in [(.cp210x(), "gnss", .receiver), (.ublox(), "none", .other)]
      as [(FakePort, String, SerialPortKind)]
    {
      try system.plug(fake)
      var facts = facts(fake)
      facts.properties["GPSBRIDGE_CLASS"] = Array(word.utf8)
      facts.properties["GPSBRIDGE_MODEL"] = Array("GPS on the mast".utf8)
      let device = try #require(SysfsDevice(root: system.roots.sysfs, terminal: fake.name))
      let port = try #require(PortReader(roots: system.roots).describe(device, udev: facts))
      #expect(port.classification.kind == kind && port.classification.model == "GPS on the mast")
    }
  }

  @Test func `in words that are no text harms nobody`() throws {
    let stick = FakePort.ublox()
    try system.plug(stick)
    var facts = facts(stick)
    facts.properties["ID_VENDOR_ENC"] = [0xFF, 0x1B]
    facts.properties["ID_VENDOR_ID"] = Array("nonsense".utf8)
    facts.properties["ID_PATH"] = []
    let device = try #require(SysfsDevice(root: system.roots.sysfs, terminal: "ttyACM0"))
    let port = try #require(PortReader(roots: system.roots).describe(device, udev: facts))
    #expect(port.usb?.vendorName == "\\xff\\x1b" && port.usb?.identity.vendor == 0x1546)
    #expect(port.pathName == stick.pathName)
  }
}
