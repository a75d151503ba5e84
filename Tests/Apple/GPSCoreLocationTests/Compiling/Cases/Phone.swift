// What programs for a phone do with CoreLocation, each in its own way.

import GPSCoreLocation
import GPSDeliveryReactive

extension CLLocationManager: HasDelegate {
  public typealias Delegate = CLLocationManagerDelegate
}

class PhoneProxy: DelegateProxy<CLLocationManager, CLLocationManagerDelegate>, DelegateProxyType,
  CLLocationManagerDelegate
{
  static func registerKnownImplementations() {
    self.register { PhoneProxy(parentObject: $0, delegateProxy: self) }
  }
}

extension Reactive where Base: CLLocationManager {
  var delegate: DelegateProxy<CLLocationManager, CLLocationManagerDelegate> { PhoneProxy.proxy(for: base) }
  var didUpdateLocations: Observable<[CLLocation]> { delegate.methodInvoked(.didUpdateLocations).map { $0.1 } }
  var speed: Observable<CLLocationSpeed> { didUpdateLocations.compactMap { $0.last?.speed } }
}

extension CLLocation {
  convenience init(_ latitude: Double, _ longitude: Double) { self.init(latitude: latitude, longitude: longitude) }
  class func nowhere() -> CLLocation { CLLocation(0, 0) }
}

class MockLocationManager: CLLocationManager {
  var started = 0
  override init() {
    super.init()
    desiredAccuracy = kCLLocationAccuracyHundredMeters
  }
  override var location: CLLocation? { CLLocation.nowhere() }
  override func startUpdatingLocation() { started += 1 }
  override func requestLocation() { delegate?.locationManager(self, didUpdateLocations: [CLLocation(48, 11)]) }
}

class Screen: NSObject, CLLocationManagerDelegate {
  var locationManager: CLLocationManager!
  let disposeBag = DisposeBag()
  var last: CLLocation?

  override init() {
    super.init()
    locationManager = CLLocationManager()
    locationManager.delegate = self
  }

  func start() {
    guard CLLocationManager.locationServicesEnabled() else { return }
    locationManager.desiredAccuracy = kCLLocationAccuracyBest
    locationManager.rx.speed.subscribe(onNext: { print($0) }).disposed(by: disposeBag)
    switch locationManager.authorizationStatus {
    case .notDetermined: locationManager.requestWhenInUseAuthorization()
    case .restricted, .denied: break
    case .authorizedAlways, .authorizedWhenInUse: locationManager.startUpdatingLocation()
    @unknown default: break
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    guard let location = locations.last, location.horizontalAccuracy >= 0, location !== last else { return }
    if let last { print(location.distance(from: last)) }
    last = location
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
    if let error = error as? CLError, error.code == .denied { manager.stopUpdatingLocation() }
    if (error as NSError).domain == kCLErrorDomain { print((error as NSError).code) }
  }
}

func follow() async throws {
  for try await update in CLLocationUpdate.liveUpdates() {
    if let location = update.location { print(location.coordinate.latitude) }
  }
}
