internal import CGPSEventLoop

/// The clock of the machine, as far as the kernel vouches for it.
public enum HostClock {
  /// How far the clock may be off; nil where nothing disciplines it, as on a board without a battery and a network.
  ///
  /// chrony, ntpd and systemd-timesyncd tell the kernel when they hold it right.
  public static func accuracy() -> Duration? {
    let error = gpsbridge_clock_error()
    return error < 0 ? nil : .microseconds(error)
  }
}
