package import GPSFormats
package import SerialPorts
internal import GPSBase

/// One port in the list: its description, its state, and its selector.
package struct ListedPort {
  var port: SerialPortDescription
  package var change: DeviceChange
  /// The result of listening to it, if it was probed.
  var heard: ProbeResult?

  package init(
    _ port: SerialPortDescription, among ports: [SerialPortDescription],
    holders: (String) -> [PortHolder] = { PortHolder.holders(of: $0) }
  ) {
    self.port = port
    let holder = holders(port.node).first { !$0.isThisProgram && !$0.feedsPort }
    let state: DeviceChange.State = holder != nil ? .busy : port.isAccessible ? .present : .denied
    change = DeviceChange(port, state, among: ports)
    change.holder = holder
  }

  /// Whether it can be opened now.
  var isFree: Bool { change.state == .present }

  /// Whether it may be the receiver that a user is looking for.
  var isCandidate: Bool {
    switch port.classification.kind {
    case .receiver, .binaryReceiver, .gateway, .bridge, .modemReceiver: true
    case .unknown: port.usb != nil
    case .other: false
    }
  }

  package var columns: [String] {
    [port.node, identity, state, change.selector ?? port.node, verdict].map { VisibleText.escaped($0.utf8) }
  }

  static let titles = ["PORT", "IDENTITY", "STATE", "SELECT BY", "WHAT IT IS"]

  private var identity: String {
    guard let usb = port.usb else { return port.displayName }
    let number = usb.hasTellingSerialNumber ? usb.serialNumber.map { " \($0)" } ?? "" : ""
    return "\(port.displayName) \(usb.identity)\(number)"
  }

  private var state: String {
    switch change.state {
    case .busy: "busy: \(change.holder.map { "\($0)" } ?? "another program")"
    case .denied: "denied"
    case .present, .opened, .gone: heard?.words ?? "free"
    }
  }

  private var verdict: String {
    if let heard, heard.isReceiver { return "a receiver: it sends" }
    return switch port.classification.kind {
    case .receiver: "a GPS receiver"
    case .binaryReceiver: "a receiver that sends no NMEA by default"
    case .gateway: "forwards the data of other instruments"
    case .bridge: heard == nil ? "any device may be attached; --probe listens" : "no receiver answered"
    case .modemReceiver: "a modem's GPS: mmcli -m 0 --location-enable-gps-unmanaged"
    case .other: "not a GPS receiver"
    case .unknown: heard == nil ? "not known; --probe listens" : "no receiver answered"
    }
  }
}

/// Text in columns of the minimum width.
struct PortTable {
  let rows: [[String]]

  var text: String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in
      rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { index, cell in
        // No padding after the last column.
        index == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[index] - cell.count)
      }
      return cells.joined(separator: "  ") + "\n"
    }.joined()
  }
}
