public import GPSDelivery

/// An observer of a location manager, called on an actor of your own.
///
/// It corresponds to ``LocationManagerDelegate`` outside the main actor: it has the same methods, all
/// optional. An adopting object belongs to the actor that created it.
public protocol ActorLocationManagerDelegate: AnyObject {
  /// Delivers new locations, at least one, with the newest last.
  func locationManager(_ manager: ActorLocationManager, didUpdateLocations locations: [Location])

  /// Reports the reason for a missing location, once for each reason; the manager keeps trying.
  func locationManager(_ manager: ActorLocationManager, didFailWithError error: LocationError)

  /// Reports a change of the receiver's state.
  func locationManager(_ manager: ActorLocationManager, didChangeState state: ReceiverState)

  /// Reports an event of the receiver.
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
  /// Passes locations to the observers, then to the delegate.
  public func locationManager(_ manager: ActorLocationManager, didUpdateLocations locations: [Location]) {
    dispatch(.didUpdateLocations, (manager, locations))
  }
  /// Passes an error to the observers, then to the delegate.
  public func locationManager(_ manager: ActorLocationManager, didFailWithError error: LocationError) {
    dispatch(.didFailWithError, (manager, error))
  }
  /// Passes a state to the observers, then to the delegate.
  public func locationManager(_ manager: ActorLocationManager, didChangeState state: ReceiverState) {
    dispatch(.didChangeState, (manager, state))
  }
  /// Passes an event to the observers, then to the delegate.
  public func locationManager(_ manager: ActorLocationManager, didReceiveEvent event: ReceiverEvent) {
    dispatch(.didReceiveEvent, (manager, event))
  }
}

/// A proxy for the delegate of a location manager on an actor, for any number of observers.
///
/// ```swift
/// ActorLocationManagerDelegateProxy.proxy(for: manager, isolation: self)
///   .onInvoked(.didUpdateLocations) { manager, locations in … }
/// ```
public final class ActorLocationManagerDelegateProxy:
  ActorDelegateProxy<ActorLocationManager, any ActorLocationManagerDelegate>, ActorDelegateProxyType,
  ActorLocationManagerDelegate
{}

// Tokens for the delegate's methods.

extension DelegateMethod
where Delegate == any ActorLocationManagerDelegate, Arguments == (ActorLocationManager, [Location]) {
  /// The method that delivers locations.
  public static var didUpdateLocations: Self {
    Self("locationManager(_:didUpdateLocations:)") { $0.locationManager($1.0, didUpdateLocations: $1.1) }
  }
}

extension DelegateMethod
where Delegate == any ActorLocationManagerDelegate, Arguments == (ActorLocationManager, LocationError) {
  /// The method that reports the reason for a missing location.
  public static var didFailWithError: Self {
    Self("locationManager(_:didFailWithError:)") { $0.locationManager($1.0, didFailWithError: $1.1) }
  }
}

extension DelegateMethod
where Delegate == any ActorLocationManagerDelegate, Arguments == (ActorLocationManager, ReceiverState) {
  /// The method that reports a change of state.
  public static var didChangeState: Self {
    Self("locationManager(_:didChangeState:)") { $0.locationManager($1.0, didChangeState: $1.1) }
  }
}

extension DelegateMethod
where Delegate == any ActorLocationManagerDelegate, Arguments == (ActorLocationManager, ReceiverEvent) {
  /// The method that reports an event.
  public static var didReceiveEvent: Self {
    Self("locationManager(_:didReceiveEvent:)") { $0.locationManager($1.0, didReceiveEvent: $1.1) }
  }
}
