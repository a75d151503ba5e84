import SerialPorts

/// Ports as a test describes them.
extension SerialPortDescription {
  static func usb(
    _ node: String, at place: String, _ vendor: UInt16 = 0x1546, _ product: UInt16 = 0x01A8,
    serial: String? = nil, driver: String = "cdc_acm"
  ) -> SerialPortDescription {
    var usb = USBDescription(identity: USBIdentity(vendor: vendor, product: product))
    usb.serialNumber = serial
    var port = SerialPortDescription(
      node: node, devicePath: "/devices/usb1/\(place)/tty/\(node.split(separator: "/").last ?? "")", usb: usb)
    port.pathName = place
    port.driver = driver
    return port
  }

  static func bridge(_ node: String, at place: String) -> SerialPortDescription {
    usb(node, at: place, 0x10C4, 0xEA60, serial: "0001", driver: "cp210x")
  }
}
