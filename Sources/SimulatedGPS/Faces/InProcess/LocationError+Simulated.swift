internal import GPSBridge

/// The errors of a real port, for a simulated one.
extension LocationError {
  static func notPluggedIn(_ place: DevicePlace) -> LocationError {
    LocationError(
      .deviceNotFound, "\(place.name) is not plugged in", remedy: "Wait until its story plugs it in.")
  }

  static func notThere(_ place: DevicePlace) -> LocationError {
    .failedPort(
      .deviceNotFound, place.node, "nothing is plugged in under that name",
      remedy: "follow it to its new name")
  }

  static func pulledOut(_ place: DevicePlace) -> LocationError {
    .failedPort(
      .disconnected, place.node, "has been unplugged", remedy: "wait until its story plugs it in again")
  }

  static func refused(_ refusal: Scenario.OpenRefusal, _ place: DevicePlace) -> LocationError {
    switch refusal {
    case .permissionDenied:
      .failedPort(
        .permissionDenied, place.node, "permission denied", remedy: "wait until its story permits it")
    case .busy:
      .failedPort(
        .deviceBusy, place.node, "it is in use by another program",
        remedy: "close it there, or wait until its story frees it")
    }
  }
}
