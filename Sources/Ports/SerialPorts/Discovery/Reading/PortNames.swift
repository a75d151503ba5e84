/// Which terminals are serial ports, by their names and their place in the kernel's tree.
enum PortNames {
  /// Whether a name in `/dev` may be one: consoles and pseudo-terminals are not even looked at.
  static func isPlausible(_ name: String) -> Bool {
    if isWireless(name) { return true }
    guard name.hasPrefix("tty"), let first = name.dropFirst(3).first else { return false }
    return first.isLetter && first.isASCII
  }

  /// Whether a name is that of a port over Bluetooth.
  static func isWireless(_ name: String) -> Bool { name.hasPrefix("rfcomm") }

  /// Whether a terminal is a port with hardware behind it.
  static func isPort(_ device: SysfsDevice) -> Bool {
    let name = device.name
    guard isPlausible(name) else { return false }
    // Bluetooth's ports hang in the air, or on the adapter while they are connected.
    if isWireless(name) { return true }
    guard !device.path.hasPrefix("/devices/virtual/") else { return false }
    // The driver of PC ports announces four or more, whether they exist or not; type 0 is "not found".
    if let type = device.attribute("type"), type == [UInt8(ascii: "0")] { return false }
    return true
  }
}
