/// The kind of device at a serial port, as far as its ids reveal it.
///
/// The kind decides which program may open the port. Only `receiver`, `binaryReceiver` and `gateway` are also
/// claimed by the udev rules.
public enum SerialPortKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A receiver whose id belongs to receivers only.
  case receiver
  /// A receiver that uses its own binary protocol by default.
  case binaryReceiver
  /// A gateway that forwards the NMEA of other instruments; one of them may be a GPS.
  case gateway
  /// A USB serial adapter or a board; any device may be attached, so it is only opened on request.
  case bridge
  /// The GPS port of a modem, silent until ModemManager switches it on.
  case modemReceiver
  /// A device that is known not to be a GPS.
  case other
  /// A port without a USB id, or with an unknown one.
  case unknown

  /// The value of `GPSBRIDGE_CLASS` with which udev's rules mark this kind; nil for unmarked kinds.
  public var rulesClass: String? {
    switch self {
    case .receiver: "gnss"
    case .binaryReceiver: "gnss-binary"
    case .gateway: "nmea-gateway"
    case .bridge, .modemReceiver, .other, .unknown: nil
    }
  }

  /// Creates the kind from a value of `GPSBRIDGE_CLASS`.
  ///
  /// "none" excludes a device; an unknown value gives nil.
  public init?(rulesClass: String) {
    if rulesClass == "none" {
      self = .other
    } else if let kind = SerialPortKind.allCases.first(where: { $0.rulesClass == rulesClass }) {
      self = kind
    } else {
      return nil
    }
  }
}

/// The kind of a port, and the reason for it.
public struct Classification: Sendable, Hashable, Codable {
  /// The kind of device at the port.
  public var kind: SerialPortKind
  /// The reason, in sentences for the user: what it is, whether it is opened automatically, and what to do.
  public var reason: String
  /// The display name, if the id determines it: "u-blox 7".
  public var model: String?

  /// Creates a classification from its parts.
  public init(kind: SerialPortKind, reason: String, model: String? = nil) {
    (self.kind, self.reason, self.model) = (kind, reason, model)
  }
}

/// The texts of a classification: what the device is, whether it is opened automatically, and what to do.
enum Reason {
  static let modemReceiver =
    "The GPS port of a modem, as ModemManager reports. It is silent until ModemManager switches it on, so it is "
    + "not opened unasked. List the modems with mmcli -L, then: mmcli -m N --location-enable-gps-unmanaged."

  static let notOnUSB =
    "This port is not on USB, so the attached device is unknown, and it is not opened unasked. If it is "
    + "your receiver, choose it by its device file."

  /// The reason for a kind that udev's rules set.
  static func marked(_ kind: SerialPortKind, at identity: USBIdentity?, model: String?) -> String {
    let name = model ?? identity.map { "\($0)" } ?? "This port"
    let what = "\(name): udev's rules on this machine mark it as "
    return switch kind {
    case .receiver: what + "a GPS receiver, so it is opened automatically."
    case .binaryReceiver: what + "a receiver with a binary protocol, so it is not opened unasked."
    case .gateway: what + "an NMEA gateway, so it is not opened unasked; to read it, choose it."
    default: what + "nothing for gpsbridge (GPSBRIDGE_CLASS is none), so it is not opened."
    }
  }

  static func known(_ known: KnownDevice, at identity: USBIdentity, driver: String?) -> String {
    let name = "\(known.model) (\(identity))"
    let reason =
      switch known.kind {
      case .receiver where known.driver == .missing && driver == nil:
        "\(name): a GPS receiver, but no kernel driver supports this id, so it has no port to open."
      case .receiver: "\(name): only GPS receivers have this id, so it is opened automatically."
      case .binaryReceiver:
        "\(name): a GPS receiver, but it sends its maker's binary protocol, not NMEA, so it is not opened "
          + "unasked."
      case .gateway:
        "\(name): it forwards the NMEA of other instruments, and its id does not show whether a GPS is "
          + "among them, so it is not opened unasked. To read it, choose it: usb:\(identity)."
      case .bridge: bridge(known.model, at: identity)
      case .other: "\(name): this is not a live GPS receiver, so it is not opened."
      // A modem's port is identified by its property, not by an id in the table.
      case .modemReceiver: modemReceiver
      case .unknown:
        "\(name): probably a GPS receiver, but we could not check this id, so it is not opened unasked. "
          + "If it is yours, choose it: usb:\(identity)."
      }
    // A port with a driver needs no advice on how to get one.
    if known.driver == .missing, driver != nil { return reason }
    return ([reason] + [known.note].compactMap(\.self)).joined(separator: " ")
  }

  /// The reason for not opening a port where any device may be attached.
  static func bridge(_ what: String, at identity: USBIdentity) -> String {
    "\(what) (\(identity)): a receiver or any other device may be attached. It is never opened unasked: "
      + "opening raises DTR, which resets some boards. If it is your receiver, choose it: usb:\(identity)."
  }

  /// The reason for an interface that is not the receiver of its device.
  static func otherInterface(of known: KnownDevice, at identity: USBIdentity) -> String {
    let wanted = known.identity.interface.map { "\($0)" } ?? "another"
    let found = identity.interface.map { "\($0)" } ?? "of an unknown number"
    return "\(known.model) (\(identity)): its receiver is at interface \(wanted), and this is interface "
      + "\(found), so it is not opened."
  }

  static func unknown(_ identity: USBIdentity, driver: String?) -> String {
    let what =
      if let maker = KnownDevices.receiverMakers[identity.vendor] {
        "\(identity) is a device by \(maker), which makes receivers and other things, and this id is not known"
      } else if let driver {
        "\(identity) is not in the table of known devices; its driver is \(driver)"
      } else {
        "\(identity) is not in the table of known devices"
      }
    return what + ", so it is not opened unasked. If it is your receiver, choose it: usb:\(identity)."
  }
}
