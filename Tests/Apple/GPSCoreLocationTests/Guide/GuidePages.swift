// What the articles of CoreLocation and GPSDeliveryReactive show.
import GPSCoreLocation
import GPSDelivery
import GPSDeliveryReactive

final class Map: NSObject, CLLocationManagerDelegate {
  let manager = CLLocationManager()

  func show() {
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    print(locations.last ?? "")
  }
}

@MainActor func locations(_ delegate: CLLocationManagerDelegateProxy) -> Observable<[CLLocation]> {
  delegate.methodInvoked(.didUpdateLocations).map { $0.1 }
}

@MainActor final class Label {
  var text = ""
}

extension Label: ReactiveCompatible {}

extension Reactive where Base: Label {
  var text: Binder<String> { Binder(base) { label, text in label.text = text } }
}

@MainActor func bind(_ manager: CLLocationManager, to label: Label, _ bag: DisposeBag) {
  manager.rx.didUpdateLocations
    .map { "\($0.count) locations" }
    .bind(to: label.rx.text)
    .disposed(by: bag)
}
