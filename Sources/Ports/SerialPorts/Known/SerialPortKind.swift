/// What stands behind a serial port, as far as its ids tell.
///
/// The kind decides who opens the port. `receiver`, `binaryReceiver` and `gateway` are claimed by the udev
/// rules as well; nothing else is.
public enum SerialPortKind: String, Sendable, Hashable, CaseIterable {
  /// A receiver whose id belongs to receivers only.
  case receiver
  /// A receiver that speaks a binary protocol of its own until told otherwise.
  case binaryReceiver
  /// A box that passes on the NMEA of other instruments, of which a GPS may be one.
  case gateway
  /// A USB serial adapter or a maker's board: anything may be behind it, so it's never opened unasked.
  case bridge
  /// The GPS port of a modem, silent until ModemManager switches it on.
  case modemReceiver
  /// A device that is known not to be a GPS.
  case other
  /// A port without a USB id, or with one that nobody has told us about.
  case unknown
}
