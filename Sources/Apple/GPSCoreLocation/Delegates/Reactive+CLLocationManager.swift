public import GPSDeliveryReactive

extension CLLocationManager: ReactiveCompatible {}

// The Rx interface of a manager. Observing the delegate installs a proxy; observing settings does not.

extension Reactive where Base: CLLocationManager {
  /// The proxy for the delegate; reading this property installs it.
  public var delegate: DelegateProxy<CLLocationManager, any CLLocationManagerDelegate> {
    CLLocationManagerDelegateProxy.proxy(for: base)
  }

  /// Sets the delegate that the proxy forwards to; disposing the result restores the previous one.
  public func setDelegate(_ delegate: any CLLocationManagerDelegate) -> any Disposable {
    CLLocationManagerDelegateProxy.installForwardDelegate(
      delegate, retainDelegate: false, onProxyForObject: base)
  }

  /// New locations, at least one, with the newest last.
  public var didUpdateLocations: Observable<[CLLocation]> {
    delegate.methodInvoked(.didUpdateLocations).map { $0.1 }
  }

  /// The reasons for a missing location, once for each reason; the sequence continues.
  public var didFailWithError: Observable<any Error> {
    delegate.methodInvoked(.didFailWithError).map { $0.1 }
  }

  /// Each change of the authorization status.
  public var didChangeAuthorization: ControlEvent<CLAuthorizationStatus> {
    ControlEvent(events: delegate.methodInvoked(.didChangeAuthorization).map { $0.authorizationStatus })
  }

  /// Regions that the receiver has entered.
  public var didEnterRegion: ControlEvent<CLRegion> {
    ControlEvent(events: delegate.methodInvoked(.didEnterRegion).map { $0.1 })
  }

  /// Regions that the receiver has left.
  public var didExitRegion: ControlEvent<CLRegion> {
    ControlEvent(events: delegate.methodInvoked(.didExitRegion).map { $0.1 })
  }

  // Only the program changes these settings: their sequences end with the manager.

  /// The distance filter in meters; subscribers receive the current value first.
  public var distanceFilter: ControlProperty<CLLocationDistance> {
    controlProperty(changes: deallocated) {
      $0.distanceFilter
    } setter: {
      $0.distanceFilter = $1
    }
  }

  /// The accuracy of requested locations; subscribers receive the current value first.
  public var desiredAccuracy: ControlProperty<CLLocationAccuracy> {
    controlProperty(changes: deallocated) {
      $0.desiredAccuracy
    } setter: {
      $0.desiredAccuracy = $1
    }
  }
}
