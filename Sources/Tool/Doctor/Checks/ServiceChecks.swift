internal import SerialPorts

/// Services that take ports or disturb them, before they have done so.
enum ServiceChecks {
  static let withoutBrltty = "sudo systemctl mask --now brltty.path brltty-udev.service"

  /// ModemManager sends AT commands to every port that it has not been told to leave alone.
  static let modemManager: Check = { facts in
    guard let manager = facts.processes.named("ModemManager") else { return [] }
    return facts.receivers.filter { !$0.isIgnoredByModemManager }.map { port in
      .warning(
        "modem_manager", "ModemManager is running, and has not been told to leave \(port.words) alone",
        why: "for half a minute after each plugging in it asks the receiver whether it is a modem",
        fix: fix(port, facts.system, manager), device: port.node)
    }
  }

  /// The rules name receivers; a bridge is told apart by its user alone.
  private static func fix(_ port: ExaminedPort, _ system: SystemFacts, _ manager: RunningProcess) -> String {
    guard port.port.classification.kind == .receiver else { return HolderChecks.stopping("ModemManager") }
    return system.rules == nil
      ? "sudo make install-rules, then plug it in again" : "plug it in again: its rules were installed since"
  }

  /// gpsd, while it holds no port of ours: it takes one when a client asks.
  static let gpsd: Check = { facts in
    let receivers = facts.receivers
    guard !receivers.isEmpty, receivers.allSatisfy({ facts.processes.holders(of: $0.node).isEmpty }) else {
      return []
    }
    // Then another finding has said more.
    guard gpsdPort(facts).isEmpty else { return [] }
    let what: String
    if let gpsd = facts.processes.named("gpsd") {
      what = "\(gpsd.words) is running, and takes receivers as they come"
    } else if facts.isGPSDAwaited {
      what = "systemd waits on port 2947 to start gpsd, which takes receivers"
    } else {
      return []
    }
    return [
      .warning(
        "gpsd", what, why: "it opens the port when one of its clients asks, and then nobody else can",
        fix: facts.processes.named("gpsd").map(HolderChecks.joining)
          ?? KnownHolders.joiningGPSD(port: nil, stop: HolderChecks.stopping("gpsd.socket gpsd.service")))
    ]
  }

  /// gpsd and `gpsbridge serve`, where both want the port that clients of gpsd ask at.
  static let gpsdPort: Check = { facts in
    guard facts.target.isOfThisMachine, let gpsd = facts.gpsdPort.wordsOfGPSD,
      let serving = facts.gpsdPort.wordsOfServing
    else { return [] }
    return [
      .warning(
        "gpsd_port", "both want port 2947: \(gpsd), and \(serving)",
        why: "one of them gets it, and the other one ends or takes the receiver away from it",
        fix: "\(GPSDPort.withoutGPSD); or the other way: \(GPSDPort.withoutServing)")
    ]
  }

  /// brltty takes USB bridges for Braille displays, and is then their driver.
  static let brltty: Check = { facts in
    guard facts.target.isOfThisMachine, let brltty = facts.processes.named("brltty") else { return [] }
    let taken = facts.usb.filter { device in
      device.terminals.isEmpty && device.drivers.contains("usbfs")
        && (device.node.map(brltty.devices.contains) ?? false || isBridge(device))
    }
    guard taken.isEmpty else {
      return taken.map { device in
        .failure(
          "brltty", "\(brltty.words) has taken \(device.name) (\(device.identity)) for a Braille display",
          why: "it is the adapter's driver now, so that there is no port", fix: withoutBrltty)
      }
    }
    return facts.usb.filter { isBridge($0) }.prefix(1).map { device in
      .warning(
        "brltty",
        "\(brltty.words) is running, and takes adapters as \(device.name) (\(device.identity)) for Braille displays",
        fix: withoutBrltty)
    }
  }

  private static func isBridge(_ device: USBDevice) -> Bool {
    KnownDevices.device(for: device.identity)?.kind == .bridge
  }
}
