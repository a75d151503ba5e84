/// Determines which terminals are serial ports, by their names and their place in the kernel's tree.
enum PortNames {
  /// Whether a name in `/dev` may be a port; excludes consoles and pseudo-terminals.
  static func isPlausible(_ name: String) -> Bool {
    if isWireless(name) { return true }
    guard name.hasPrefix("tty"), let first = name.dropFirst(3).first else { return false }
    return first.isLetter && first.isASCII
  }

  /// Whether a name belongs to a Bluetooth port.
  static func isWireless(_ name: String) -> Bool { name.hasPrefix("rfcomm") }

  /// Whether a terminal is a port of real hardware.
  static func isPort(_ device: SysfsDevice) -> Bool {
    let name = device.name
    guard isPlausible(name) else { return false }
    // A Bluetooth port has no parent device, or the adapter while it is connected.
    if isWireless(name) { return true }
    guard !device.path.hasPrefix("/devices/virtual/") else { return false }
    // The driver of PC ports announces four or more, whether they exist or not; type 0 is "not found".
    if let type = device.attribute("type"), type == [UInt8(ascii: "0")] { return false }
    return true
  }
}

/// The name of a device's place on the bus, as udev's `path_id` writes it: `pci-0000:00:14.0-usb-0:1.2:1.0`.
///
/// Computed from the kernel's tree alone, so that a port has the same name in a container without udev, in a
/// state file of the host, and after `path:` on a command line.
enum USBPathName {
  /// The name for a device and its ancestors; nil if none of them is on a USB bus.
  static func of(_ device: SysfsDevice) -> String? {
    var parts: [String] = []
    var isOnBus = false
    // Of adjacent devices in the same subsystem only the lowest counts, as a chain of bridges adds nothing.
    var previous: String?
    for ancestor in device.ancestors {
      let subsystem = ancestor.subsystem
      defer { previous = subsystem }
      guard subsystem != previous else { continue }
      switch subsystem {
      case "usb":
        guard let dash = ancestor.name.firstIndex(of: "-") else { return nil }
        parts.insert("usb-0:" + ancestor.name[ancestor.name.index(after: dash)...], at: 0)
        isOnBus = true
      case "pci", "platform": parts.insert("\(subsystem ?? "")-\(ancestor.name)", at: 0)
      default: continue
      }
    }
    return isOnBus && parts.count > 1 ? parts.joined(separator: "-") : nil
  }
}

/// Natural order of text: digits are compared as numbers.
enum NaturalOrder {
  /// Whether the first comes before the second; `usb-0:2` is before `usb-0:10`.
  static func isBefore(_ left: String, _ right: String) -> Bool {
    var left = left.utf8[...]
    var right = right.utf8[...]
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let one = number(&left)
        let other = number(&right)
        if one != other {
          return one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
        }
      } else {
        if first != second { return first < second }
        left = left.dropFirst()
        right = right.dropFirst()
      }
    }
    return left.isEmpty && !right.isEmpty
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Removes the leading number, and returns its digits without leading zeros.
  private static func number(_ text: inout Substring.UTF8View) -> [UInt8] {
    let digits = Array(text.prefix(while: isDigit))
    text = text.dropFirst(digits.count)
    return Array(digits.drop { $0 == 0x30 })
  }
}
