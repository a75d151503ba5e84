import GPSCoreLocation
import GPSBridge
import Testing

@MainActor @Suite(.timeLimit(.minutes(2))) struct `Permission to use a receiver` {
  static let refusal = LocationError(
    .permissionDenied, "/dev/desk0: permission denied", remedy: "Add yourself to the group dialout.")
  let listener = Listener()

  @Test func `is told once for each new manager, under both names`() async {
    let desk = Desk()
    desk.manager.delegate = listener
    #expect(listener.statuses.isEmpty)
    await until { !listener.olderStatuses.isEmpty }
    await breathe()
    #expect(listener.statuses == [.notDetermined] && listener.olderStatuses == [.notDetermined])
    #expect(desk.device.openings == 0)
  }

  @Test func `is given where the port was opened`() async {
    let desk = Desk()
    desk.manager.delegate = listener
    desk.manager.startUpdatingLocation()
    await until { listener.statuses.last == .authorizedAlways }
    #expect(listener.statuses == [.notDetermined, .authorizedAlways])
    // The receiver's state is told right behind its opening.
    await until {
      switch desk.receiver.state {
      case .idle, .waitingForDevice: false
      default: true
      }
    }
    #expect(CLLocationManager(receiver: desk.receiver).authorizationStatus == .authorizedAlways)
  }

  @Test func `is denied where the kernel refuses, and the error says what to do`() async throws {
    let desk = Desk(refusing: Self.refusal)
    desk.manager.delegate = listener
    desk.manager.startUpdatingLocation()
    await until { !listener.errors.isEmpty && listener.statuses.last == .denied }
    let error = try #require(listener.errors[0] as? CLError)
    #expect(error.code == .denied && error.localizedDescription.contains("dialout"))
    #expect(desk.manager.authorizationStatus == .denied)
    #expect(listener.statuses == [.notDetermined, .denied])
  }

  @Test func `is denied to a request for one location, too`() async {
    let desk = Desk(refusing: Self.refusal)
    desk.manager.delegate = listener
    desk.manager.requestLocation()
    await until {
      desk.wait(.seconds(1))
      return !listener.errors.isEmpty
    }
    #expect((listener.errors[0] as? CLError)?.code == .denied)
  }

  @Test func `is found out by asking for it, and only for as long as that takes`() async {
    let desk = Desk()
    desk.manager.delegate = listener
    await until { !listener.statuses.isEmpty }
    desk.manager.requestWhenInUseAuthorization()
    desk.manager.requestAlwaysAuthorization()
    desk.manager.requestWhenInUseAuthorization()
    #expect(listener.statuses == [.notDetermined])
    await until { listener.statuses.contains(.authorizedAlways) }
    await desk.closed()
    await breathe()
    #expect(listener.statuses == [.notDetermined, .authorizedAlways])
    #expect(desk.manager.authorizationStatus == .authorizedAlways && desk.device.openings == 1)
  }

  @Test func `stays undetermined where there is no receiver, and asking for it tells nobody that`() async {
    let desk = Desk(plugged: false)
    desk.manager.delegate = listener
    await until { listener.statuses.count == 1 }
    desk.manager.requestWhenInUseAuthorization()
    for _ in 0..<10 {
      desk.wait(.seconds(1))
      await breathe()
    }
    #expect(listener.statuses == [.notDetermined])
    #expect(!desk.receiver.isDevicePresent)
    desk.device.plug()
    #expect(desk.receiver.isDevicePresent)
    await until { listener.statuses.contains(.authorizedAlways) }
  }

  @Test func `is not told again where it was asked for although it was known`() async {
    let desk = Desk()
    desk.manager.delegate = listener
    desk.manager.startUpdatingLocation()
    await until { listener.statuses.last == .authorizedAlways }
    await desk.opened()
    desk.manager.requestWhenInUseAuthorization()
    await breathe()
    #expect(listener.statuses == [.notDetermined, .authorizedAlways])
    #expect(listener.olderStatuses == listener.statuses)
  }

  @Test func `is waited for where another program has the port`() async {
    let desk = Desk(refusing: LocationError(.deviceBusy, "/dev/desk0: in use"))
    desk.manager.delegate = listener
    desk.manager.requestWhenInUseAuthorization()
    desk.wait(.seconds(3))
    await breathe()
    #expect(listener.statuses == [.notDetermined])
    desk.device.refuse(nil)
    await until {
      desk.wait(.seconds(1))
      return listener.statuses.last == .authorizedAlways
    }
  }

  @Test func `that was denied is told when it is given, to somebody who only asked`() async {
    let desk = Desk(refusing: Self.refusal)
    desk.manager.delegate = listener
    desk.manager.requestWhenInUseAuthorization()
    await until { listener.statuses.last == .denied }
    desk.device.refuse(nil)
    await until {
      desk.wait(.seconds(1))
      return listener.statuses.last == .authorizedAlways
    }
    #expect(listener.statuses == [.notDetermined, .denied, .authorizedAlways])
  }

  @Test func `is asked of whichever of several receivers counts`() async {
    let desks = [Desk(), Desk()]
    let manager = CLLocationManager(LocationManager(BestReceiver(desks.map(\.receiver))))
    manager.delegate = listener
    manager.requestWhenInUseAuthorization()
    await until { listener.statuses.last == .authorizedAlways }
    await until {
      for desk in desks { desk.wait(.seconds(1)) }
      return desks.allSatisfy { !$0.device.isOpen }
    }
    #expect(listener.statuses == [.notDetermined, .authorizedAlways])
  }

  @Test func `is told on the main actor by a manager that was made elsewhere`() async {
    let desk = Desk()
    let receiver = desk.receiver
    let manager = await Task.detached { CLLocationManager(receiver: receiver) }.value
    manager.delegate = listener
    manager.startUpdatingLocation()
    await desk.opened()
    desk.epoch(48.1)
    await until { listener.latitudes == [48.1] }
    #expect(listener.statuses.last == .authorizedAlways)
  }

  @Test func `is waited for no longer than the manager lives`() async {
    let desk = Desk(plugged: false)
    weak var gone: CLLocationManager?
    do {
      let manager = CLLocationManager(receiver: desk.receiver)
      manager.requestWhenInUseAuthorization()
      await until { desk.receiver.state != .idle }
      gone = manager
    }
    await until { gone == nil && desk.receiver.state == .idle }
  }

  @Test func `is always full, and a request for that is answered at once`() async throws {
    let manager = Desk().manager
    #expect(manager.accuracyAuthorization == .fullAccuracy)
    try await manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "map")
    let error = await withCheckedContinuation { continuation in
      manager.requestTemporaryFullAccuracyAuthorization(withPurposeKey: "map") {
        continuation.resume(returning: $0 == nil)
      }
    }
    #expect(error)
  }

  @Test @available(*, deprecated) func `can be asked of the class, which opens nothing`() {
    #expect(CLLocationManager.authorizationStatus() == .notDetermined)
  }

  @Test func `is not asked for by looking whether there is a receiver`() {
    // Also where nothing is plugged in yet: code that returns early would never see the receiver.
    #expect(CLLocationManager.locationServicesEnabled() && !CLLocationManager.headingAvailable())
    #expect(!CLLocationManager.significantLocationChangeMonitoringAvailable())
    #expect(!CLLocationManager.isRangingAvailable())
    #expect(CLLocationManager.isMonitoringAvailable(for: CLCircularRegion.self))
    #expect(!CLLocationManager.isMonitoringAvailable(for: CLRegion.self))
  }
}
