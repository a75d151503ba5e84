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
