internal import GPSBridge

extension CLLocationManager {
  /// Whether there is a receiver that could be opened; opens none.
  public nonisolated static func locationServicesEnabled() -> Bool { Receiver.default.isDevicePresent }

  /// False: where a receiver moves to is its course, and where a device points to no receiver knows.
  public nonisolated static func headingAvailable() -> Bool { false }

  /// False: there are no cell towers here to tell a significant change by.
  public nonisolated static func significantLocationChangeMonitoringAvailable() -> Bool { false }

  /// False: a receiver of satellites has no radio for beacons.
  public nonisolated static func isRangingAvailable() -> Bool { false }

  /// Whether regions of a class can be watched: circles can.
  public nonisolated static func isMonitoringAvailable(for regionClass: AnyClass) -> Bool {
    regionClass is CLCircularRegion.Type
  }
}
