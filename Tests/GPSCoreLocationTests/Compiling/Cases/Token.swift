import GPSCoreLocation
import DeliveryReactive

@MainActor func observe(_ manager: CLLocationManager) -> Observable<[CLRegion]> {
  manager.rx.delegate.methodInvoked(.didUpdateLocations).map { $0.1 }
}
