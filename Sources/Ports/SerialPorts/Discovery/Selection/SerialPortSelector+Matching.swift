extension SerialPortSelector {
  /// Whether a port is meant by this selector, as far as the port itself tells.
  ///
  /// `auto` means receivers only: never a bridge, behind which anything may be.
  public func matches(_ port: SerialPortDescription) -> Bool {
    switch self {
    case .auto: port.classification.kind == .receiver
    case .node(let path): port.node == path || port.links.contains(path)
    case .id(let name): port.linksByID.contains("/dev/serial/by-id/" + name)
    case .path(let name): Self.places(of: port).contains(name)
    case .serial(let number): port.usb?.serialNumber == number
    case .usb(let vendor, let product):
      port.usb.map { $0.identity.vendor == vendor && $0.identity.product == product } ?? false
    }
  }

  /// All the names that a port's place has.
  private static func places(of port: SerialPortDescription) -> [String] {
    let byPath = port.linksByPath.map { String($0.dropFirst("/dev/serial/by-path/".utf8.count)) }
    guard let name = port.pathName else { return byPath + [port.key] }
    return byPath + [port.key, name, plug(of: name)]
  }

  /// A place without the interface behind the last colon: what a person sees of it from outside.
  private static func plug(of name: String) -> String {
    guard name.split(separator: "-").dropLast().contains("usb"), let colon = name.lastIndex(of: ":") else {
      return name
    }
    return String(name[..<colon])
  }

  /// The selector that names a port and none of the others, the longest-lived first.
  ///
  /// A serial number goes with the device from plug to plug, where it tells devices apart; a place stays
  /// when the device is replaced; a node is only today's name.
  public static func naming(
    _ port: SerialPortDescription, among ports: [SerialPortDescription]
  ) -> SerialPortSelector {
    var wishes: [SerialPortSelector] = []
    if let usb = port.usb {
      if usb.hasTellingSerialNumber, let number = usb.serialNumber { wishes.append(.serial(number)) }
      if let name = port.pathName { wishes.append(.path(name)) }
      wishes.append(.path(port.key))
    }
    return wishes.first { wish in ports.allSatisfy { $0 == port || !wish.matches($0) } } ?? .node(port.node)
  }
}
