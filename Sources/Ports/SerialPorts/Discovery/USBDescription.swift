/// What the USB device behind a port says of itself, and where it is plugged in.
public struct USBDescription: Sendable, Hashable {
  /// Vendor, product, and the interface that the port belongs to.
  public var identity: USBIdentity
  /// The maker's name in the device's own words, or else as udev's database has it.
  public var vendorName: String?
  /// The product's name in the device's own words, or else as udev's database has it.
  public var productName: String?
  /// The serial number; nil when the device has none, as most u-blox sticks.
  public var serialNumber: String?
  /// The place of the plug in the kernel's words, bus and ports: `1-1.2` is bus 1, port 1, and port 2 of the hub there.
  public var place: String?
  /// How fast the link is in megabits a second: 1.5, 12, 480, 5000 and above.
  public var speed: Double?

  /// Describes a device.
  public init(
    identity: USBIdentity, vendorName: String? = nil, productName: String? = nil, serialNumber: String? = nil,
    place: String? = nil, speed: Double? = nil
  ) {
    self.identity = identity
    self.vendorName = vendorName
    self.productName = productName
    self.serialNumber = serialNumber
    self.place = place
    self.speed = speed
  }

  /// Whether the serial number tells this device from another of its kind.
  ///
  /// Serial numbers lie: every CP210x leaves the works with `0001`, others with zeros.
  public var hasTellingSerialNumber: Bool { serialNumber.map(KnownDevices.tellsApart) ?? false }

  /// The place of the hub that the device is plugged into; nil when that is the computer itself.
  public var hub: String? {
    guard let place, let dot = place.lastIndex(of: ".") else { return nil }
    return String(place[..<dot])
  }
}
