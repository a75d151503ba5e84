/// A USB serial port that a test plugs in: its descriptors and its location.
package struct FakePort: Sendable {
  /// The name of the terminal, such as `ttyACM0`.
  package var name: String
  package var vendor: UInt16
  package var product: UInt16
  package var maker = "Maker"
  package var words = "Serial thing"
  package var serial: String?
  /// The bus and ports, such as `1-1.2`.
  package var place: String
  package var interface: UInt8 = 0
  /// The driver; with cdc_acm, the terminal's parent is the interface, otherwise a usb-serial device.
  package var driver: String
  /// The port number in usb-serial.
  package var port = 0
  package var speed = "12"
  /// Properties that additional rules set.
  package var properties: [String: String] = [:]

  package init(
    _ name: String, _ vendor: UInt16, _ product: UInt16, at place: String = "1-1", driver: String = "cdc_acm"
  ) {
    self.name = name
    self.vendor = vendor
    self.product = product
    self.place = place
    self.driver = driver
  }

  package static let controller = "/devices/pci0000:00/0000:00:14.0"

  package var node: String { "/dev/" + name }

  /// The directory of the USB device, nested in one directory per hub.
  package var plugPath: String {
    let bus = place.prefix { $0 != "-" }
    let ports = place.dropFirst(bus.count + 1).split(separator: ".")
    let folders = ports.indices.map { "/\(bus)-" + ports[...$0].joined(separator: ".") }
    return "\(Self.controller)/usb\(bus)" + folders.joined()
  }

  package var interfacePath: String { "\(plugPath)/\(place):1.\(interface)" }
  private var isOnUSBSerial: Bool { driver != "cdc_acm" }
  private var layerPath: String { isOnUSBSerial ? "\(interfacePath)/\(name)" : interfacePath }
  package var path: String { "\(layerPath)/tty/\(name)" }

  /// The `ID_PATH` property that udev computes.
  package var pathName: String { "pci-0000:00:14.0-usb-0:\(place.dropFirst(2)):1.\(interface)" }
  package var linkByPath: String { "/dev/serial/by-path/\(pathName)" + (isOnUSBSerial ? "-port\(port)" : "") }
  package var linkByID: String {
    let words = [maker, words].map { $0.replacing(" ", with: "_") } + [serial].compactMap(\.self)
    return "/dev/serial/by-id/usb-\(words.joined(separator: "_"))-if0\(interface)"
      + (isOnUSBSerial ? "-port\(port)" : "")
  }

  /// The properties that udev's default rules set.
  package var allProperties: [String: String] {
    var all = [
      "DEVNAME": node, "MAJOR": number.major, "MINOR": number.minor, "ID_BUS": "usb",
      "ID_VENDOR_ID": hexadecimal(vendor), "ID_MODEL_ID": hexadecimal(product),
      "ID_VENDOR_ENC": maker.replacing(" ", with: "\\x20"),
      "ID_MODEL_ENC": words.replacing(" ", with: "\\x20"), "ID_PATH": pathName,
      "ID_USB_DRIVER": driver, "DEVLINKS": "\(linkByID) \(linkByPath)",
    ]
    all["ID_SERIAL_SHORT"] = serial
    return all.merging(properties) { _, new in new }
  }

  private var number: (major: String, minor: String) {
    (isOnUSBSerial ? "188" : "166", String(name.drop { !$0.isNumber }))
  }

  /// The USB device, its interface, the usb-serial device if any, and the terminal, in this order.
  package var blocks: [FakeBlock] {
    var plug = FakeBlock(plugPath, "usb", driver: "usb", properties: ["DEVTYPE": "usb_device"])
    plug.attributes = [
      "idVendor": hexadecimal(vendor), "idProduct": hexadecimal(product), "manufacturer": maker,
      "product": words, "speed": speed,
    ]
    plug.attributes["serial"] = serial
    let digits = (interface < 16 ? "0" : "") + String(interface, radix: 16)
    let face = FakeBlock(
      interfacePath, "usb", driver: driver, properties: ["DEVTYPE": "usb_interface"],
      attributes: ["bInterfaceNumber": digits])
    let layer = FakeBlock(layerPath, "usb-serial", driver: driver, attributes: ["port_number": "\(port)"])
    let terminal = FakeBlock(
      path, "tty", properties: allProperties, attributes: ["dev": "\(number.major):\(number.minor)"])
    return [plug, face] + (isOnUSBSerial ? [layer] : []) + [terminal]
  }

  private func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension FakeBlock {
  /// The controller and its root hub, the parents of all fake ports.
  package static let bus = [
    FakeBlock(FakePort.controller, "pci", driver: "xhci_hcd"),
    FakeBlock(
      FakePort.controller + "/usb1", "usb", driver: "usb", properties: ["DEVTYPE": "usb_device"],
      attributes: ["idVendor": "1d6b", "idProduct": "0002", "speed": "480"]),
  ]
}
