/// An observer of a location manager, called on the main actor.
///
/// Every method may be left out. The manager that calls comes first, so that one object can serve several.
///
/// ```swift
/// final class Map: LocationManagerDelegate {
///   func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {
///     if let here = locations.last { show(here) }
///   }
/// }
/// ```
///
/// While the main actor is busy calls wait, in order; locations that piled up come in one call.
@MainActor public protocol LocationManagerDelegate: AnyObject {
  /// The receiver was found to be somewhere; never empty, the newest last.
  func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location])

  /// There is no location, and why; the manager goes on trying, and tells each reason once.
  ///
  /// With the code ``LocationError/Code/locationUnknown`` this is daily bread: the receiver has no fix, or has lost it.
  func locationManager(_ manager: LocationManager, didFailWithError error: LocationError)

  /// The receiver's state has changed.
  func locationManager(_ manager: LocationManager, didChangeState state: ReceiverState)

  /// Something happened to the receiver: it was plugged in, opened, lost its fix, got it back.
  func locationManager(_ manager: LocationManager, didReceiveEvent event: ReceiverEvent)
}

extension LocationManagerDelegate {
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didUpdateLocations locations: [Location]) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didFailWithError error: LocationError) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didChangeState state: ReceiverState) {}
  /// Does nothing.
  public func locationManager(_ manager: LocationManager, didReceiveEvent event: ReceiverEvent) {}
}
