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
    dispatch(.didUpdateLocations, (manager, locations)) {
      $0.locationManager(manager, didUpdateLocations: locations)
    }
  }
  /// Passes an error to the observers, then to the delegate.
  public func locationManager(_ manager: ActorLocationManager, didFailWithError error: LocationError) {
    dispatch(.didFailWithError, (manager, error)) { $0.locationManager(manager, didFailWithError: error) }
  }
  /// Passes a state to the observers, then to the delegate.
  public func locationManager(_ manager: ActorLocationManager, didChangeState state: ReceiverState) {
    dispatch(.didChangeState, (manager, state)) { $0.locationManager(manager, didChangeState: state) }
  }
  /// Passes an event to the observers, then to the delegate.
  public func locationManager(_ manager: ActorLocationManager, didReceiveEvent event: ReceiverEvent) {
    dispatch(.didReceiveEvent, (manager, event)) { $0.locationManager(manager, didReceiveEvent: event) }
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

extension DelegateMethod where Delegate == any ActorLocationManagerDelegate {
  /// The method that delivers locations.
  public static var didUpdateLocations: DelegateMethod<Delegate, (ActorLocationManager, [Location])> {
    .init("locationManager(_:didUpdateLocations:)")
  }
  /// The method that reports the reason for a missing location.
  public static var didFailWithError: DelegateMethod<Delegate, (ActorLocationManager, LocationError)> {
    .init("locationManager(_:didFailWithError:)")
  }
  /// The method that reports a change of state.
  public static var didChangeState: DelegateMethod<Delegate, (ActorLocationManager, ReceiverState)> {
    .init("locationManager(_:didChangeState:)")
  }
  /// The method that reports an event.
  public static var didReceiveEvent: DelegateMethod<Delegate, (ActorLocationManager, ReceiverEvent)> {
    .init("locationManager(_:didReceiveEvent:)")
  }
}
