// A proxy stands in as the delegate: a subscriber observes, and the delegate that is set afterwards hears all the same.

import CoreLocation
import DeliveryReactive

class RxCLLocationManagerDelegateProxy:
  DelegateProxy<CLLocationManager, CLLocationManagerDelegate>, DelegateProxyType, CLLocationManagerDelegate
{
  private(set) weak var locationManager: CLLocationManager?

  init(locationManager: CLLocationManager) {
    self.locationManager = locationManager
    super.init(parentObject: locationManager, delegateProxy: RxCLLocationManagerDelegateProxy.self)
  }

  static func registerKnownImplementations() {
    register { RxCLLocationManagerDelegateProxy(locationManager: $0) }
  }
}

extension Reactive where Base: CLLocationManager {
  var latitudes: Observable<Double> {
    RxCLLocationManagerDelegateProxy.proxy(for: base)
      .methodInvoked(.didUpdateLocations)
      .compactMap { $0.1.last?.coordinate.latitude }
  }
}

final class Logger: NSObject, CLLocationManagerDelegate {
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    for location in locations { print("delegate: \(location.coordinate.latitude)") }
  }
}

let manager = CLLocationManager()
let logger = Logger()
let bag = DisposeBag()
await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
  var isDone = false
  manager.rx.latitudes
    .subscribe(onNext: { latitude in
      print("observer: \(latitude)")
      guard !isDone, latitude >= 48.002 else { return }
      isDone = true
      manager.stopUpdatingLocation()
      continuation.resume()
    })
    .disposed(by: bag)
  manager.delegate = logger
  manager.distanceFilter = 50
  manager.startUpdatingLocation()
}
