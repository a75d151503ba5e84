/// The kind of device behind a serial port, as far as its ids tell.
///
/// The kind decides which program may open the port. `receiver`, `binaryReceiver` and `gateway` are claimed by the udev
/// rules as well; nothing else is.
public enum SerialPortKind: String, Sendable, Hashable, CaseIterable {
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
public struct Classification: Sendable, Hashable {
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
