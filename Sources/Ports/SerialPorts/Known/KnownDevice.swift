/// A device that is known by its USB id.
public struct KnownDevice: Sendable, Hashable {
  /// Its numbers; with an interface where only that one is meant.
  public var identity: USBIdentity
  /// Its name for a person: "u-blox 7".
  public var model: String
  /// What it is.
  public var kind: SerialPortKind
  /// What the kernel serves it with.
  public var driver: Driver
  /// What else there is to know, as sentences for a person.
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

  /// What the kernel serves a device with.
  public enum Driver: Sendable, Hashable {
    /// A module of the kernel, by its name.
    case module(String)
    /// No driver of the kernel knows this id, so there's no port: only the USB device is seen.
    case missing
    /// Nobody has told us.
    case unsaid
  }
}
