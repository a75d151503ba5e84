/// The kind of device behind a serial port, as far as its ids tell.
///
/// The kind decides which program may open the port. `receiver`, `binaryReceiver` and `gateway` are claimed by the udev
/// rules as well; nothing else is.
public enum SerialPortKind: String, Sendable, Hashable, Codable, CaseIterable {
  /// A receiver whose id belongs to receivers only.
  case receiver
  /// A receiver that speaks a binary protocol of its own until told otherwise.
  case binaryReceiver
  /// A box that passes on the NMEA of other instruments; one of them may be a GPS.
  case gateway
  /// A USB serial adapter or a maker's board: any device may be attached, so it is never opened unasked.
  case bridge
  /// The GPS port of a modem, silent until ModemManager switches it on.
  case modemReceiver
  /// A device that is known not to be a GPS.
  case other
  /// A port without a USB id, or with an unknown one.
  case unknown
}

extension SerialPortKind {
  /// The word with which udev's rules mark this kind, in the property `GPSBRIDGE_CLASS`; nil where they don't.
  public var rulesClass: String? {
    switch self {
    case .receiver: "gnss"
    case .binaryReceiver: "gnss-binary"
    case .gateway: "nmea-gateway"
    case .bridge, .modemReceiver, .other, .unknown: nil
    }
  }

  /// Reads the word back.
  ///
  /// "none" tells the rules to leave a device alone; an unknown word gives nil.
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
  /// The kind of device behind the port.
  public var kind: SerialPortKind
  /// Why, in sentences for a person: what it is, whether it's opened unasked, and what to do.
  public var reason: String
  /// The device's name for a person, where the id tells it: "u-blox 7".
  public var model: String?

  /// Makes one from its parts.
  public init(kind: SerialPortKind, reason: String, model: String? = nil) {
    self.kind = kind
    self.reason = reason
    self.model = model
  }
}

/// The sentences with which a classification explains itself: what it is, whether it's opened unasked, and
/// what to do.
enum Reason {
  static let modemReceiver =
    "The GPS port of a modem, as ModemManager says. It is silent until ModemManager switches it on, so it is "
    + "not opened unasked. List the modems with mmcli -L, then: mmcli -m N --location-enable-gps-unmanaged."

  static let notOnUSB =
    "This port is not on USB, so nothing tells what is behind it, and it is not opened unasked. If it is "
    + "your receiver, choose it by its device file."

  /// Says that a rule of udev's decided, against the table or where that says nothing.
  static func marked(_ kind: SerialPortKind, at identity: USBIdentity?, model: String?) -> String {
    let name = model ?? identity.map { "\($0)" } ?? "This port"
    let what = "\(name): udev's rules on this machine mark it as "
    return switch kind {
    case .receiver: what + "a GPS receiver, so it is opened without being asked for."
    case .binaryReceiver: what + "a receiver with a binary protocol, so it is not opened unasked."
    case .gateway: what + "an NMEA gateway, so it is not opened unasked; to read it, choose it."
    default: what + "nothing for gpsbridge (GPSBRIDGE_CLASS is none), so it is not opened."
    }
  }

  /// Says what a device of the table is.
  static func known(_ known: KnownDevice, at identity: USBIdentity, driver: String?) -> String {
    let name = "\(known.model) (\(identity))"
    let reason =
      switch known.kind {
      case .receiver where known.driver == .missing && driver == nil:
        "\(name): a GPS receiver, but no driver of the kernel knows this id, so it has no port to open."
      case .receiver:
        "\(name): only GPS receivers have this id, so it is opened without being asked for."
      case .binaryReceiver:
        "\(name): a GPS receiver, but it speaks its maker's binary protocol, not NMEA, so it is not opened "
          + "unasked."
      case .gateway:
        "\(name): it passes on the NMEA of other instruments, and its id does not tell whether a GPS is "
          + "among them, so it is not opened unasked. To read it, choose it: usb:\(identity)."
      case .bridge: bridge(known.model, at: identity)
      case .other: "\(name): this is not a live GPS receiver, so it is not opened."
      // A modem's port is known by its property, not by an id of the table.
      case .modemReceiver: modemReceiver
      case .unknown:
        "\(name): probably a GPS receiver, but we could not check this id, so it is not opened unasked. "
          + "If it is yours, choose it: usb:\(identity)."
      }
    // A driver that is bound needs no advice on how to get one.
    if known.driver == .missing, driver != nil { return reason }
    return ([reason] + [known.note].compactMap(\.self)).joined(separator: " ")
  }

  /// Says why the door stays shut where a receiver, a robot or a printer may be behind it.
  static func bridge(_ what: String, at identity: USBIdentity) -> String {
    "\(what) (\(identity)): a receiver or anything else may be behind it. It is never opened unasked: "
      + "opening raises DTR, which resets some boards. If it is your receiver, choose it: usb:\(identity)."
  }

  /// Says that a device's other interface is the receiver.
  static func otherInterface(of known: KnownDevice, at identity: USBIdentity) -> String {
    let wanted = known.identity.interface.map { "\($0)" } ?? "another"
    let found = identity.interface.map { "\($0)" } ?? "of an unknown number"
    return "\(known.model) (\(identity)): its receiver is at interface \(wanted), and this is interface "
      + "\(found), so it is not opened."
  }

  /// Says what little there is to say.
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
