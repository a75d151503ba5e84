@testable import SerialPorts

/// A port made by hand: a stick in the plug of this number.
func stick(
  _ plug: Int, _ name: String = "ttyACM0", _ vendor: UInt16 = 0x1546, _ product: UInt16 = 0x01A8,
  serial: String? = nil
) -> SerialPortDescription {
  let place = "pci-0000:00:14.0-usb-0:\(plug):1.0"
  var port = SerialPortDescription(
    node: "/dev/" + name,
    devicePath: "/devices/pci0000:00/0000:00:14.0/usb1/1-\(plug)/1-\(plug):1.0/tty/\(name)",
    usb: USBDescription(
      identity: USBIdentity(vendor: vendor, product: product, interface: 0), serialNumber: serial,
      place: "1-\(plug)"))
  port.pathName = place
  port.links = ["/dev/serial/by-id/usb-stick-if00", "/dev/serial/by-path/\(place)"]
  return port
}

extension SerialPortRoster {
  /// Takes one report after the other.
  mutating func take(_ reports: Report...) -> [SerialPortEvent] { reports.flatMap { take($0) } }
}

extension SerialPortEvent {
  /// The event in a short word: `+ttyACM0`, `-ttyACM0`, `ttyACM0>ttyACM1`.
  var word: String {
    switch self {
    case .appeared(let port): "+\(port.name)"
    case .changed(let old, let new): "\(old.name)>\(new.name)"
    case .disappeared(let port): "-\(port.name)"
    }
  }
}
