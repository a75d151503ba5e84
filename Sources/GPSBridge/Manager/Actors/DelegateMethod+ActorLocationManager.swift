public import Delivery

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
