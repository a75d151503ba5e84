internal import SerialPorts
internal import GPSBase

/// A port with its owner and udev's facts about it.
struct ExaminedPort: Hashable, Sendable {
  var port: SerialPortDescription
  var owner: MachineFiles.Owner?
  /// Whether udev grants access to the user at the machine.
  var isForWhoeverSitsHere = false
  /// Whether udev marks it so that ModemManager ignores it.
  var isIgnoredByModemManager = false
  /// Whether a receiver was once found there.
  var isRemembered = false

  var node: String { port.node }

  /// Whether it belongs to a receiver, as far as is known.
  var isReceiver: Bool { port.classification.kind == .receiver || isRemembered }

  /// The port in words: `/dev/ttyACM0 (u-blox 8)`.
  var words: String {
    let node = VisibleText.escaped(node.utf8)
    let name = VisibleText.escaped(port.displayName.utf8)
    return name == port.name ? node : "\(node) (\(name))"
  }
}

extension ExaminedPort {
  init(_ port: SerialPortDescription, _ files: MachineFiles, remembered: Set<String>) {
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
    // Without libudev, its database files still have the results of its rules.
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix("E:\(name)=") }.map { String($0.dropFirst("E:\(name)=".count)) }
    }
    if value("ID_MM_PORT_TYPE_GPS") == "1", !port.isModemReceiver { self.port.modemPortTypes.append("GPS") }
    self.port.classification = KnownDevices.classify(
      port.usb?.identity, isModemReceiver: self.port.isModemReceiver, driver: port.driver,
      rulesClass: value("GPSBRIDGE_CLASS"), rulesModel: value("GPSBRIDGE_MODEL"))
  }

  private static func number(_ port: SerialPortDescription) -> String? {
    port.deviceNumber.map { "c\($0.major):\($0.minor)" }
  }
}
