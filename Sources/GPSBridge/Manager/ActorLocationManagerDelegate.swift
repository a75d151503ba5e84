public import GPSDelivery

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

extension ActorLocationManagerDelegate
where Self: ActorDelegateProxy<ActorLocationManager, any ActorLocationManagerDelegate> {
  /// Tells the observers of locations, and then the delegate.
  public func locationManager(_ manager: ActorLocationManager, didUpdateLocations locations: [Location]) {
    dispatch(.didUpdateLocations, (manager, locations))
  }
  /// Tells the observers of an error, and then the delegate.
  public func locationManager(_ manager: ActorLocationManager, didFailWithError error: LocationError) {
    dispatch(.didFailWithError, (manager, error))
  }
  /// Tells the observers of a state, and then the delegate.
  public func locationManager(_ manager: ActorLocationManager, didChangeState state: ReceiverState) {
    dispatch(.didChangeState, (manager, state))
  }
  /// Tells the observers of an event, and then the delegate.
  public func locationManager(_ manager: ActorLocationManager, didReceiveEvent event: ReceiverEvent) {
    dispatch(.didReceiveEvent, (manager, event))
  }
}

/// Stands in as the delegate of a location manager on an actor, so that many can observe what one delegate is told.
///
/// ```swift
/// ActorLocationManagerDelegateProxy.proxy(for: manager, isolation: self)
///   .onInvoked(.didUpdateLocations) { manager, locations in … }
/// ```
public final class ActorLocationManagerDelegateProxy:
  ActorDelegateProxy<ActorLocationManager, any ActorLocationManagerDelegate>, ActorDelegateProxyType,
  ActorLocationManagerDelegate
{}

// One token for each method of the delegate on an actor.

extension DelegateMethod
where Delegate == any ActorLocationManagerDelegate, Arguments == (ActorLocationManager, [Location]) {
  /// Locations were found.
  public static var didUpdateLocations: Self {
    Self("locationManager(_:didUpdateLocations:)") { $0.locationManager($1.0, didUpdateLocations: $1.1) }
  }
}

extension DelegateMethod
where Delegate == any ActorLocationManagerDelegate, Arguments == (ActorLocationManager, LocationError) {
  /// There is no location.
  public static var didFailWithError: Self {
    Self("locationManager(_:didFailWithError:)") { $0.locationManager($1.0, didFailWithError: $1.1) }
  }
}

extension DelegateMethod
where Delegate == any ActorLocationManagerDelegate, Arguments == (ActorLocationManager, ReceiverState) {
  /// The receiver does something else.
  public static var didChangeState: Self {
    Self("locationManager(_:didChangeState:)") { $0.locationManager($1.0, didChangeState: $1.1) }
  }
}

extension DelegateMethod
where Delegate == any ActorLocationManagerDelegate, Arguments == (ActorLocationManager, ReceiverEvent) {
  /// Something happened to the receiver.
  public static var didReceiveEvent: Self {
    Self("locationManager(_:didReceiveEvent:)") { $0.locationManager($1.0, didReceiveEvent: $1.1) }
  }
}
