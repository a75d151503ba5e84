// A proxy acts as the delegate: a subscriber observes it, and a delegate that is set later is called as well.
//
// It exits when the receiver has moved about 170 m to the north:
//
//     swift run tell-two-delegates
//     GPSBRIDGE_SOURCE=/dev/ttyACM0 swift run tell-two-delegates

import GPSCoreLocation
import GPSDeliveryReactive

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
    for location in locations { print("delegate: \(text(location.coordinate.latitude))") }
  }
}

func text(_ latitude: Double) -> String { String(format: "%.3f", latitude) }

let manager = CLLocationManager()
let logger = Logger()
let bag = DisposeBag()
await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
  var start: Double?
  var isDone = false
  manager.rx.latitudes
    .subscribe(onNext: { latitude in
      print("observer: \(text(latitude))")
      start = start ?? latitude
      guard !isDone, let start, latitude > start + 0.0015 else { return }
      isDone = true
      manager.stopUpdatingLocation()
      continuation.resume()
    })
    .disposed(by: bag)
  manager.delegate = logger
  manager.distanceFilter = 50
  manager.startUpdatingLocation()
}
