internal import SerialPorts
internal import GPSBase

/// A USB device, with or without a serial port.
struct USBDevice: Hashable, Sendable {
  /// Bus and ports: `1-1.2`; a root hub is `usb1`.
  var place: String
  var identity: USBIdentity
  var product: String?
  /// In megabits per second.
  var speed: Double?
  var isHub = false
  /// The path above its root hub, which identifies the controller.
  var controller = ""
  /// The SuperSpeed hub in the same housing as this device's hub.
  var fasterHub: String?
  var drivers: Set<String> = []
  /// Its terminals: `ttyACM0`.
  var terminals: [String] = []
  /// The node that a program with its own driver opens: `/dev/bus/usb/001/005`.
  var node: String?

  /// The device's name for people.
  var name: String {
    KnownDevices.device(for: identity)?.model ?? product.map { VisibleText.escaped($0.utf8) }
      ?? "USB device \(identity)"
  }

  var isSuperSpeed: Bool { (speed ?? 0) >= 5000 }

  /// The place of its hub; the root hub if it is plugged into the computer directly.
  var hub: String { Self.hub(above: place) }

  static func hub(above place: String) -> String {
    if let dot = place.lastIndex(of: ".") { return String(place[..<dot]) }
    return "usb" + place.prefix { $0 != "-" }
  }

  /// The ports on the path, without the bus: `1.2`.
  private var way: Substring { place.drop { $0 != "-" }.dropFirst() }

  /// Whether another device is plugged into the same housing: the same hub, or the computer itself.
  ///
  /// A USB 3 socket has two sets of contacts, and a hub consists of two hubs. The kernel pairs them; if it
  /// does not, we compare their paths.
  func isNeighbor(of other: USBDevice) -> Bool {
    guard place != other.place, controller == other.controller else { return false }
    if hub == other.hub || fasterHub == other.hub { return true }
    let ways = (way.split(separator: ".").dropLast(), other.way.split(separator: ".").dropLast())
    return fasterHub == nil && ways.0 == ways.1
  }

  /// All devices of a machine, in the order of their places.
  static func all(_ files: MachineFiles) -> [USBDevice] {
    let folder = "/sys/bus/usb/devices"
    let names = files.names(in: folder)
    return names.filter { !$0.contains(":") }.compactMap { name in
      device(name, at: "\(folder)/\(name)", interfaces: names.filter { $0.hasPrefix(name + ":") }, files)
    }
  }

  private static func device(
    _ name: String, at path: String, interfaces: [String], _ files: MachineFiles
  ) -> USBDevice? {
    func number(_ attribute: String) -> UInt16? {
      files.line("\(path)/\(attribute)").flatMap { UInt16($0, radix: 16) }
    }
    guard let vendor = number("idVendor"), let product = number("idProduct") else { return nil }
    var device = USBDevice(place: name, identity: USBIdentity(vendor: vendor, product: product))
    device.product = files.line(path + "/product")
    device.speed = files.line(path + "/speed").flatMap { Double($0) }
    device.isHub = files.line(path + "/bDeviceClass") == "09" || name.hasPrefix("usb")
    device.controller = controller(files.link(path) ?? "")
    device.node = files.line(path + "/busnum").flatMap { Int($0) }.flatMap { bus in
      files.line(path + "/devnum").flatMap { Int($0) }.map { "/dev/bus/usb/\(padded(bus))/\(padded($0))" }
    }
    for interface in interfaces {
      let folder = "/sys/bus/usb/devices/\(interface)"
      if let driver = files.link(folder + "/driver")?.split(separator: "/").last {
        device.drivers.insert(String(driver))
      }
      // With cdc_acm the terminal is below the interface, otherwise below a usb-serial device.
      device.terminals += files.names(in: folder + "/tty")
      device.terminals += files.names(in: folder).filter { $0.hasPrefix("ttyUSB") }
    }
    device.fasterHub = fasterHub(of: name, files)
    return device
  }

  /// The path above the root hub: `…/pci0000:00/0000:00:14.0`.
  private static func controller(_ link: String) -> String {
    link.split(separator: "/").prefix { !$0.hasPrefix("usb") }.filter { $0 != ".." }.joined(separator: "/")
  }

  /// The kernel links each port of a hub to the paired port in the same socket.
  private static func fasterHub(of name: String, _ files: MachineFiles) -> String? {
    guard let port = name.split(whereSeparator: { $0 == "-" || $0 == "." }).last else { return nil }
    let hub = hub(above: name)
    let bus = name.prefix { $0 != "-" }
    let folder = hub.hasPrefix("usb") ? "\(bus)-0:1.0" : "\(hub):1.0"
    let names =
      hub.hasPrefix("usb") ? ["usb\(bus)-port\(port)", "\(bus)-0-port\(port)"] : ["\(hub)-port\(port)"]
    for name in names {
      guard let peer = files.link("/sys/bus/usb/devices/\(folder)/\(name)/peer")?.split(separator: "/").last,
        let end = peer.lastIndex(of: "-"), peer[end...].hasPrefix("-port")
      else { continue }
      let found = peer[..<end]
      return found.hasSuffix("-0") ? "usb" + found.dropLast(2) : String(found)
    }
    return nil
  }

  private static func padded(_ number: Int) -> String {
    String(repeating: "0", count: max(0, 3 - "\(number)".count)) + "\(number)"
  }
}
