/// The name of a device's place on the bus, as udev's `path_id` writes it: `pci-0000:00:14.0-usb-0:1.2:1.0`.
///
/// Read from the kernel's tree alone, so that a port has the same name in a container without udev, in a state
/// file of the host, and after `path:` on a command line.
enum USBPathName {
  /// The name for a device and all that is above it; nil when no plug of a USB bus is among them.
  static func of(_ device: SysfsDevice) -> String? {
    var parts: [String] = []
    var isOnBus = false
    // Of neighbours in the same subsystem only the lowest speaks: one bridge behind the other adds nothing.
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
      case "pci", "platform":
        parts.insert("\(subsystem ?? "")-\(ancestor.name)", at: 0)
      default: continue
      }
    }
    return isOnBus && parts.count > 1 ? parts.joined(separator: "-") : nil
  }
}
