/// The numbers by which a USB device says what it is: 1546:01a7.
public struct USBIdentity: Sendable, Hashable {
  /// Who made it, as sysfs says in `idVendor`.
  public var vendor: UInt16
  /// What it is among its maker's devices, as sysfs says in `idProduct`.
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
