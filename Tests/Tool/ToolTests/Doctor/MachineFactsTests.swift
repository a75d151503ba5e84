import DiscoverySupport
import GPSBridge
import SerialPorts
import TestSupport
import Testing

@testable import GPSBridgeTool

@Suite final class `What the doctor knows of a machine`: MachineSuite {
  @Test func `is what the machine's files say`() throws {
    try machine.login(groups: [20, 1000])
    try machine.write("/etc/group", "root:x:0:\ndialout:x:20:alex,sam\nplugdev:x:46:alex\nsam:x:1000:\n")
    try machine.write("/run/udev/control", "")
    try machine.write("/etc/udev/rules.d/61-gpsbridge.rules", "")
    let facts = machine.facts(isRemote: true)
    #expect(
      facts.user.number == 1000 && facts.user.session == [20, 1000] && facts.user.listed == [20, 1000])
    #expect(facts.user.groupName(20) == "dialout" && facts.user.groupName(4711) == "4711")
    #expect(facts.user.isRemote && facts.system.kernel == "6.1.0-18-amd64")
    #expect(facts.system.distribution == "Debian GNU/Linux 12 (bookworm)" && facts.system.hasUdev)
    #expect(facts.system.rules == "/etc/udev/rules.d/61-gpsbridge.rules" && facts.ports.isEmpty)
    #expect(facts.target == .none)
  }

  @Test func `is nothing, without a complaint, where there are no files`() {
    let facts = HostFacts(MachineFiles(root: "/nonexistent"), source: .automatic)
    #expect(facts.ports.isEmpty && facts.usb.isEmpty && facts.processes.processes.isEmpty)
    #expect(facts.user.session.isEmpty && facts.system.kernel == nil && !facts.mayListen)
  }

  @Test func `is the port, its place, and what udev was told of it`() throws {
    try machine.plug(.ublox(), udev: ["S:serial/by-id/x", "G:uaccess", "E:ID_MM_DEVICE_IGNORE=1"])
    try machine.plug(.cp210x())
    let facts = machine.facts()
    #expect(facts.port?.node == "/dev/ttyACM0" && facts.port?.isForWhoeverSitsHere == true)
    #expect(facts.port?.isIgnoredByModemManager == true)
    let bridge = try #require(facts.ports.first { $0.node == "/dev/ttyUSB0" })
    #expect(!bridge.isForWhoeverSitsHere && !bridge.isIgnoredByModemManager && !bridge.isReceiver)
    #expect(facts.receivers.map(\.node) == ["/dev/ttyACM0"] && facts.device?.terminals == ["ttyACM0"])
    #expect(facts.device?.drivers == ["cdc_acm"])
    #expect(facts.usb.first { $0.place == "1-3" }?.terminals == ["ttyUSB0"] && facts.mayListen)
  }

  @Test func `is which program has a port, and to which service it belongs`() throws {
    try machine.plug(.ublox())
    try machine.run(
      "gpsd", number: 812, unit: "gpsd.service", open: ["/dev/null", "socket:[12]", "/dev/ttyACM0"])
    try machine.run("cat", number: 900, open: ["/etc/hosts"])
    try machine.run("\u{1B}[31mevil\u{202E}", number: 901, open: ["/dev/ttyS0"])
    try machine.run("ModemManager", number: 20, unit: "ModemManager.service")
    try machine.link("/proc/self", to: "901")
    let processes = machine.facts().processes
    // This very program is none of them.
    #expect(processes.processes.map(\.number) == [20, 812])
    #expect(processes.holders(of: "/dev/ttyACM0").map(\.words) == ["gpsd (process 812, gpsd.service)"])
    #expect(processes.named("ModemManager")?.unit == "ModemManager.service" && !machine.facts().mayListen)
    try machine.link("/proc/self", to: "1")
    let names = machine.facts().processes.processes.map(\.name)
    #expect(names.contains("\\x1b[31mevil\\xe2\\x80\\xae"))
  }

  @Test func `is a login's program without a service that could be stopped`() throws {
    try machine.run("screen", number: 7, open: ["/dev/ttyUSB3"])
    try machine.write("/proc/7/cgroup", "0::/user.slice/user-1000.slice/user@1000.service\n")
    #expect(machine.facts().processes.processes.map(\.unit) == [nil])
  }

  @Test func `is whether somebody waits where gpsd's clients knock`() throws {
    let head = "  sl  local_address rem_address   st tx_queue\n"
    #expect(!machine.facts().isGPSDAwaited)
    try machine.write(
      "/proc/net/tcp",
      head + "   0: 0100007F:0B83 00000000:0000 01 0\n   1: 0100007F:0016 00000000:0000 0A 0\n")
    #expect(!machine.facts().isGPSDAwaited)
    try machine.write("/proc/net/tcp6", head + "   0: 00000000000000000000000001000000:0B83 0:0000 0A 0\n")
    #expect(machine.facts().isGPSDAwaited)
  }

  @Test(arguments: ["/dev/ttyUSB7", "usb:dead:beef", "serial:nobody"])
  func `is that the port that was named is not there`(name: String) throws {
    try machine.plug(.ublox())
    guard case .missing(let missing, _) = machine.facts(.port(name)).target else { throw Unexpected(name) }
    #expect(missing == name)
  }

  @Test func `is the port that once spoke, where none is known by its ids`() throws {
    try machine.plug(.cp210x())
    #expect(machine.facts().target == .none)
    let port = try #require(machine.facts().ports.first?.port)
    var memory = PortMemory()
    memory.spoke(port, speed: 9600, at: 1)
    let facts = HostFacts(machine.files, source: .automatic, memory: memory)
    #expect(facts.port?.node == "/dev/ttyUSB0" && facts.port?.isReceiver == true)
  }
}
