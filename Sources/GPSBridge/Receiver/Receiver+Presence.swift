extension Receiver {
  /// Whether the device is there now, as far as one can tell without opening it.
  ///
  /// Whether it may be opened, and what it says then, shows when somebody listens.
  public var isDevicePresent: Bool { engine.device.isPresent }
}
