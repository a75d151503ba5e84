internal import GPSSystemCalls

/// One serial port of this computer: its place, the device behind it, and its names.
///
/// ```swift
/// for port in SerialPortDescription.all() {
///   print(port.node, port.displayName, port.classification.reason)
/// }
/// ```
///
/// A description is a value: it tells what was true when it was read. All text that the device chose itself has
/// been made safe to show: bytes that move a cursor, or that are not UTF-8, appear as `\xHH`.
public struct SerialPortDescription: Sendable, Hashable, Codable {
  /// The device node, which may be another's name the next time: `/dev/ttyACM0`.
  public var node: String
  /// The port in the kernel's tree, without `/sys`; empty for a terminal that the tree does not know.
  public var devicePath: String
  /// Major and minor number of the node.
  public var deviceNumber: DeviceNumber?
  /// All symbolic links to the node that the device claims, sorted: by-id, by-path, and what rules have added.
  public var links: [String] = []
  /// The name of its place, as udev's `ID_PATH`: `pci-0000:00:14.0-usb-0:1.2:1.0`.
  public var pathName: String?
  /// Which port of a device with several it is, as the driver counts; nil where the driver does not.
  public var portNumber: Int?
  /// The kernel's driver: `cdc_acm`, `pl2303`.
  public var driver: String?
  /// The USB device behind it; nil for a port of another kind.
  public var usb: USBDescription?
  /// The uses of a modem's port, sorted: `GPS`, `AT`, `QCDM`, as in ModemManager's `ID_MM_PORT_TYPE_GPS`.
  public var modemPortTypes: [String] = []
  /// Whether ModemManager has been told to leave the device alone.
  public var isIgnoredByModemManager = false
  /// Whether this process may read and write the node.
  ///
  /// A node may be there before its permissions are: then it is reported as changed when they come.
  public var isAccessible = true
  /// The kind of device behind the port, with the reason in words.
  public var classification: Classification

  /// Describes a port by hand, as a test does; everything else can be set afterwards.
  public init(node: String, devicePath: String = "", usb: USBDescription? = nil) {
    self.node = node
    self.devicePath = devicePath
    self.usb = usb
    classification = KnownDevices.classify(usb?.identity)
  }
}

extension SerialPortDescription {
  /// Whether ModemManager says that this is where a modem gives its position.
  public var isModemReceiver: Bool { modemPortTypes.contains("GPS") }

  /// By what the port is known from one plugging in to the next: the place it is plugged into.
  ///
  /// Two sticks without serial numbers differ in it, and a stick that was ``node`` `/dev/ttyACM0` and comes back as
  /// `/dev/ttyACM1` does not. A port that cannot be pulled out is known by its device path.
  public var key: String {
    guard let usb else { return devicePath.isEmpty ? node : devicePath }
    // A hub of the faster kind numbers its ports separately, under the same controller.
    let bus = (usb.speed ?? 0) >= 5000 ? "superspeed-" : ""
    return bus + (pathName ?? pluggedPath) + (portNumber.map { $0 > 0 ? "-port\($0)" : "" } ?? "")
  }

  /// The device path up to the interface, the fallback for a name; the rest of the path contains the terminal's name.
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

  /// A name for the device in front of a person: its model if known, else its own words.
  public var displayName: String {
    if let model = classification.model { return model }
    guard let usb else { return driver ?? name }
    return usb.productName ?? usb.vendorName ?? driver ?? "USB device \(usb.identity)"
  }
}

extension SerialPortDescription {
  /// The port that has a node now, according to the kernel's tree; nil for a node that is no port of the tree.
  package static func now(
    at node: String, roots: SystemRoots = .standard
  ) -> SerialPortDescription? {
    let name = Kernel.destination(ofLink: node) ?? node
    return name.split(separator: "/").last
      .flatMap { SysfsDevice(root: roots.sysfs, terminal: String($0)) }
      .flatMap { PortReader(roots: roots).describe($0) }
  }
}

extension SerialPortDescription: CustomStringConvertible {
  /// The node and the name of the device: `/dev/ttyACM0 (u-blox 7)`.
  public var description: String { "\(node) (\(displayName))" }
}

/// The USB device behind a port, as it describes itself, and the place it is plugged into.
public struct USBDescription: Sendable, Hashable, Codable {
  /// Vendor, product, and the interface that the port belongs to.
  public var identity: USBIdentity
  /// The maker's name in the device's own words, or else as udev's database has it.
  public var vendorName: String?
  /// The product's name in the device's own words, or else as udev's database has it.
  public var productName: String?
  /// The serial number; nil when the device has none, as most u-blox sticks.
  public var serialNumber: String?
  /// The place of the plug in the kernel's words, bus and ports: `1-1.2` is bus 1, port 1, and port 2 of the hub there.
  public var place: String?
  /// How fast the link is in megabits a second: 1.5, 12, 480, 5000 and above.
  public var speed: Double?

  /// Describes a device.
  public init(
    identity: USBIdentity, vendorName: String? = nil, productName: String? = nil, serialNumber: String? = nil,
    place: String? = nil, speed: Double? = nil
  ) {
    self.identity = identity
    self.vendorName = vendorName
    self.productName = productName
    self.serialNumber = serialNumber
    self.place = place
    self.speed = speed
  }

  /// Whether the serial number tells this device from another of its kind.
  ///
  /// Serial numbers lie: every CP210x leaves the works with `0001`, others with zeros.
  public var hasTellingSerialNumber: Bool { serialNumber.map(KnownDevices.tellsApart) ?? false }

  /// The place of the hub that the device is plugged into; nil when that is the computer itself.
  public var hub: String? {
    guard let place, let dot = place.lastIndex(of: ".") else { return nil }
    return String(place[..<dot])
  }
}
