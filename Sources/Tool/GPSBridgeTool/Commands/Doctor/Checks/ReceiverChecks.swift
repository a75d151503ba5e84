internal import GPSBridge
internal import SerialPorts
internal import GPSBase

/// Whether there is a receiver, and whether the kernel created a port for it.
enum ReceiverChecks {
  static let receiver: Check = { facts in
    switch facts.target {
    case .simulated(let text):
      [.fine("receiver", "the receiver \(VisibleText.escaped(text.utf8.prefix { $0 != 0x3F })) is simulated")]
    case .network(let text):
      [.fine("receiver", "the receiver \(VisibleText.escaped(text.utf8)) is on the network")]
    case .recording(let name): [recording(name, facts)]
    case .missing(let name, let found):
      [
        .failure(
          "not_there", "there is no \(name)", why: found,
          remedy: facts.ports.isEmpty
            ? "plug it in; gpsbridge devices --watch shows new ports" : "gpsbridge devices --all",
          device: name)
      ]
    case .port(let port): [present(port, facts)]
    case .none: [absent(facts)]
    }
  }

  private static func recording(_ name: String, _ facts: HostFacts) -> Finding {
    let epochs = facts.heard?.counts.epochs ?? 0
    return .fine("recording", "the recording has \(Plural.of(epochs, "epoch")): \(name)")
  }

  private static func present(_ port: ExaminedPort, _ facts: HostFacts) -> Finding {
    let others = facts.receivers.dropFirst()
    let why =
      others.isEmpty
      ? nil : "the first is examined; the others: \(others.map(\.words).joined(separator: ", "))"
    guard port.isReceiver else { return unsure(port, facts) }
    let count = 1 + others.count
    return .fine(
      "receiver",
      "\(Plural.of(count, "GPS receiver")) \(others.isEmpty ? "was" : "were") found: \(port.words)", why: why,
      device: port.node)
  }

  /// A named port whose ids don't identify it as a receiver.
  private static func unsure(_ port: ExaminedPort, _ facts: HostFacts) -> Finding {
    switch port.port.classification.kind {
    case .other:
      .warning(
        "not_a_gps", "\(port.words) is known not to be a GPS receiver", why: port.port.classification.reason,
        remedy: "gpsbridge devices --all", device: port.node)
    case .binaryReceiver:
      .warning(
        "binary_receiver", "\(port.words) sends its maker's protocol by default",
        why: port.port.classification.reason,
        remedy: "switch it to NMEA with its maker's program", device: port.node)
    case .modemReceiver where facts.heard.map { $0.counts.sentences > 0 } == true:
      .fine(
        "modem_receiver", "\(port.words) is the GPS port of a modem, and it is switched on", device: port.node
      )
    case .modemReceiver:
      .warning(
        "modem_receiver", "\(port.words) is the GPS port of a modem, silent until it is switched on",
        remedy: modemRemedy, device: port.node)
    case .receiver, .gateway, .bridge, .unknown:
      .fine("port", "\(port.words) was named; its ids do not identify the device", device: port.node)
    }
  }

  private static let modemRemedy = "mmcli -m 0 --location-enable-gps-unmanaged"

  private static func absent(_ facts: HostFacts) -> Finding {
    let modems = facts.ports.filter { $0.port.classification.kind == .modemReceiver }
    let maybe = facts.ports.filter {
      [.bridge, .gateway, .unknown].contains($0.port.classification.kind) && $0.port.usb != nil
    }
    guard let first = maybe.first else {
      if let modem = modems.first {
        return .failure(
          "no_device", "no GPS receiver is plugged in except a modem's",
          why: "\(modem.words) is the GPS port of a modem, silent until it is switched on",
          remedy: "\(modemRemedy) && gpsbridge doctor \(VisibleText.escaped(modem.node.utf8))")
      }
      return .failure(
        "no_device", "no GPS receiver is plugged in",
        why: facts.ports.isEmpty ? "there is no serial port" : "none of the serial ports belongs to one",
        remedy: "plug it in; gpsbridge devices --watch shows new ports")
    }
    let verb = maybe.count == 1 ? "may be one" : "may be"
    return .failure(
      "no_device", "no GPS receiver is known by its ids",
      why: "\(maybe.map(\.words).joined(separator: ", ")) \(verb); such adapters are never opened unasked",
      remedy: "gpsbridge doctor \(VisibleText.escaped(first.node.utf8))")
  }

  /// Receivers without a port, and bridges that may lead to one.
  static let driver: Check = { facts in
    guard facts.target.isOfThisMachine else { return [] }
    return facts.usb.filter { $0.terminals.isEmpty && !$0.isHub }.compactMap { device in
      guard let known = KnownDevices.device(for: device.identity) else { return nil }
      // A program with its own driver uses it; another check reports the program.
      guard !device.drivers.contains("usbfs") else { return nil }
      switch known.kind {
      case .receiver, .binaryReceiver:
        return .failure(
          "no_driver",
          "\(device.name) (\(device.identity)) is plugged in, but no driver has created a port for it",
          why: known.driver == .missing ? "no kernel driver supports this id" : nil,
          remedy: remedy(known, device))
      case .bridge where facts.processes.named("brltty") == nil && device.drivers.isEmpty:
        return .warning(
          "no_driver",
          "\(device.name) (\(device.identity)) is plugged in, but no driver has created a port for it",
          why: "it may lead to a receiver", remedy: remedy(known, device))
      default: return nil
      }
    }
  }

  private static func remedy(_ known: KnownDevice, _ device: USBDevice) -> String {
    switch known.driver {
    case .module(let name): "sudo modprobe \(name), then plug it in again"
    case .missing:
      "sudo modprobe ftdi_sio && echo \(pair(known.identity)) | sudo tee /sys/bus/usb-serial/drivers/ftdi_sio/new_id"
    case .unsaid: "plug it in again; sudo dmesg | tail shows what the kernel reports"
    }
  }

  private static func pair(_ identity: USBIdentity) -> String {
    VisibleText.hexadecimal(UInt32(identity.vendor), digits: 4) + " "
      + VisibleText.hexadecimal(UInt32(identity.product), digits: 4)
  }
}

extension HostFacts.Target {
  /// Whether the receiver is, or would be, on one of this machine's ports.
  var isOfThisMachine: Bool {
    switch self {
    case .none, .missing, .port: true
    case .simulated, .network, .recording: false
    }
  }
}

/// Checks of devices near the receiver.
enum NeighborChecks {
  /// USB 3 disturbs the satellites' band: its scrambled data spread around 2.5 GHz, down to 1.6 GHz.
  static let superSpeed: Check = { facts in
    let neighbors = neighbors(facts)
    guard let first = neighbors.first, let device = facts.device else { return [] }
    let names = neighbors.map { "\($0.name) (\($0.place))" }.joined(separator: ", ")
    let place = device.hub.hasPrefix("usb") ? "is plugged in beside the receiver" : "is on the receiver's hub"
    if let heard = facts.heard, heard.hasFix, heard.facts.sky.best.isAtLeast(35) {
      return [
        .fine("usb3_neighbour", "a USB 3 device \(place), without harm: \(names)", device: facts.port?.node)
      ]
    }
    return [
      .warning(
        "usb3_neighbour", "a USB 3 device \(place): \(neighbors.count == 1 ? first.name : names)",
        why: "\(names) makes noise in the satellites' band while it works",
        remedy: "put the receiver on a USB 2 extension of a meter, or into a port far from it",
        device: facts.port?.node)
    ]
  }

  static func neighbors(_ facts: HostFacts) -> [USBDevice] {
    guard let device = facts.device else { return [] }
    return facts.usb.filter { $0.isSuperSpeed && !$0.isHub && device.isNeighbor(of: $0) }
  }
}
