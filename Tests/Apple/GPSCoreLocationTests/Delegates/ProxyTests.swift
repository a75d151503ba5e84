import GPSCoreLocation
import GPSDeliveryReactive
import GPSBridge
import Testing

private final class RxCLLocationManagerDelegateProxy:
  DelegateProxy<CLLocationManager, any CLLocationManagerDelegate>, DelegateProxyType,
  CLLocationManagerDelegate
{
  static func registerKnownImplementations() {
    register {
      RxCLLocationManagerDelegateProxy(parentObject: $0, delegateProxy: RxCLLocationManagerDelegateProxy.self)
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A proxy of a CLLocationManager` {
  let desk = Desk()
  let listener = Listener()
  let bag = DisposeBag()
  var manager: CLLocationManager { desk.manager }

  /// Lets one location arrive at the delegate; the whole way is the subject of other tests.
  private func locate(_ latitude: Double = 48) {
    manager.delegate?.locationManager(
      manager, didUpdateLocations: [CLLocation(latitude: latitude, longitude: 11)])
  }

  @Test func `is not there before somebody asks for it, nor for a stream or a setting`() async {
    manager.delegate = listener
    manager.rx.distanceFilter.subscribe(onNext: { _ in }).disposed(by: bag)
    let updates = manager.didUpdateLocations
    let loop = Task { @MainActor in for try await _ in updates { return } }
    await desk.opened()
    #expect(manager.delegate === listener)
    loop.cancel()
  }

  @Test(arguments: [true, false])
  func `and a delegate both hear, whichever came first`(_ isDelegateFirst: Bool) {
    var observed: [Double] = []
    if isDelegateFirst { manager.delegate = listener }
    manager.rx.didUpdateLocations
      .subscribe(onNext: { observed += $0.map(\.coordinate.latitude) }).disposed(by: bag)
    if !isDelegateFirst { manager.delegate = listener }
    locate(48.5)
    #expect(observed == [48.5])
    #expect(listener.latitudes == [48.5])
  }

  @Test func `passes on every method of the protocol`() {
    manager.delegate = listener
    let proxy = manager.rx.delegate
    let region = CLCircularRegion(center: CLLocationCoordinate2D(), radius: 10, identifier: "r")
    var heard: [String] = []
    func note<Arguments>(_ method: DelegateMethod<any CLLocationManagerDelegate, Arguments>) {
      proxy.onInvoked(method) { _ in heard.append(method.name) }
    }
    note(.didUpdateLocations)
    note(.didFailWithError)
    note(.didChangeAuthorization)
    note(.didChangeAuthorizationStatus)
    note(.didEnterRegion)
    note(.didExitRegion)
    note(.didStartMonitoringFor)
    note(.didDetermineState)
    note(.monitoringDidFail)
    let first: (any CLLocationManagerDelegate)? = manager.delegate
    first?.locationManager(manager, didUpdateLocations: [])
    first?.locationManager(manager, didFailWithError: CLError(.denied))
    first?.locationManagerDidChangeAuthorization(manager)
    first?.locationManager(manager, didChangeAuthorization: .denied)
    first?.locationManager(manager, didEnterRegion: region)
    first?.locationManager(manager, didExitRegion: region)
    first?.locationManager(manager, didStartMonitoringFor: region)
    first?.locationManager(manager, didDetermineState: .inside, for: region)
    first?.locationManager(
      manager, monitoringDidFailFor: region, withError: CLError(.regionMonitoringFailure))
    #expect(
      heard == [
        "locationManager(_:didUpdateLocations:)", "locationManager(_:didFailWithError:)",
        "locationManagerDidChangeAuthorization(_:)", "locationManager(_:didChangeAuthorization:)",
        "locationManager(_:didEnterRegion:)", "locationManager(_:didExitRegion:)",
        "locationManager(_:didStartMonitoringFor:)", "locationManager(_:didDetermineState:for:)",
        "locationManager(_:monitoringDidFailFor:withError:)",
      ])
    #expect(listener.batches.count == 1 && listener.errors.count == 1 && listener.olderStatuses == [.denied])
    #expect(
      listener.regions == [
        "entered r", "left r", "watching r", "r: \(CLRegionState.inside)", "cannot watch r: 5",
      ])
  }

  @Test func `brings back the delegate before it when the one that was set is disposed of`() {
    let second = Listener()
    var observed = 0
    manager.delegate = listener
    RxCLLocationManagerDelegateProxy.proxy(for: manager).methodInvoked(.didUpdateLocations)
      .subscribe(onNext: { _ in observed += 1 }).disposed(by: bag)
    let registration = manager.rx.setDelegate(second)
    locate(48.1)
    registration.dispose()
    locate(48.2)
    #expect(second.latitudes == [48.1])
    #expect(listener.latitudes == [48.2])
    #expect(observed == 2, "the program has a proxy class of its own")
  }

  @Test func `dies with its manager and says so`() async {
    var isCompleted = false
    weak var proxy: AnyObject?
    do {
      let own = CLLocationManager(receiver: desk.receiver)
      own.rx.didUpdateLocations.subscribe(onCompleted: { isCompleted = true }).disposed(by: bag)
      proxy = own.rx.delegate
    }
    await until { isCompleted && proxy == nil }
  }

  @Test func `says the same as the sequence and as the delegate`() async {
    manager.delegate = listener
    var observed: [Double] = []
    manager.rx.didUpdateLocations
      .subscribe(onNext: { observed += $0.map(\.coordinate.latitude) }).disposed(by: bag)
    let sequence = manager.didUpdateLocations
    let loop = Task { @MainActor in
      var found: [Double] = []
      for try await locations in sequence {
        found += locations.map(\.coordinate.latitude)
        if found.count >= 3 { break }
      }
      return found
    }
    manager.startUpdatingLocation()
    await desk.opened()
    await breathe()
    for latitude in [48, 48.1, 48.2] { desk.epoch(latitude) }
    await until { observed.count == 3 }
    let found = try? await loop.value
    #expect(found == [48, 48.1, 48.2])
    #expect(observed == found && listener.latitudes == found)
  }
}
