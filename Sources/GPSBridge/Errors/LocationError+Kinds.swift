extension LocationError {
  /// No location yet.
  public static var locationUnknown: LocationError {
    LocationError(.locationUnknown, "the receiver has no fix yet")
  }

  /// The time is over; the best location so far goes with it.
  public static func timedOut(after timeout: Duration, best: Location? = nil) -> LocationError {
    let what = best == nil ? "no location" : "no location that is good enough"
    return LocationError(.timedOut, "\(what) within \(timeout)", best: best)
  }

  /// The wait was cancelled.
  public static var cancelled: LocationError { LocationError(.cancelled, "the request was cancelled") }

  /// The program or device that should have answered has gone.
  public static var abandoned: LocationError {
    LocationError(.abandoned, "the request was dropped before there was an answer")
  }

  /// The device cannot do that.
  public static func unsupported(_ message: String) -> LocationError {
    LocationError(.unsupported, message)
  }

  /// The device has not been looked for yet, which is no news of a cable.
  public static var notLookedFor: LocationError {
    LocationError(.deviceNotFound, "the device is being looked for")
  }

  /// The device was unplugged, as far as one can tell.
  static func disconnected(from place: DevicePlace) -> LocationError {
    LocationError(.disconnected, "\(place.node) (\(place.name)) has gone", remedy: "Plug it in again.")
  }

  /// The stream came to its end without a fault.
  static func ended(_ place: DevicePlace) -> LocationError {
    LocationError(.disconnected, "\(place.node) has come to its end")
  }
}
