public import Delivery

extension ActorLocationManagerDelegate
where Self: ActorDelegateProxy<ActorLocationManager, any ActorLocationManagerDelegate> {
  /// Tells the observers of locations, and the delegate behind them.
  public func locationManager(_ manager: ActorLocationManager, didUpdateLocations locations: [Location]) {
    dispatch(.didUpdateLocations, (manager, locations))
  }
  /// Tells the observers of an error, and the delegate behind them.
  public func locationManager(_ manager: ActorLocationManager, didFailWithError error: LocationError) {
    dispatch(.didFailWithError, (manager, error))
  }
  /// Tells the observers of a state, and the delegate behind them.
  public func locationManager(_ manager: ActorLocationManager, didChangeState state: ReceiverState) {
    dispatch(.didChangeState, (manager, state))
  }
  /// Tells the observers of an event, and the delegate behind them.
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
