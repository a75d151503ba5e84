/// The one table of USB ids, and what follows from them.
public enum KnownDevices {
  /// Says what stands behind a port.
  ///
  /// - Parameters:
  ///   - identity: the USB device's numbers; nil for a port that isn't on USB.
  ///   - isModemReceiver: whether udev's property `ID_MM_PORT_TYPE_GPS` is 1, which ModemManager's rules set.
  ///   - driver: the kernel's driver of the port, for what the ids alone leave open.
  public static func classify(
    _ identity: USBIdentity?, isModemReceiver: Bool = false, driver: String? = nil
  ) -> Classification {
    if isModemReceiver {
      return Classification(kind: .modemReceiver, reason: "ModemManager says that this is a modem's GPS port.")
    }
    guard identity != nil else {
      return Classification(kind: .unknown, reason: "This port is not on USB.")
    }
    return Classification(kind: .unknown, reason: "No table knows this id.")
  }
}
