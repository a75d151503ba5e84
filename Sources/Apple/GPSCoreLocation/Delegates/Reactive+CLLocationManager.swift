public import GPSDeliveryReactive
internal import GPSBridge

extension CLLocationManager: ReactiveCompatible {}

// A manager in the words of Rx. Observing the delegate puts a proxy in its place; observing settings does not.

extension Reactive where Base: CLLocationManager {
  /// The proxy that stands in as the delegate; asking for it puts it there.
  public var delegate: DelegateProxy<CLLocationManager, any CLLocationManagerDelegate> {
    CLLocationManagerDelegateProxy.proxy(for: base)
  }

  /// Sets the delegate behind the proxy until the answer is disposed of; then the one before it is back.
  public func setDelegate(_ delegate: any CLLocationManagerDelegate) -> any Disposable {
    CLLocationManagerDelegateProxy.installForwardDelegate(
      delegate, retainDelegate: false, onProxyForObject: base)
  }

  /// Locations as they come, never none, the newest last.
  public var didUpdateLocations: Observable<[CLLocation]> {
    delegate.methodInvoked(.didUpdateLocations).map { $0.1 }
  }

  /// Why there is no location, each reason once; it ends nothing.
  public var didFailWithError: Observable<any Error> {
    delegate.methodInvoked(.didFailWithError).map { $0.1 }
  }

  /// Whether the receiver's port may be opened, as it is found out.
  public var didChangeAuthorization: ControlEvent<CLAuthorizationStatus> {
    ControlEvent(events: delegate.methodInvoked(.didChangeAuthorization).map { $0.authorizationStatus })
  }

  /// Regions that were entered.
  public var didEnterRegion: ControlEvent<CLRegion> {
    ControlEvent(events: delegate.methodInvoked(.didEnterRegion).map { $0.1 })
  }

  /// Regions that were left.
  public var didExitRegion: ControlEvent<CLRegion> {
    ControlEvent(events: delegate.methodInvoked(.didExitRegion).map { $0.1 })
  }

  /// Metres that the receiver must have moved; a subscriber gets the present value, what is written takes effect.
  public var distanceFilter: ControlProperty<CLLocationDistance> {
    controlProperty(changes: end) {
      $0.distanceFilter
    } setter: {
      $0.distanceFilter = $1
    }
  }

  /// How accurate a requested location must be; a subscriber gets the present value, what is written takes effect.
  public var desiredAccuracy: ControlProperty<CLLocationAccuracy> {
    controlProperty(changes: end) {
      $0.desiredAccuracy
    } setter: {
      $0.desiredAccuracy = $1
    }
  }

  /// Only the end of the manager: its settings have no other owner.
  private var end: Observable<Void> { base.life.asObservable(.latest) }
}
