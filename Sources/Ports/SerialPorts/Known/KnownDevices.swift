/// The one table of USB ids, and what follows from them.
///
/// ```swift
/// KnownDevices.classify(USBIdentity(vendor: 0x1546, product: 0x01A7)).kind  // receiver
/// KnownDevices.classify(USBIdentity(vendor: 0x10C4, product: 0xEA60)).kind  // bridge: anything may be behind it
/// ```
public enum KnownDevices {
  /// Says what stands behind a port.
  ///
  /// - Parameters:
  ///   - identity: the USB device's numbers; nil for a port that isn't on USB.
  ///   - isModemReceiver: whether udev's property `ID_MM_PORT_TYPE_GPS` is 1, which ModemManager's rules set.
  ///   - driver: The kernel's driver of the port, named in the reason if the ids say nothing.
  ///   - rulesClass: udev's property `GPSBRIDGE_CLASS`. It's how a person says that the adapter with this
  ///     serial number is a receiver, or that this receiver is none of ours. A word that isn't one of the
  ///     rules' own counts for nothing.
  ///   - rulesModel: udev's property `GPSBRIDGE_MODEL`.
  /// - Returns: the kind, why, and the model where it's known.
  public static func classify(
    _ identity: USBIdentity?, isModemReceiver: Bool = false, driver: String? = nil,
    rulesClass: String? = nil, rulesModel: String? = nil
  ) -> Classification {
    // The rules of this machine win over the table, unless both say the same.
    if let kind = rulesClass.flatMap(SerialPortKind.init(rulesClass:)),
      kind != identity.flatMap(device(for:))?.kind
    {
      return Classification(
        kind: kind, reason: Reason.marked(kind, at: identity, model: rulesModel), model: rulesModel)
    }
    // ModemManager knows its modems port by port, better than a table of ids could.
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
  /// All devices that are known by their ids, receivers first.
  public static let all: [KnownDevice] =
    receivers + binaryReceivers + gateways + bridges + others + suspected

  /// Looks a device up by its numbers.
  ///
  /// An entry for one interface answers for that interface only, and for an identity that names none, as
  /// that of the whole USB device does.
  public static func device(for identity: USBIdentity) -> KnownDevice? {
    guard let known = entry(for: identity) else { return nil }
    guard let wanted = known.identity.interface, let interface = identity.interface else { return known }
    return wanted == interface ? known : nil
  }

  /// The entry for a device, whichever of its interfaces is meant.
  static func entry(for identity: USBIdentity) -> KnownDevice? {
    index[USBIdentity(vendor: identity.vendor, product: identity.product)]
  }

  private static let index: [USBIdentity: KnownDevice] = all.reduce(into: [:]) { index, device in
    index[USBIdentity(vendor: device.identity.vendor, product: device.identity.product)] = device
  }
}

extension KnownDevices {
  /// Whether a serial number tells one device from another of its kind.
  ///
  /// Many do not: CP210x adapters leave the factory with "0001", others with zeros or with
  /// "0123456789". Such a number gets no link in /dev/gpsbridge/by-serial, and should not be what
  /// a receiver is remembered by. The rules ask the same in udev's patterns.
  public static func tellsApart(serial: String) -> Bool {
    serial.contains { $0 != "0" && $0 != "1" } && !serial.hasPrefix("012345") && !serial.hasPrefix("123456")
  }
}

/// A device that is known by its USB id.
public struct KnownDevice: Sendable, Hashable {
  /// Its numbers; with an interface where only that one is meant.
  public var identity: USBIdentity
  /// Its name for a person: "u-blox 7".
  public var model: String
  /// The kind of device.
  public var kind: SerialPortKind
  /// The driver that the kernel uses for it.
  public var driver: Driver
  /// Further advice, as sentences for a person.
  public var note: String?

  init(
    _ vendor: UInt16, _ product: UInt16, interface: UInt8? = nil, _ model: String, _ kind: SerialPortKind,
    _ driver: Driver = .unsaid, note: String? = nil
  ) {
    identity = USBIdentity(vendor: vendor, product: product, interface: interface)
    self.model = model
    self.kind = kind
    self.driver = driver
    self.note = note
  }

  /// The kernel's driver for a device.
  public enum Driver: Sendable, Hashable {
    /// A module of the kernel, by its name.
    case module(String)
    /// No driver of the kernel knows this id, so there's no port: only the USB device is seen.
    case missing
    /// Not known.
    case unsaid
  }
}

/// The numbers by which a USB device says what it is: 1546:01a7.
public struct USBIdentity: Sendable, Hashable, Codable {
  /// The maker's number, `idVendor` in sysfs.
  public var vendor: UInt16
  /// The product's number among those of its maker, `idProduct` in sysfs.
  public var product: UInt16
  /// Which of the device's interfaces the port belongs to, as sysfs says in `bInterfaceNumber`.
  public var interface: UInt8?

  /// Makes one from its numbers; without an interface it means the device as a whole.
  public init(vendor: UInt16, product: UInt16, interface: UInt8? = nil) {
    self.vendor = vendor
    self.product = product
    self.interface = interface
  }
}

extension USBIdentity: CustomStringConvertible {
  /// The pair as `lsusb` writes it.
  public var description: String { hexadecimal(vendor) + ":" + hexadecimal(product) }

  private func hexadecimal(_ number: UInt16) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
