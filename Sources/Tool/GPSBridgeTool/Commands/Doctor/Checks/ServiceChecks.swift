internal import SerialPorts

/// Services that may take or disturb ports, reported before they do.
enum ServiceChecks {
  static let withoutBrltty = "sudo systemctl mask --now brltty.path brltty-udev.service"

  /// ModemManager sends AT commands to every port that is not marked to be ignored.
  static let modemManager: Check = { facts in
    guard let manager = facts.processes.named("ModemManager") else { return [] }
    return facts.receivers.filter { !$0.isIgnoredByModemManager }.map { port in
      .warning(
        "modem_manager", "ModemManager is running, and is not configured to leave \(port.words) alone",
        why: "for half a minute after each plug-in it asks the receiver whether it is a modem",
        remedy: remedy(port, facts.system, manager), device: port.node)
    }
  }

  /// Only receivers are marked by our rules; a bridge could be anything.
  private static func remedy(_ port: ExaminedPort, _ system: SystemFacts, _ manager: RunningProcess) -> String
  {
    guard port.port.classification.kind == .receiver else { return HolderChecks.stopping("ModemManager") }
    return system.rules == nil
      ? "sudo make install-rules, then plug it in again" : "plug it in again: its rules were installed since"
  }

  /// gpsd while it holds none of our ports; it opens one when a client connects.
  static let gpsd: Check = { facts in
    let receivers = facts.receivers
    guard !receivers.isEmpty, receivers.allSatisfy({ facts.processes.holders(of: $0.node).isEmpty }) else {
      return []
    }
    // A conflict over gpsd's port is the more specific finding.
    guard gpsdPort(facts).isEmpty else { return [] }
    let what: String
    if let gpsd = facts.processes.named("gpsd") {
      what = "\(gpsd.words) is running, and opens receivers when they appear"
    } else if facts.isGPSDAwaited {
      what = "a connection to port 2947 makes systemd start gpsd, which opens receivers"
    } else {
      return []
    }
    return [
      .warning(
        "gpsd", what, why: "it opens the port for its clients, and then no other program can",
        remedy: facts.processes.named("gpsd").map(HolderChecks.joining)
          ?? KnownHolders.joiningGPSD(port: nil, stop: HolderChecks.stopping("gpsd.socket gpsd.service")))
    ]
  }

  /// gpsd and `gpsbridge serve` if both use gpsd's port.
  static let gpsdPort: Check = { facts in
    guard facts.target.isOfThisMachine, let gpsd = facts.gpsdPort.wordsOfGPSD,
      let serving = facts.gpsdPort.wordsOfServing
    else { return [] }
    return [
      .warning(
        "gpsd_port", "both use port 2947: \(gpsd), and \(serving)",
        why: "one of them gets it; the other ends, or takes the receiver away from it",
        remedy: "\(GPSDPort.withoutGPSD); or the other way: \(GPSDPort.withoutServing)")
    ]
  }

  /// brltty takes some USB bridges for Braille displays and drives them itself.
  static let brltty: Check = { facts in
    guard facts.target.isOfThisMachine, let brltty = facts.processes.named("brltty") else { return [] }
    let taken = facts.usb.filter { device in
      device.terminals.isEmpty && device.drivers.contains("usbfs")
        && (device.node.map(brltty.devices.contains) ?? false || isBridge(device))
    }
    guard taken.isEmpty else {
      return taken.map { device in
        .failure(
          "brltty", "\(brltty.words) has mistaken \(device.name) (\(device.identity)) for a Braille display",
          why: "it drives the adapter now, so there is no port", remedy: withoutBrltty)
      }
    }
    return facts.usb.filter { isBridge($0) }.prefix(1).map { device in
      .warning(
        "brltty",
        "\(brltty.words) is running, and mistakes adapters such as \(device.name) (\(device.identity)) for Braille displays",
        remedy: withoutBrltty)
    }
  }

  private static func isBridge(_ device: USBDevice) -> Bool {
    KnownDevices.device(for: device.identity)?.kind == .bridge
  }
}
