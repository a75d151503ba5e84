import GPSCoreLocation
import GPSDeliveryReactive
import GPSBridge
import Testing

@MainActor @Suite(.timeLimit(.minutes(2))) struct `A setting of a CLLocationManager in Rx words` {
  let desk = Desk()
  let bag = DisposeBag()

  @Test func `tells its present value at once, and not what the program writes`() {
    desk.manager.distanceFilter = 25
    var told: [Double] = []
    desk.manager.rx.distanceFilter.subscribe(onNext: { told.append($0) }).disposed(by: bag)
    #expect(told == [25])
    desk.manager.distanceFilter = 50
    #expect(told == [25])
  }

  @Test func `takes what is bound to it`() {
    Observable.just(12.5).bind(to: desk.manager.rx.distanceFilter).disposed(by: bag)
    Observable.just(kCLLocationAccuracyHundredMeters).bind(to: desk.manager.rx.desiredAccuracy).disposed(
      by: bag)
    #expect(desk.manager.distanceFilter == 12.5 && desk.manager.desiredAccuracy == 100)
    #expect(desk.manager.locationManager.desiredAccuracy == .hundredMeters)
  }

  @Test func `is told of permission and regions as events`() async {
    var statuses: [CLAuthorizationStatus] = []
    var entered: [String] = []
    var left: [String] = []
    let manager = desk.manager
    manager.rx.didChangeAuthorization.asObservable().subscribe(onNext: { statuses.append($0) }).disposed(
      by: bag)
    manager.rx.didEnterRegion.asObservable().subscribe(onNext: { entered.append($0.identifier) }).disposed(
      by: bag)
    manager.rx.didExitRegion.asObservable().subscribe(onNext: { left.append($0.identifier) }).disposed(
      by: bag)
    await until { statuses == [.notDetermined] }
    let region = CLCircularRegion(center: CLLocationCoordinate2D(), radius: 10, identifier: "r")
    manager.delegate?.locationManager(manager, didEnterRegion: region)
    manager.delegate?.locationManager(manager, didExitRegion: region)
    #expect(entered == ["r"] && left == ["r"])
  }
}
