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
public struct USBIdentity: Sendable, Hashable {
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
