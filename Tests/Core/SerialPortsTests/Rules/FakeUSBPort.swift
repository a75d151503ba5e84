/// A serial port on USB that does not exist, as umockdev is told about it.
struct FakeUSBPort {
  /// Its node: "ttyACM0", "ttyUSB3".
  var node: String
  /// The place of its plug: "1-1", "1-4.2".
  var place: String
  var vendor: String
  var product: String
  var serial: String?
  var interface = 0
  /// For drivers that number their ports.
  var port = 0

  var devicePath: String { "\(Self.hub)/\(place)" }
  var portPath: String {
    isNumbered ? "\(interfacePath)/\(node)/tty/\(node)" : "\(interfacePath)/tty/\(node)"
  }

  /// The result of udev's path_id on a real machine; under umockdev it finds none, and keeps this.
  private var path: String { "pci-0000:00:03.0-usb-0:\(place.dropFirst(2)):1.\(interface)" }
  var pathTag: String { String(path.map { $0 == ":" || $0 == "." ? "_" : $0 }) }

  private var isNumbered: Bool { node.hasPrefix("ttyUSB") }
  var interfacePath: String { "\(devicePath)/\(place):1.\(interface)" }
  private var number: Int { Int(node.drop { !$0.isNumber }) ?? 0 }
  /// 188 is ttyUSB, 166 ttyACM.
  private var major: Int { isNumbered ? 188 : 166 }

  private static let hub = "/devices/pci0000:00/0000:00:03.0/usb1"

  /// Several ports as one text, each device and each hub once.
  static func text(_ ports: [FakeUSBPort]) -> String {
    var seen: Set<String> = []
    let blocks = ports.enumerated().flatMap { index, port in port.blocks(number: index + 2) } + top
    return blocks.filter { seen.insert($0.path).inserted }.map { "P: \($0.path)\n\($0.text)\n" }.joined()
  }

  private typealias Block = (path: String, text: String)

  private static let top: [Block] = [
    (hub, usbDevice("1d6b", "0002", number: 1)),
    ("/devices/pci0000:00/0000:00:03.0", "E: SUBSYSTEM=pci\nA: vendor=0x1b36\\n\nA: device=0x000d\\n\n"),
  ]

  // Children stand before their parents, as umockdev records them.
  private func blocks(number deviceNumber: Int) -> [Block] {
    let tty = """
      N: \(node)
      E: DEVNAME=/dev/\(node)
      E: ID_PATH=\(path)
      E: ID_PATH_TAG=\(pathTag)
      E: MAJOR=\(major)
      E: MINOR=\(number)
      E: SUBSYSTEM=tty
      A: dev=\(major):\(number)\\n

      """
    let numbered = "E: SUBSYSTEM=usb-serial\nA: port_number=\(port)\\n\n"
    let hex = interface < 16 ? "0" + String(interface, radix: 16) : String(interface, radix: 16)
    let ours =
      "E: DEVTYPE=usb_interface\nE: SUBSYSTEM=usb\nA: bInterfaceClass=02\\n\nA: bInterfaceNumber=\(hex)\\n\n"
    // The devices between the root and this one: hubs, that have hubs' ids.
    let hubs = place.split(separator: ".").indices.dropFirst().map { count -> Block in
      let hub = place.split(separator: ".").prefix(count).joined(separator: ".")
      return ("\(Self.hub)/\(hub)", Self.usbDevice("05e3", "0610", number: 100 + count))
    }
    return [(portPath, tty)] + (isNumbered ? [("\(interfacePath)/\(node)", numbered)] : [])
      + [(interfacePath, ours), (devicePath, Self.usbDevice(vendor, product, serial, number: deviceNumber))]
      + hubs.reversed()
  }

  // The power switch is empty here, since umockdev's file keeps the end of a longer word that was there.
  private static func usbDevice(
    _ vendor: String, _ product: String, _ serial: String? = nil, number: Int
  ) -> String {
    """
    E: BUSNUM=001
    E: DEVNUM=\(number)
    E: DEVNAME=/dev/bus/usb/001/\(number)
    E: DEVTYPE=usb_device
    E: MAJOR=189
    E: MINOR=\(number)
    E: SUBSYSTEM=usb
    A: idVendor=\(vendor)\\n
    A: idProduct=\(product)\\n
    A: manufacturer=Maker\\n
    A: product=Thing\\n
    A: power/control=

    """ + (serial.map { "A: serial=\($0)\\n\n" } ?? "")
  }
}
