import FoundationEssentials
package import SerialPorts

/// A private `/sys` and `/dev` in a temporary directory, which is removed with this object.
///
/// Devices appear in the kernel's order, the tree before the node, and disappear in reverse order.
package final class FakeSystem: Sendable {
  package let root: String
  private let isOurs: Bool
  package var roots: SystemRoots {
    SystemRoots(devices: root + "/dev", sysfs: root + "/sys", udev: root + "/run/udev")
  }

  package init() throws {
    root = "/tmp/gpsbridge-system-\(UUID().uuidString)"
    isOurs = true
    try makeFolders()
    for block in FakeBlock.bus { try add(block) }
  }

  /// Uses an existing tree, which its creator will remove.
  package init(in root: String) throws {
    self.root = root
    isOurs = false
    try makeFolders()
  }

  deinit { if isOurs { try? FileManager.default.removeItem(atPath: root) } }

  private func makeFolders() throws {
    for path in ["/dev/serial/by-id", "/dev/serial/by-path", "/sys/class/tty"] { try folder(path) }
  }

  package func plug(_ port: FakePort) throws {
    for block in port.blocks { try add(block) }
    try link("/sys/class/tty/\(port.name)", to: "../..\(port.path)")
    try node(port.name)
    for link in [port.linkByID, port.linkByPath] {
      try? FileManager.default.removeItem(atPath: root + link)
      try self.link(link, to: "../../\(port.name)")
    }
  }

  package func unplug(_ port: FakePort) throws {
    try remove("/dev/\(port.name)")
    try remove("/sys/class/tty/\(port.name)")
    try remove("/sys\(port.plugPath)")
  }

  /// Adds a built-in port, or one that a driver only pretends to have.
  package func solder(_ name: String, type: Int, path: String = "/devices/platform/serial8250/tty") throws {
    let parent = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    try add(FakeBlock(parent, "platform", driver: "serial8250"))
    try add(FakeBlock("\(path)/\(name)", "tty", attributes: ["type": "\(type)", "dev": "4:64"]))
    try link("/sys/class/tty/\(name)", to: "../..\(path)/\(name)")
    try node(name)
  }

  /// Adds a terminal without hardware.
  package func addVirtual(_ name: String) throws {
    try add(FakeBlock("/devices/virtual/tty/\(name)", "tty", attributes: ["dev": "4:1"]))
    try link("/sys/class/tty/\(name)", to: "../../devices/virtual/tty/\(name)")
    try node(name)
  }

  package func add(_ block: FakeBlock) throws {
    try folder("/sys" + block.path)
    let lines = block.properties.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }
    try write("/sys\(block.path)/uevent", lines.joined())
    for (name, value) in block.attributes { try write("/sys\(block.path)/\(name)", value + "\n") }
    try link("/sys\(block.path)/subsystem", to: "../../bus/\(block.subsystem)")
    if let driver = block.driver {
      try link("/sys\(block.path)/driver", to: "../../bus/\(block.subsystem)/drivers/\(driver)")
    }
  }

  package func node(_ name: String) throws { try write("/dev/" + name, "") }

  package func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: root + path) }

  package func link(_ path: String, to target: String) throws {
    try? FileManager.default.removeItem(atPath: root + path)
    try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: target)
  }

  package func write(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: root + path))
  }

  private func folder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: root + path, withIntermediateDirectories: true)
  }
}
