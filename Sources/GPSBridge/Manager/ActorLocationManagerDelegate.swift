/// An observer of a location manager, called on an actor of your own.
///
/// It is ``LocationManagerDelegate`` for those who do not live on the main actor: the same methods, and each may be left
/// out. An object that adopts it belongs to the actor that made it.
public protocol ActorLocationManagerDelegate: AnyObject {
  /// The receiver was found to be somewhere; never empty, the newest last.
  func locationManager(_ manager: ActorLocationManager, didUpdateLocations locations: [Location])

  /// There is no location, and why; the manager goes on trying, and tells each reason once.
  func locationManager(_ manager: ActorLocationManager, didFailWithError error: LocationError)

  /// The receiver's state has changed.
  func locationManager(_ manager: ActorLocationManager, didChangeState state: ReceiverState)

  /// Something happened to the receiver.
  func locationManager(_ manager: ActorLocationManager, didReceiveEvent event: ReceiverEvent)
}

extension ActorLocationManagerDelegate {
  /// Does nothing.
  public func locationManager(_ manager: ActorLocationManager, didUpdateLocations locations: [Location]) {}
  /// Does nothing.
  public func locationManager(_ manager: ActorLocationManager, didFailWithError error: LocationError) {}
  /// Does nothing.
  public func locationManager(_ manager: ActorLocationManager, didChangeState state: ReceiverState) {}
  /// Does nothing.
  public func locationManager(_ manager: ActorLocationManager, didReceiveEvent event: ReceiverEvent) {}
}
