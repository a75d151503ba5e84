import GPSCoreLocation
import GPSDeliveryReactive

@MainActor func observe(_ manager: CLLocationManager) -> Observable<[CLRegion]> {
  manager.rx.delegate.methodInvoked(.didUpdateLocations).map { $0.1 }
}
