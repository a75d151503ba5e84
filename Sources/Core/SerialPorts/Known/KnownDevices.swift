/// The table of USB ids, and the classification based on it.
///
/// ```swift
/// KnownDevices.classify(USBIdentity(vendor: 0x1546, product: 0x01A7)).kind  // receiver
/// KnownDevices.classify(USBIdentity(vendor: 0x10C4, product: 0xEA60)).kind  // bridge: anything may be behind it
/// ```
public enum KnownDevices {
  /// Classifies the device at a port.
  ///
  /// - Parameters:
  ///   - identity: The USB device's numbers; nil for a port that isn't on USB.
  ///   - isModemReceiver: Whether udev's property `ID_MM_PORT_TYPE_GPS` is 1, which ModemManager's rules set.
  ///   - driver: The kernel's driver of the port, named in the reason if the ids are unknown.
  ///   - rulesClass: udev's property `GPSBRIDGE_CLASS`. With it, a user marks the adapter with a certain
  ///     serial number as a receiver, or excludes a receiver. Unknown words are ignored.
  ///   - rulesModel: udev's property `GPSBRIDGE_MODEL`.
  /// - Returns: The kind, the reason, and the model if it is known.
  public static func classify(
    _ identity: USBIdentity?, isModemReceiver: Bool = false, driver: String? = nil,
    rulesClass: String? = nil, rulesModel: String? = nil
  ) -> Classification {
    // The rules of this machine override the table, unless both agree.
    if let kind = rulesClass.flatMap(SerialPortKind.init(rulesClass:)),
      kind != identity.flatMap(device(for:))?.kind
    {
      return Classification(
        kind: kind, reason: Reason.marked(kind, at: identity, model: rulesModel), model: rulesModel)
    }
    // ModemManager knows its modems port by port; a table of ids can't.
    if isModemReceiver { return Classification(kind: .modemReceiver, reason: Reason.modemReceiver) }
    guard let identity else { return Classification(kind: .unknown, reason: Reason.notOnUSB) }
    if let known = device(for: identity) {
      return Classification(
        kind: known.kind, reason: Reason.known(known, at: identity, driver: driver), model: known.model)
    }
    if let known = entry(for: identity) {
      return Classification(
        kind: .other, reason: Reason.otherInterface(of: known, at: identity), model: known.model)
    }
    if let maker = boardMakers[identity.vendor] {
      return Classification(
        kind: .bridge, reason: Reason.bridge("A board by \(maker)", at: identity), model: "\(maker) board")
    }
    return Classification(kind: .unknown, reason: Reason.unknown(identity, driver: driver))
  }
}

extension KnownDevices {
  /// All devices in the table, receivers first.
  public static let all: [KnownDevice] =
    receivers + binaryReceivers + gateways + bridges + others + suspected

  /// Returns the device with these numbers.
  ///
  /// An entry for one interface matches that interface, and identities without an interface, such as the
  /// identity of the whole USB device.
  public static func device(for identity: USBIdentity) -> KnownDevice? {
    guard let known = entry(for: identity) else { return nil }
    guard let wanted = known.identity.interface, let interface = identity.interface else { return known }
    return wanted == interface ? known : nil
  }

  /// Returns the entry for a device, regardless of the interface.
  static func entry(for identity: USBIdentity) -> KnownDevice? {
    index[USBIdentity(vendor: identity.vendor, product: identity.product)]
  }

  private static let index: [USBIdentity: KnownDevice] = all.reduce(into: [:]) { index, device in
    index[USBIdentity(vendor: device.identity.vendor, product: device.identity.product)] = device
  }
}

extension KnownDevices {
  /// Whether a serial number identifies a single device.
  ///
  /// Many do not: CP210x adapters leave the factory with "0001", others with zeros or with "0123456789". Such
  /// a number gets no link in /dev/gpsbridge/by-serial, and should not identify a receiver. The rules express
  /// the same test as udev patterns.
  public static func tellsApart(serial: String) -> Bool {
    serial.contains { $0 != "0" && $0 != "1" } && !serial.hasPrefix("012345") && !serial.hasPrefix("123456")
  }
}

/// A device with a known USB id.
public struct KnownDevice: Sendable, Hashable {
  /// The USB numbers, with an interface if the entry is limited to it.
  public var identity: USBIdentity
  /// The display name: "u-blox 7".
  public var model: String
  /// The kind of device.
  public var kind: SerialPortKind
  /// The kernel's driver for the device.
  public var driver: Driver
  /// Further advice, in sentences for the user.
  public var note: String?

  init(
    _ vendor: UInt16, _ product: UInt16, interface: UInt8? = nil, _ model: String, _ kind: SerialPortKind,
    _ driver: Driver = .unsaid, note: String? = nil
  ) {
    identity = USBIdentity(vendor: vendor, product: product, interface: interface)
    (self.model, self.kind, self.driver, self.note) = (model, kind, driver, note)
  }

  /// The kernel's driver for a device.
  public enum Driver: Sendable, Hashable {
    /// A kernel module, by name.
    case module(String)
    /// The kernel has no driver for this id, so only the USB device exists, but not a port.
    case missing
    /// The driver is not known.
    case unsaid
  }
}

/// The numbers that identify a USB device: 1546:01a7.
public struct USBIdentity: Sendable, Hashable, Codable {
  /// The maker's number, `idVendor` in sysfs.
  public var vendor: UInt16
  /// The number of the product, assigned by its maker, `idProduct` in sysfs.
  public var product: UInt16
  /// The interface that the port belongs to, `bInterfaceNumber` in sysfs.
  public var interface: UInt8?

  /// Creates an identity; without an interface it stands for the whole device.
  public init(vendor: UInt16, product: UInt16, interface: UInt8? = nil) {
    (self.vendor, self.product, self.interface) = (vendor, product, interface)
  }
}

extension USBIdentity: CustomStringConvertible {
  /// The pair in the notation of `lsusb`.
  public var description: String { hexadecimal(vendor) + ":" + hexadecimal(product) }

  private func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
