extension KnownDevices {
  /// Whether a serial number tells one device from another of its kind.
  ///
  /// Many do not: CP210x adapters leave the works with "0001", and others with zeros, or with somebody
  /// counting "0123456789". Such a number gets no link in /dev/gpsbridge/by-serial, and should not be what
  /// a receiver is remembered by. The rules ask the same in udev's patterns.
  public static func tellsApart(serial: String) -> Bool {
    serial.contains { $0 != "0" && $0 != "1" } && !serial.hasPrefix("012345") && !serial.hasPrefix("123456")
  }
}
