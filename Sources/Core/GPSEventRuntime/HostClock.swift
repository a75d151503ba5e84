internal import CGPSEventLoop

/// The accuracy of the machine's clock, according to the kernel.
package enum HostClock {
  /// Returns the maximum error of the clock; nil if it is not disciplined, as on a board without a network.
  ///
  /// chrony, ntpd and systemd-timesyncd report their synchronization to the kernel.
  package static func accuracy() -> Duration? {
    let error = gpsbridge_clock_error()
    return error < 0 ? nil : .microseconds(error)
  }
}
