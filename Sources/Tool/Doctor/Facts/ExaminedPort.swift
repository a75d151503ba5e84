package import SerialPorts
internal import GPSBase

/// A port as the doctor sees it: its description, its owner, and udev's facts about it.
package struct ExaminedPort: Hashable, Sendable {
  var port: SerialPortDescription
  var owner: MachineFiles.Owner?
  /// Whether udev gives it to the user who sits at the machine.
  var isForWhoeverSitsHere = false
  /// Whether ModemManager has been told to leave it alone.
  var isIgnoredByModemManager = false
  /// Whether a receiver once spoke there.
  var isRemembered = false

  package var node: String { port.node }

  /// Whether it is a receiver's, as far as is known.
  var isReceiver: Bool { port.classification.kind == .receiver || isRemembered }

  /// The port in words: `/dev/ttyACM0 (u-blox 8)`.
  package var words: String {
    let node = VisibleText.escaped(node.utf8)
    let name = VisibleText.escaped(port.displayName.utf8)
    return name == port.name ? node : "\(node) (\(name))"
  }
}

extension ExaminedPort {
  package init(_ port: SerialPortDescription, _ files: MachineFiles, remembered: Set<String>) {
    self.port = port
    owner = files.owner(of: port.node)
    isRemembered = remembered.contains(port.key)
    isIgnoredByModemManager = port.isIgnoredByModemManager
    guard let number = owner?.device ?? Self.number(port) else { return }
    let lines = (files.text("/run/udev/data/\(number)") ?? "").split(separator: "\n")
    isForWhoeverSitsHere = lines.contains("G:uaccess")
    if lines.contains("E:ID_MM_DEVICE_IGNORE=1") || lines.contains("E:ID_MM_PORT_IGNORE=1") {
      isIgnoredByModemManager = true
    }
    // Without udev's library, the findings of its rules are still in its files.
    if lines.contains("E:ID_MM_PORT_TYPE_GPS=1"), !port.isModemReceiver { becomeModem() }
  }

  private mutating func becomeModem() {
    port.modemPortTypes.append("GPS")
    port.classification = KnownDevices.classify(
      port.usb?.identity, isModemReceiver: true, driver: port.driver)
  }

  private static func number(_ port: SerialPortDescription) -> String? {
    port.deviceNumber.map { "c\($0.major):\($0.minor)" }
  }
}
