import GPSCoreLocation
import GPSDeliveryReactive
import GPSBridge
import Testing

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

  @Test func `is one, however often it is asked for`() {
    #expect(manager.rx.delegate === manager.rx.delegate)
    #expect(manager.delegate === manager.rx.delegate)
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

  @Test func `adopts the delegate that was there`() {
    manager.delegate = listener
    _ = manager.rx.delegate
    locate()
    #expect(listener.latitudes == [48])
    #expect(manager.rx.delegate.forwardToDelegate() === listener)
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

  @Test func `stays when the delegate is set to nothing`() {
    var count = 0
    manager.rx.didUpdateLocations.subscribe(onNext: { _ in count += 1 }).disposed(by: bag)
    manager.delegate = listener
    manager.delegate = nil
    locate()
    #expect(count == 1)
    #expect(listener.batches.isEmpty)
  }

  @Test func `tells observers before and after the delegate`() {
    var order: [String] = []
    manager.delegate = listener
    listener.onLocations = { order.append("delegate") }
    let proxy = manager.rx.delegate
    proxy.methodInvoked(.didUpdateLocations).subscribe(onNext: { _ in order.append("invoked") }).disposed(
      by: bag)
    proxy.sentMessage(.didUpdateLocations).subscribe(onNext: { _ in order.append("sent") }).disposed(by: bag)
    locate()
    #expect(order == ["sent", "delegate", "invoked"])
  }

  @Test func `observes what the delegate does not implement`() {
    let deaf = Deaf()
    manager.delegate = deaf
    var errors: [any Error] = []
    manager.rx.didFailWithError.subscribe(onNext: { errors.append($0) }).disposed(by: bag)
    manager.delegate?.locationManager(manager, didFailWithError: CLError(.locationUnknown))
    #expect(errors.map { ($0 as? CLError)?.code } == [.locationUnknown])
    withExtendedLifetime(deaf) {}
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
    manager.delegate = listener
    let registration = manager.rx.setDelegate(second)
    locate(48.1)
    registration.dispose()
    locate(48.2)
    #expect(second.latitudes == [48.1])
    #expect(listener.latitudes == [48.2])
  }

  @Test func `leaves a delegate alone that was set since`() {
    let second = Listener()
    let registration = manager.rx.setDelegate(second)
    manager.delegate = listener
    registration.dispose()
    registration.dispose()
    locate()
    #expect(listener.latitudes == [48])
    #expect(second.batches.isEmpty)
  }

  @Test func `holds a delegate only where it is asked to`() {
    weak var held: Listener?
    weak var dropped: Listener?
    do {
      let (first, second) = (Listener(), Listener())
      (held, dropped) = (first, second)
      CLLocationManagerDelegateProxy.proxy(for: manager).setForwardToDelegate(second, retainDelegate: false)
    }
    #expect(dropped == nil)
    do {
      let first = Listener()
      held = first
      CLLocationManagerDelegateProxy.proxy(for: manager).setForwardToDelegate(first, retainDelegate: true)
    }
    #expect(held != nil)
    manager.delegate = nil
    #expect(held == nil)
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

  @Test func `replays nothing`() {
    _ = manager.rx.delegate
    locate(48.1)
    var observed = 0
    manager.rx.didUpdateLocations.subscribe(onNext: { _ in observed += 1 }).disposed(by: bag)
    #expect(observed == 0)
    locate(48.2)
    #expect(observed == 1)
  }

  @Test func `serves a subclass of the manager, too`() {
    final class Special: CLLocationManager {}
    let special = Special(receiver: desk.receiver)
    var count = 0
    special.rx.didUpdateLocations.subscribe(onNext: { _ in count += 1 }).disposed(by: bag)
    special.delegate?.locationManager(special, didUpdateLocations: [])
    #expect(count == 1)
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
