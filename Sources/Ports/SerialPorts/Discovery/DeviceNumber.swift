/// The pair of numbers by which the kernel knows a device node.
public struct DeviceNumber: Sendable, Hashable {
  /// Which driver: 166 is cdc_acm, 188 is usb-serial, 4 the ports of a PC, 136 a pseudo-terminal.
  public var major: UInt32
  /// Which of its devices.
  public var minor: UInt32

  /// Pairs two numbers.
  public init(major: UInt32, minor: UInt32) {
    self.major = major
    self.minor = minor
  }
}

extension DeviceNumber: CustomStringConvertible {
  /// The numbers as `ls -l` would show them, with a colon between: `166:0`.
  public var description: String { "\(major):\(minor)" }

  /// Reads the form that the kernel's `dev` attribute has.
  init?(_ bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = UInt32(parts[0]), let minor = UInt32(parts[1]) else { return nil }
    self.init(major: major, minor: minor)
  }
}
