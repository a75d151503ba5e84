internal import GPSSystemCalls

/// One serial port of this computer: its place, its device and its names.
///
/// ```swift
/// for port in SerialPortDescription.all() {
///   print(port.node, port.displayName, port.classification.reason)
/// }
/// ```
///
/// A description is a snapshot. Text chosen by the device has been sanitized: bytes that move a cursor, or
/// that are not UTF-8, appear as `\xHH`.
public struct SerialPortDescription: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The device node, `/dev/ttyACM0`; a different device may have it next time.
  public var node: String
  /// The path in the kernel's tree, without `/sys`; empty for a terminal outside the tree.
  public var devicePath: String
  /// The major and minor number of the node.
  package var deviceNumber: DeviceNumber?
  /// All symbolic links to the node that the device claims, sorted: by-id, by-path, and links from rules.
  public var links: [String] = []
  /// The name of the place, udev's `ID_PATH`: `pci-0000:00:14.0-usb-0:1.2:1.0`.
  public var pathName: String?
  /// The number of the port on a device with several; nil if the driver does not number ports.
  public var portNumber: Int?
  /// The kernel's driver: `cdc_acm`, `pl2303`.
  public var driver: String?
  /// The USB device; nil for other kinds of ports.
  public var usb: USBDescription?
  /// The uses of a modem's port, sorted: `GPS`, `AT`, `QCDM`, from ModemManager's `ID_MM_PORT_TYPE_…`.
  public var modemPortTypes: [String] = []
  /// Whether ModemManager is configured to ignore the device.
  public var isIgnoredByModemManager = false
  /// Whether this process may read and write the node.
  ///
  /// A node may appear before its permissions are set; the port is then reported as changed when they are.
  public var isAccessible = true
  /// The kind of device at the port, with the reason in words.
  public var classification: Classification

  /// Describes a port for a test; all other properties can be set afterward.
  public init(node: String, devicePath: String = "", usb: USBDescription? = nil) {
    (self.node, self.devicePath, self.usb) = (node, devicePath, usb)
    classification = KnownDevices.classify(usb?.identity)
  }

  /// Whether ModemManager identifies this as the GPS port of a modem.
  public var isModemReceiver: Bool { modemPortTypes.contains("GPS") }

  /// The stable identifier of the port across reconnections: the place where it is plugged in.
  ///
  /// It differs for two sticks without serial numbers, and stays the same for a stick whose ``node`` changes
  /// from `/dev/ttyACM0` to `/dev/ttyACM1`. A port that cannot be unplugged is identified by its device path.
  public var key: String {
    guard let usb else { return devicePath.isEmpty ? node : devicePath }
    // A SuperSpeed hub numbers its ports separately, under the same controller.
    let bus = (usb.speed ?? 0) >= 5000 ? "superspeed-" : ""
    return bus + (pathName ?? pluggedPath) + portSuffix
  }

  /// The identifier of the device in any socket, by its serial number; nil if the number is missing or not unique.
  package var durableKey: String? {
    guard let usb, usb.hasTellingSerialNumber, let number = usb.serialNumber else { return nil }
    // An adapter may have several receivers.
    let interface = usb.identity.interface.map { $0 > 0 ? "-if\($0)" : "" } ?? ""
    return "serial:" + number + interface + portSuffix
  }

  private var portSuffix: String { portNumber.map { $0 > 0 ? "-port\($0)" : "" } ?? "" }

  /// The device path up to the interface, used without a place name; the rest contains the terminal's name.
  private var pluggedPath: String {
    let parts = devicePath.split(separator: "/")
    let terminal = parts.last.map(String.init) ?? ""
    return parts.filter { $0 != terminal && $0 != "tty" }.map { "/" + $0 }.joined()
  }

  /// The links in `/dev/serial/by-id`.
  public var linksByID: [String] { links.filter { $0.hasPrefix("/dev/serial/by-id/") } }

  /// The links in `/dev/serial/by-path`.
  public var linksByPath: [String] { links.filter { $0.hasPrefix("/dev/serial/by-path/") } }

  /// The name of the terminal: `ttyACM0`.
  public var name: String { node.split(separator: "/").last.map(String.init) ?? node }

  /// The display name of the device: the model if known, otherwise the device's own text.
  public var displayName: String {
    if let model = classification.model { return model }
    guard let usb else { return driver ?? name }
    return usb.productName ?? usb.vendorName ?? driver ?? "USB device \(usb.identity)"
  }

  /// Returns the port that currently has a node in the kernel's tree; nil if the node is not in the tree.
  package static func now(
    at node: String, roots: SystemRoots = .standard
  ) -> SerialPortDescription? {
    let name = Kernel.destination(ofLink: node) ?? node
    return name.split(separator: "/").last
      .flatMap { SysfsDevice(root: roots.sysfs, terminal: String($0)) }
      .flatMap { PortReader(roots: roots).describe($0) }
  }

  /// The node and the display name: `/dev/ttyACM0 (u-blox 7)`.
  public var description: String { "\(node) (\(displayName))" }
}

/// The USB device of a port: its own description, and the place where it is plugged in.
public struct USBDescription: Sendable, Hashable, Codable {
  /// Vendor, product, and the interface of the port.
  public var identity: USBIdentity
  /// The vendor's name from the device, or otherwise from udev's database.
  public var vendorName: String?
  /// The product's name from the device, or otherwise from udev's database.
  public var productName: String?
  /// The serial number; nil if the device has none, which is true of most u-blox sticks.
  public var serialNumber: String?
  /// The place in the kernel's notation: `1-1.2` is bus 1, port 1, and port 2 of the hub there.
  public var place: String?
  /// The speed of the link in megabits per second: 1.5, 12, 480, 5000 and above.
  public var speed: Double?

  /// Creates a description.
  public init(
    identity: USBIdentity, vendorName: String? = nil, productName: String? = nil, serialNumber: String? = nil,
    place: String? = nil, speed: Double? = nil
  ) {
    (self.identity, self.vendorName, self.productName) = (identity, vendorName, productName)
    (self.serialNumber, self.place, self.speed) = (serialNumber, place, speed)
  }

  /// Whether the serial number identifies a single device.
  ///
  /// Many do not: every CP210x leaves the factory with `0001`, others with zeros.
  public var hasTellingSerialNumber: Bool { serialNumber.map(KnownDevices.tellsApart) ?? false }

  /// The place of the hub that the device is plugged into; nil for a port of the computer itself.
  public var hub: String? {
    guard let place, let dot = place.lastIndex(of: ".") else { return nil }
    return String(place[..<dot])
  }
}
