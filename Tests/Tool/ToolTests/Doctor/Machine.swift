import DiscoverySupport
import FoundationEssentials
import SerialPorts

@testable import GPSBridgeTool

/// A computer of a test's own, in a temporary folder: its devices, its programs, its users.
final class Machine {
  private let system: FakeSystem

  var files: MachineFiles { MachineFiles(root: system.root) }

  /// A computer with nothing plugged in, on which somebody is logged in who is in no group of note.
  init() throws {
    system = try FakeSystem()
    for folder in [
      "/proc/self", "/proc/net", "/proc/sys/kernel", "/etc", "/run/udev/data", "/sys/bus/usb/devices",
      "/sys/module",
    ] {
      try self.folder(folder)
    }
    try login(groups: [1000])
    try write("/etc/passwd", "root:x:0:0:root:/root:/bin/sh\nsam:x:1000:1000::/home/sam:/bin/sh\n")
    try write("/etc/group", "root:x:0:\ndialout:x:20:\nsam:x:1000:\n")
    try write("/proc/sys/kernel/osrelease", "6.1.0-18-amd64\n")
    try write("/etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n")
    try usb("usb1", at: FakePort.controller + "/usb1")
  }

  func login(user: Int = 1000, groups: [Int]) throws {
    let list = groups.map { "\($0)" }.joined(separator: " ")
    try write(
      "/proc/self/status",
      "Name:\tgpsbridge\nUid:\t\(user)\t\(user)\t\(user)\t\(user)\nGid:\t\(user)\t\(user)\t\(user)\t\(user)\nGroups:\t\(list) \n"
    )
  }

  /// Plugs a port in, as USB and udev tell of it.
  func plug(_ port: FakePort, udev: [String] = []) throws {
    try system.plug(port)
    try usb(port.place, at: port.plugPath)
    try usb("\(port.place):1.\(port.interface)", at: port.interfacePath)
    let number = port.driver == "cdc_acm" ? 166 : 188
    try write("/run/udev/data/c\(number):\(port.name.drop { !$0.isNumber })", udev.map { $0 + "\n" }.joined())
  }

  /// Plugs a device in that has no port.
  func plug(
    _ place: String, _ vendor: String, _ product: String, name: String, speed: String, driver: String? = nil,
    number: Int = 9
  ) throws {
    let bus = place.prefix { $0 != "-" }
    let path = "\(FakePort.controller)/usb\(bus)/\(place)"
    try system.add(
      FakeBlock(
        path, "usb", driver: "usb",
        attributes: [
          "idVendor": vendor, "idProduct": product, "product": name, "speed": speed, "busnum": "\(bus)",
          "devnum": "\(number)",
        ]))
    try usb(place, at: path)
    try system.add(
      FakeBlock("\(path)/\(place):1.0", "usb", driver: driver, attributes: ["bInterfaceNumber": "00"]))
    try usb("\(place):1.0", at: "\(path)/\(place):1.0")
  }

  /// Starts a program that has some files open.
  func run(_ name: String, number: Int, unit: String? = nil, open devices: [String] = []) throws {
    try folder("/proc/\(number)/fd")
    try write("/proc/\(number)/comm", name + "\n")
    if let unit { try write("/proc/\(number)/cgroup", "0::/system.slice/\(unit)\n") }
    for (index, device) in devices.enumerated() {
      try system.link("/proc/\(number)/fd/\(index + 3)", to: device)
    }
  }

  func write(_ path: String, _ text: String) throws {
    try folder(path.split(separator: "/").dropLast().map { "/" + $0 }.joined())
    try system.write(path, text)
  }

  func link(_ path: String, to target: String) throws { try system.link(path, to: target) }

  func folder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: system.root + path, withIntermediateDirectories: true)
  }

  /// What the doctor knows of it.
  func facts(_ source: SourceName = .automatic, isRemote: Bool = false) -> HostFacts {
    HostFacts(files, source: source, isRemote: isRemote)
  }

  private func usb(_ name: String, at path: String) throws {
    try system.link("/sys/bus/usb/devices/\(name)", to: "../../..\(path)")
  }
}

/// Tests that each begin with a computer without anything plugged in.
class MachineSuite {
  let machine: Machine

  init() throws { machine = try Machine() }
}
